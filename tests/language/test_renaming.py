"""Renaming everywhere, and fixes that were tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.examine import examine, examine_languages
from pnp.build.memo import Memo
from pnp.build.pipeline import check
from pnp.checks.map import map_findings
from pnp.diagnostics import Severity
from pnp.language import renaming
from pnp.language.names import names_of
from pnp.language.renaming import (
    PackCaches,
    RenameRefused,
    Renaming,
    doubts,
    fixes,
    may_be_fixed,
    path_of,
    renamed,
    summary,
    texts_after,
)
from pnp.language.roles import Role
from pnp.language.texts import edited
from pnp.loader import Target
from pnp.loader.pack import Loaded, load
from pnp.loader.reading import ReadCache
from tests.language.packs import PACK, read, site, write


def rename(folder: Path, role: Role, name: str, new: str, text: str = PACK) -> tuple[Loaded, Renaming]:
    target, loaded, names = read(folder, text)
    return loaded, renamed(target, loaded, names, site(names, role, name), new)


def applied(folder: Path, loaded: Loaded, done: Renaming) -> None:
    (target,) = (write(folder),)
    for file in done.files:
        path = path_of(target, file)
        assert path
        content = path.read_bytes().decode()
        assert content == loaded.texts[file]
        path.write_bytes(edited(content, [e for e in done.edits if e.file == file]).encode())
    for old, moved in done.moves:
        old.rename(moved)


DRAWN = PACK.replace(
    "requirements:\n  - {name: not",
    """\
  drawn: "['town', 'fen']"
  kept: "[a for a in bay.areas if a.district.id in drawn]"
  shops: "[a for a in bay.areas if any(tag == 'shop' for tag in a.tags)]"
  met: "count(c for c in cards.rows if c.berth == 'Market')"
  piers: "[a for a in kept if a.id == 'Old pier']"
  towns: "[d for d in bay.districts if d.id == 'town']"
requirements:
  - {name: not""",
).replace("  town: {name", "  fen: {name: The fen}\n  town: {name")
GLYPHS = "# file: glyphs.yaml\nkind: icons\nicons: {town: {path: M2 2H8V8Z}, fen: {path: M2 2H8V8Z}}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("role", "name", "formulas"),
    [
        ("district", "town", ["['NEW', 'fen']", "d.id == 'NEW'"]),
        ("tag", "shop", ["tag == 'NEW'", "'NEW' in a.tags"]),
        ("place", "Market", ["c.berth == 'NEW'", "far('NEW')"]),
        ("place", "Old pier", ["a.id == 'NEW'", "distance(bay, 'NEW', a)"]),
    ],
)
def test_a_text_in_a_formula_that_can_mean_nothing_else_is_renamed(
    tmp_path: Path, role: Role, name: str, formulas: list[str]
) -> None:
    loaded, done = rename(tmp_path, role, name, "NEW", DRAWN)
    after = texts_after(loaded, done.edits)
    pack = next(text for file, text in after.items() if file.endswith("pack.yaml"))
    assert [each for each in formulas if each not in pack] == []
    assert f"'{name}'" not in pack
    assert done.unsure == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("role", "old", "new", "unsure"),
    [
        # an icon for each, a cell and a name that players read have the same text
        ("district", "documents: [", "documents: [glyphs.yaml, ", ["pack.yaml:9"]),
        ("district", "berth\nSloop,1,Market", "berth,hue\nSloop,1,Market,town", ["cards.csv:2", "pack.yaml:9"]),
        ("district", "name: Town", "name: town", ["pack.yaml:9"]),
        # a list with something else, a text that is printed, and one that may be searched in another text
        ("district", "'fen']", "'ship']", ["pack.yaml:9"]),
        ("tag", "  piers:", "  said: \"'shop' if sloops else 'none'\"\n  piers:", ["pack.yaml:13"]),
        ("tag", "  piers:", "  said: \"[c for c in cards.rows if 'shop' in c.title]\"\n  piers:", ["pack.yaml:13"]),
    ],
)
def test_a_text_that_may_mean_something_else_stays_and_is_reported(
    tmp_path: Path, role: Role, old: str, new: str, unsure: list[str]
) -> None:
    name = {"district": "town", "tag": "shop"}[role]
    assert old in DRAWN
    _, done = rename(tmp_path, role, name, "NEW", DRAWN.replace(old, new) + GLYPHS)
    assert [f"{Path(each.file).name}:{each.line}" for each in done.unsure] == unsure
    assert not {each.span for each in done.edits} & set(done.unsure)
    assert unsure[-1] in doubts(done)
    assert doubts(done) in summary(done)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("role", "name", "new"),
    [
        ("place", "Old pier", "New pier"),
        ("place", "Market", "Ćma 7"),
        ("field", "sails", "number of sails"),
        ("colour", "reef", "shoal"),
        ("definition", "far", "remote"),
        ("district", "town", "city"),
        ("place", "Gate", "Miller's gate"),
        ("tag", "shop", "store"),
        ("component", "cards", "boats"),
        ("template", "card", "front"),
        ("map", "bay", "wide-bay"),
    ],
)
def test_after_a_renaming_the_pack_is_as_good_as_before(tmp_path: Path, role: Role, name: str, new: str) -> None:
    loaded, done = rename(tmp_path, role, name, new)
    before = [(each.code, each.severity) for each in check(write(tmp_path)).report.findings]
    applied(tmp_path, loaded, done)
    from pnp.loader import find_targets

    (target,) = find_targets([str(tmp_path)])
    after = [(each.code, each.severity) for each in check(target).report.findings]
    assert sorted(after) == sorted(before)
    names = names_of(load(target))
    assert new in names.defined(role)
    assert name not in names.defined(role)


DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
<path id="Mora" d="M0 0H30V40H0Z"/><path id="Sela" d="M30 0H60V40H30Z"/></svg>"""


@pytest.mark.parametrize("new", ["Kesh", "Moro"])
def test_a_name_of_an_outline_in_a_drawing_is_refused(tmp_path: Path, new: str) -> None:
    more = "# file: isle.yaml\nkind: area-map\nsize: 60 x 40\noutlines: isle.svg\nareas: {Mora: {}, Sela: {}}\n"
    (tmp_path / "isle.svg").write_text(DRAWING, encoding="utf-8")
    with pytest.raises(RenameRefused, match=f"'{new}' would break .*; rename its path in the drawing first"):
        rename(tmp_path, "place", "Mora", new, PACK.replace("rules.yaml]", "rules.yaml, isle.yaml]", 1) + more)


def test_a_pack_is_checked_once_for_a_renaming_that_brings_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examined: list[object] = []
    examine = renaming.examine_languages
    monkeypatch.setattr(
        renaming, "examine_languages", lambda target, **how: examined.append(target) or examine(target, **how)
    )
    rename(tmp_path, "place", "Gate", "Lock")
    assert len(examined) == 1


TABLE = """\
# file: table.yaml
kind: table
things:
  deck: {component: cards, as: pile, at: middle}
  boats: {component: [cards], rows: [Sloop], at: right of deck}
"""


@pytest.mark.parametrize(
    ("role", "name", "written"),
    [
        ("thing", "deck", ["  other: {", "at: right of other}"]),
        ("component", "cards", ["deck: {component: other,", "boats: {component: [other],"]),
    ],
)
def test_things_of_a_table_are_renamed_where_others_lie_next_to_them(
    tmp_path: Path, role: Role, name: str, written: list[str]
) -> None:
    pack = PACK.replace("rules.yaml]", "rules.yaml, table.yaml]", 1)
    loaded, done = rename(tmp_path, role, name, "other", pack + TABLE)
    (text,) = (text for file, text in texts_after(loaded, done.edits).items() if file.endswith("table.yaml"))
    assert [each for each in written if each not in text] == []


def opened(folder: Path, text: str = PACK) -> tuple[Target, Loaded, PackCaches]:
    """A pack as an editor has it open: read, with its names, and checked."""
    target = write(folder, text)
    caches = PackCaches(ReadCache(always=True), {}, Memo())
    loaded = load(target, shelf=caches.shelf)
    names_of(loaded, caches.pages)
    findings = examine(caches.memo.reused(loaded), memo=caches.memo).report.findings
    return target, loaded, caches._replace(findings=findings)


@pytest.mark.parametrize(("role", "name", "proved"), [("definition", "far", 0), ("place", "Gate", 1)])
def test_what_an_open_pack_has_computed_is_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: Role, name: str, proved: int
) -> None:
    target, loaded, caches = opened(tmp_path)
    found: list[object] = []
    check_map = map_findings.check_map
    monkeypatch.setattr(map_findings, "check_map", lambda *asked: found.append(asked) or check_map(*asked))
    names = names_of(loaded, caches.pages)
    done = renamed(target, loaded, names, site(names, role, name), "other", caches)
    assert done == renamed(target, loaded, names, site(names, role, name), "other")
    assert len(found) == proved + 1  # the second has no caches


@pytest.mark.parametrize(
    ("layer", "errors", "warned"),
    [
        ('{panel: reef, where: "top, 20 high"}', False, {"hidden-text"}),
        ('{text: "{nothing}", where: middle}', True, set()),
    ],
)
def test_what_is_tried_has_all_errors_and_no_warnings_on_faces(
    tmp_path: Path, layer: str, errors: bool, warned: set[str]
) -> None:
    target = write(tmp_path, PACK.replace("  - {map: bay,", f"  - {layer}\n  - {{map: bay,"))
    whole, tried = (examine_languages(target, errors_only=only)[1].report.findings for only in (False, True))
    assert {each.code for each in whole} - {each.code for each in tried} == warned
    wrong = [each for each in whole if each.severity is Severity.ERROR]
    assert [each for each in tried if each.severity is Severity.ERROR] == wrong
    assert bool(wrong) == errors


def test_a_renaming_that_is_tried_changes_no_cache(tmp_path: Path) -> None:
    target, loaded, caches = opened(tmp_path)
    documents, pages = dict(caches.shelf.documents), dict(caches.pages)
    with pytest.raises(RenameRefused, match=r"can't be written|would be read differently|would break"):
        renamed(target, loaded, names_of(loaded), site(names_of(loaded), "place", "Market"), "A -- B", caches)
    renamed(target, loaded, names_of(loaded), site(names_of(loaded), "place", "Gate"), "Lock", caches)
    assert (caches.shelf.documents, caches.pages) == (documents, pages)
    caches.memo.turn()
    again = caches.memo.reused(load(target, shelf=caches.shelf))
    assert examine(again, memo=caches.memo).report.findings == caches.findings


def test_the_findings_of_an_open_pack_are_not_looked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, loaded, caches = opened(tmp_path, PACK.replace("is: 1}", "is: 2}"))
    assert caches.findings
    examined: list[object] = []
    examine_all = renaming.examine_languages
    monkeypatch.setattr(
        renaming, "examine_languages", lambda target, **how: examined.append(target) or examine_all(target, **how)
    )
    names = names_of(loaded)
    assert renamed(target, loaded, names, site(names, "place", "Gate"), "Lock", caches).edits
    assert len(examined) == 1


@pytest.mark.slow
def test_only_the_bytes_of_the_name_change(tmp_path: Path) -> None:
    loaded, done = rename(tmp_path, "place", "Gate", "Lock")
    after = texts_after(loaded, done.edits)
    (file,) = after
    before = [line for line in loaded.texts[file].splitlines() if "Gate" in line]
    assert [line for line in after[file].splitlines() if "Lock" in line] == [
        line.replace("Gate", "Lock") for line in before
    ]
    assert len(after[file].splitlines()) == len(loaded.texts[file].splitlines())


@pytest.mark.slow
def test_line_ends_and_a_byte_order_mark_stay(tmp_path: Path) -> None:
    target = write(tmp_path)
    for name in ("bay.yaml", "cards.csv"):
        content = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))
    loaded = load(target)
    names = names_of(loaded)
    done = renamed(target, loaded, names, site(names, "place", "Old pier"), "Pier")
    for name in ("bay.yaml", "cards.csv"):
        content = (tmp_path / name).read_bytes()
        edits = [each for each in done.edits if each.file.endswith(name)]
        after = edited(content.decode(), edits).encode()
        assert edits
        assert after.count(b"Old pier") == content.count(b"Old pier") - len(edits)
        assert len(after) == len(content) - len(edits) * len(b"Old ")
        assert after.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("role", "name", "new", "said"),
    [
        ("place", "Gate", "Market", "there is a place 'Market' already"),
        ("place", "Gate", "", "is no name"),
        ("place", "Gate", "G" * 121, "is too long: a name has at most 120 characters"),
        ("place", "Gate", "Gate", "is called 'Gate' already"),
        ("place", "Market", "A -- B", "can't be written|would be read differently|would break"),
        ("place", "Old pier", "Ol' pier", "can't be written"),
        ("definition", "far", "far away", "in a formula"),
        ("definition", "far", "if", "in a formula"),
        ("template", "card", "../card", "no name"),
        ("template", "card", "bay", "a file 'bay.yaml' already"),
        ("icon", "spade", "hook", "belongs to a kit"),
    ],
)
def test_what_cannot_be_renamed_is_refused_with_a_reason(
    tmp_path: Path, role: Role, name: str, new: str, said: str
) -> None:
    with pytest.raises(RenameRefused, match=said):
        rename(tmp_path, role, name, new)


def test_nothing_is_renamed_while_a_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RenameRefused, match="mend it first"):
        rename(tmp_path, "place", "Gate", "Lock", PACK.replace("  deep: reef", "  deep: ["))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("good", "bad", "code"),
    [
        ("colour: reef", "colour: reaf", "unknown-colour"),
        ("to: 'Old pier'", "to: Old peir", "unknown-place"),
        ("template: card", "template: crad", "unknown-template"),
        ("size: 44 x 68", "szie: 44 x 68", "unknown-key"),
        ("palette:", "pallete:", "unknown-key"),
        ("makes: card", "makes: crad", "wrong-value"),
    ],
)
def test_a_hint_becomes_a_fix_that_takes_the_finding_away(tmp_path: Path, good: str, bad: str, code: str) -> None:
    target = write(tmp_path, PACK.replace(good, bad))
    report = check(target).report
    found = next(each for each in report.findings if each.code == code)
    loaded = load(target)
    fix, *others = fixes(target, loaded, found)
    assert fix.title not in [each.title for each in others], "nobody can tell two fixes of one title apart"
    for file, text in texts_after(loaded, fix.edits).items():
        path = path_of(target, file)
        assert path
        path.write_bytes(text.encode())
    assert code not in [each.code for each in check(target).report.findings]


@pytest.mark.parametrize(
    ("documents", "listed"),
    [
        ("documents: [bay.yaml, cards.yaml, card.yaml, look.yaml, rules.yaml]", "look.yaml, rules.yaml, more.yaml]"),
        (
            "documents:\n  - bay.yaml\n  - cards.yaml\n  - card.yaml\n  - look.yaml\n  - rules.yaml  # all",
            "  - rules.yaml  # all\n  - more.yaml\n",
        ),
    ],
)
def test_a_document_that_the_pack_does_not_list_is_listed_by_a_fix(tmp_path: Path, documents: str, listed: str) -> None:
    more = "# file: more.yaml\nkind: icons\nicons: {dot: [{fill: M2 2H8V8Z}]}\n"
    flow = "documents: [bay.yaml, cards.yaml, card.yaml, look.yaml, rules.yaml]"
    target = write(tmp_path, PACK.replace(flow, documents) + more)
    found = next(each for each in check(target).report.findings if each.code == "unlisted-document")
    assert may_be_fixed(load(target), found)
    (fix,) = fixes(target, load(target), found)
    assert fix.title == "List more.yaml in the pack"
    (text,) = texts_after(load(target), fix.edits).values()
    assert listed in text


@pytest.mark.slow
def test_a_style_that_asterisks_replace_becomes_a_fix_of_the_whole(tmp_path: Path) -> None:
    target = write(tmp_path, PACK.replace("{title} has", "{title} [has]{.bold}"))
    found = next(each for each in check(target).report.findings if each.code == "unknown-style")
    fix, *_ = fixes(target, load(target), found)
    (text,) = texts_after(load(target), fix.edits).values()
    assert "{title} **has** {sails}" in text


def test_a_tried_repair_of_a_map_becomes_a_fix(tmp_path: Path) -> None:
    text = PACK.replace("  - {from: Gate, to: Market}\n", "").replace(
        "  - {name: near,", "  - {name: joined, connected: true}\n  - {name: near,"
    )
    target = write(tmp_path, text)
    found = next(each for each in check(target).report.findings if each.code == "broken-requirement")
    assert found.hint
    assert "tried" in found.hint
    made = fixes(target, load(target), found)
    assert made, found.hint


def test_a_hint_that_no_edit_follows_from_gives_no_fix(tmp_path: Path) -> None:
    target = write(tmp_path)
    for finding in check(target).report.findings:
        assert fixes(target, load(target), finding) == ()
