"""What a pack may cost: one total for all its formulas, its pictures, and what its documents take over."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PIL import Image

from pnp.build.examine import examine
from pnp.build.memo import Memo
from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.diagnostics import Severity
from pnp.draw.component import draw_component
from pnp.draw.context import TEXT_STEPS
from pnp.expression.limits import PACK_STEPS
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.loader.target import content_folder
from pnp.model.maps import outlines
from pnp.network.budget import PROOF_STEPS
from pnp.source import ledger
from pnp.source.ledger import LARGE
from tests.packs import harbour
from tests.pipeline import places, report_on, told, write
from tests.scene.pictures import file

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.diagnostics import Finding, Span
    from pnp.loader.pack import Loaded
    from pnp.report import Report

TENTH = PACK_STEPS // 10


@pytest.fixture
def tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack has a tenth of its steps, so that these tests take a tenth of the time."""
    monkeypatch.setattr("pnp.facts.facts.PACK_STEPS", TENTH)


TEXT = '  - {text: "{sails} of {crew(2)}", where: "middle, 40 x 10"}\n'
DEAR = '  - {text: "{sum(a * b + index for a in range(1, 33) for b in range(1, 31)) > 0}", where: "middle, 40 x 10"}\n'
ROWS = "rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n"
REQUIRED = "  - {name: a crew for everyone, for: {players: 2 to 4}, holds: crew(players) >= players}\n"
LISTED = "  - {component: boats, expect: 3}\n"
RULES = '  - title: Boats\n    text: "Everyone has {crew(1)} sailors."\n'
LITTLE = "sum(a * b for a in range(1, 100) for b in range(1, 100))"
SUM = "sum(a * b for a in range(1, 400) for b in range(1, 400))"


def rows(count: int) -> str:
    return "rows:\n" + "".join(f"  - {{name: Boat {n}, sails: {n}}}\n" for n in range(count))


def dear(report: Report) -> Finding:
    """The one finding of too much work; there is no other error, and none that speaks of steps."""
    found = [finding for finding in report.findings if finding.code == "too-much-work"]
    assert len(found) == 1, told(report)
    assert sum("steps of work" in finding.message for finding in report.findings) == 1, told(report)
    return found[0]


@pytest.mark.slow
@pytest.mark.usefixtures("tenth")
@pytest.mark.parametrize("count", [60, 130])
def test_dear_formulas_of_many_rows_end_in_one_finding(count: int, tmp_path: Path) -> None:
    report = report_on(write(tmp_path, harbour((TEXT, 7 * DEAR), (ROWS, rows(count)))))
    found = dear(report)
    assert (found.span.file.rpartition("/")[2], found.span.line) == ("boat.yaml", 6)
    assert f"{TENTH:,} steps of work, most of them for 'boats'; this formula took" in found.message
    assert found.hint


def decks(*names: str) -> str:
    """The game with more decks of dear cards, listed in that order."""
    files = "".join(
        f"# file: {name}.yaml\nkind: component\nmakes: card\nname: D\ntemplate: boat\n{rows(20)}" for name in names
    )
    listed = "".join(f"  - {name}.yaml\n" for name in names)
    entries = "".join(f"  - {{component: {name}}}\n" for name in names)
    changes = (("  - boat.yaml\n", f"  - boat.yaml\n{listed}"), (LISTED, LISTED + entries), (TEXT, 4 * DEAR))
    return harbour(*changes) + files


@pytest.mark.slow
@pytest.mark.usefixtures("tenth")
def test_the_total_is_of_all_components_in_any_order(tmp_path: Path) -> None:
    one = dear(report_on(write(tmp_path / "one" / "pack", decks("a", "b", "c"))))
    other = dear(report_on(write(tmp_path / "other" / "pack", decks("c", "a", "b"))))
    assert one.message == other.message
    assert one.span.line == other.span.line


@pytest.mark.slow
@pytest.mark.usefixtures("tenth")
def test_what_is_asked_for_makes_no_difference(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack", decks("a", "b", "c"))
    loaded = load(find_targets([str(folder)])[0])
    whole = dear(examine(loaded).report)
    for only in ("chart", "a"):
        assert dear(examine(loaded, [only]).report) == whole
    out = tmp_path / "out"
    examined, written = build(loaded, BuildOptions(out=out, only=("chart",)), lambda _: None)
    assert dear(examined.report) == whole
    assert not written
    assert not out.exists()


@pytest.mark.slow
@pytest.mark.usefixtures("tenth")
def test_one_process_and_two_agree_on_too_much_work(tmp_path: Path) -> None:
    loaded = load(find_targets([str(write(tmp_path / "pack", decks("a", "b", "c")))])[0])
    report, made = examine(loaded).report, []
    for jobs in (1, 2):
        assert build(loaded, BuildOptions(out=tmp_path / "none"), lambda _: None, jobs)[1] == ()
        out = tmp_path / f"out{jobs}"
        examined, _ = build(loaded, BuildOptions(out=out, draft=True), lambda _: None, jobs)
        assert examined.report.findings == report.findings
        assert dear(examined.report)
        made.append({path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()})
    assert made[0] == made[1]
    assert made[0]
    assert not (tmp_path / "none").exists()


def test_a_deck_whose_cost_is_plain_is_not_drawn_for_another(tmp_path: Path) -> None:
    loaded = load(find_targets([str(write(tmp_path / "pack", harbour((TEXT, "  - {panel: ink}\n"))))])[0])
    examined = examine(loaded, ["chart"])
    assert [drawn.parts.component for drawn in examined.drawn] == ["chart"]
    assert examined.facts.work.taken < examine(loaded).facts.work.taken


@pytest.mark.slow
@pytest.mark.usefixtures("tenth")
@pytest.mark.parametrize(
    "changes",
    [
        ((REQUIRED, "".join(f'  - {{name: r{n}, holds: "{SUM} > {n}"}}\n' for n in range(9))),),
        (
            (
                "  crew(players): 2 * players\n",
                "  crew(players): 2 * players\n" + "".join(f"  d{n}: {SUM}\n" for n in range(9)),
            ),
        ),
        (("crew(players): 2 * players", f"crew(players): {SUM}"), (ROWS, rows(40))),
        ((RULES, "".join(f'  - title: Boats {n}\n    text: "{{{LITTLE} + {n}}}"\n' for n in range(99))),),
        ((TEXT, 40 * f'  - {{panel: ink, show-when: "{SUM} > 0"}}\n'),),
        ((TEXT, 200 * "  - {panel: ink, repeat: {in: 400, as: stack}}\n"), (ROWS, rows(20))),
        (
            (
                REQUIRED,
                "".join(f"  - {{name: r{n}, for: {{a: 1 to 400, b: 1 to 400}}, holds: a + b > 0}}\n" for n in range(9)),
            ),
        ),
    ],
    ids=["requirements", "definitions", "calls", "rules", "conditions", "repetitions", "cases"],
)
def test_every_place_of_a_formula_counts(changes: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    report = report_on(write(tmp_path, harbour(*changes)))
    assert report.errors
    assert any("steps of work" in finding.message for finding in report.findings), told(report)


@pytest.mark.slow
@pytest.mark.usefixtures("tenth")
def test_a_definition_that_takes_most_is_named(tmp_path: Path) -> None:
    sums = "sum(a * b for a in range(1, 200) for b in range(1, 100))"
    game = harbour(("crew(players): 2 * players", f"crew(players): {sums}"), (ROWS, rows(40)))
    found = dear(report_on(write(tmp_path, game)))
    assert found.span.file.endswith("pack.yaml")


@pytest.mark.slow
def test_hundreds_of_ordinary_cards_are_no_problem(tmp_path: Path) -> None:
    table = "name,sails\n" + "".join(f"Boat {n},{n}\n" for n in range(600))
    formulas = "".join(
        f'  - {{text: "{{sails * {n} + index}} of {{crew(sails)}}", show-when: sails > {n}}}\n' for n in range(5)
    )
    folder = write(tmp_path, harbour((ROWS, "rows: boats.csv\n"), (TEXT, formulas), ("expect: 3", "expect: 600")))
    (tmp_path / "boats.csv").write_text(table, encoding="utf-8")
    facts = examine(load(find_targets([str(folder)])[0])).facts
    assert not facts.work.exhausted
    assert facts.work.taken < facts.work.steps / 2


def deck(folder: Path, rows: int) -> Path:
    """The deck of the bundled start, with sixteen layers a face, and so many cards with texts of some lines each."""
    copy = shutil.copytree(content_folder() / "starts" / "deck", folder)
    words = re.findall(r"\w+", "draw two cards then discard one whenever an ally enters gain coins equal to its cost")
    icons = "sunglasses", "hat", "briefcase", "phone"
    lines = ["Title,Type,Cost,Icon,Text,Flavour"]
    for n in range(rows):
        text = " ".join(words[(n * 7 + k * 3) % len(words)] for k in range(12 + n % 17))
        flavour = " ".join(words[(n * 5 + k) % len(words)] for k in range(5 + n % 5)) if n % 3 else ""
        lines.append(f"{words[n % 9]} {n},Event {n % 4},{n % 9},{icons[n % 4]},{text} {n}.,{flavour}")
    (copy / "cards.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return copy


@pytest.mark.slow
def test_two_thousand_cards_of_sixteen_layers_are_within_the_limit(tmp_path: Path) -> None:
    examined = examine(load(find_targets([str(deck(tmp_path / "deck", 100))])[0]))
    assert len(examined.drawn[0].parts.parts) == 100
    assert 0 < 2_000 * examined.facts.work.taken / 100 < 0.85 * PACK_STEPS


@pytest.mark.slow
def test_steps_do_not_depend_on_what_is_cached(tmp_path: Path) -> None:
    loaded, memo = load(find_targets([str(deck(tmp_path / "deck", 20))])[0]), Memo()
    first = examine(loaded, memo=memo).facts.work.taken
    card = tmp_path / "deck" / "card.yaml"  # the texts are as before, and stay in the cache of drawings
    card.write_text(card.read_text(encoding="utf-8").replace("corners: 3", "corners: 4"), encoding="utf-8")
    again = load(find_targets([str(tmp_path / "deck")])[0])
    assert examine(again, memo=memo).facts.work.taken == examine(again).facts.work.taken == first


def test_equal_texts_of_a_component_are_paid_for_once(tmp_path: Path) -> None:
    def taken(folder: str, text: str) -> int:
        layers = f'  - {{text: "{text}", where: "middle, 40 x 10"}}\n'
        return work_of(write(tmp_path / folder, harbour((TEXT, layers), (ROWS, rows(50)), ("expect: 3", "expect: 50"))))

    def work_of(folder: Path) -> int:
        return examine(load(find_targets([str(folder)])[0])).facts.work.taken

    assert taken("differ", "{sails} of {index}") - taken("same", "{sails - sails} of {index - index}") > 40 * TEXT_STEPS


@pytest.mark.slow
def test_texts_that_shrink_together_are_paid_for_twice(tmp_path: Path) -> None:
    def taken(folder: str, fit: str) -> int:
        layers = f'  - {{text: "{{sails}} of {{crew(2)}}", fit: {fit}, where: "middle, 40 x 10"}}\n'
        pack = write(tmp_path / folder, harbour((TEXT, layers), (ROWS, rows(50)), ("expect: 3", "expect: 50")))
        return examine(load(find_targets([str(pack)])[0])).facts.work.taken

    assert taken("together", "shrink to 6 pt together") > taken("alone", "shrink to 6 pt") + 50 * TEXT_STEPS


@pytest.mark.slow
@pytest.mark.usefixtures("tenth")
def test_many_faces_are_too_much_work_and_fit_if_the_pack_may_be_large(tmp_path: Path) -> None:
    write(tmp_path, harbour((ROWS, rows(900)), ("expect: 3", "expect: 900")))
    (target,) = find_targets([str(tmp_path)])
    found = dear(examine(load(target)).report)
    assert (found.span.file.rpartition("/")[2], found.span.line) == ("boat.yaml", 5)
    assert "most of them for 'boats'; drawing this layer took" in found.message
    assert found.hint
    assert found.hint.endswith("add --large to the command")
    report = examine(load(replace(target, scale=LARGE))).report
    assert not report.errors, told(report)


def test_more_parts_than_a_pack_may_print_are_refused_and_not_drawn(tmp_path: Path) -> None:
    copies = "".join(f"  - {{name: B{n}, sails: 1, copies: 999}}\n" for n in range(150))
    write(tmp_path, harbour((ROWS, f"rows:\n{copies}"), ("expect: 3", "expect: 149850")))
    (target,) = find_targets([str(tmp_path)])
    examined = examine(load(target))
    found = [each for each in examined.report.findings if each.severity is Severity.ERROR]
    assert [each.code for each in found] == ["too-much-work"]
    assert found[0].message.endswith("parts; at most 100,000 are printed")
    assert not examined.drawn
    assert not examine(load(replace(target, scale=LARGE))).report.errors


def test_totals_of_a_large_pack_are_ten_times_as_high(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.loader.component_tables.PACK_ROWS", replace(ledger.PACK_ROWS, most=2))
    monkeypatch.setattr("pnp.loader.reading.PACK_PLACES", replace(ledger.PACK_PLACES, most=5))
    monkeypatch.setattr("pnp.facts.rows.MOST_FACES", 3)
    monkeypatch.setattr("pnp.loader.pack.MOST_LAYERS", 5)
    monkeypatch.setattr("pnp.loader.pack.PACK_ASKED", replace(ledger.PACK_ASKED, most=60))
    based = "# file: more.yaml\nkind: template\nextends: boat\nlayers: []\n"
    sail = "  - {panel: ink, where: fill}\n"
    changes = (
        (ROWS, "rows: boats.csv\n"),
        ("  - boat.yaml\n", "  - boat.yaml\n  - more.yaml\n"),
        (TEXT, TEXT + 5 * sail),
    )
    write(tmp_path, harbour(*changes, ("expect: 3", "expect: 5")) + based)
    (tmp_path / "boats.csv").write_text("name,sails\n" + "".join(f"B{n},{n}\n" for n in range(5)), encoding="utf-8")
    (target,) = find_targets([str(tmp_path)])
    small, large = (examine(load(each)).report for each in (target, replace(target, scale=LARGE)))
    assert len(refused(small)) == 3, told(small)
    assert "over-limit" not in [finding.code for finding in large.findings], told(large)
    assert "too-much-work" not in [finding.code for finding in large.findings], told(large)


@pytest.mark.slow
def test_a_pack_that_prints_too_many_rows_draws_none(tmp_path: Path) -> None:
    lines = "".join(f"  - {{component: boats, id: b{n}}}\n" for n in range(20))
    examined = examine(load(find_targets([str(write(tmp_path, harbour((LISTED, lines), (ROWS, rows(9_000)))))])[0]))
    assert "too-much-work" in [finding.code for finding in examined.report.findings]
    assert examined.drawn == ()


@pytest.mark.slow
def test_pictures_that_unpack_to_far_more_are_paid_for(tmp_path: Path) -> None:
    layers = "".join(f'  - {{picture: p{n}.png, where: "middle, 20 x 20"}}\n' for n in range(12))
    folder = write(tmp_path, harbour((TEXT, TEXT + layers)))
    for n in range(12):
        (tmp_path / f"p{n}.png").write_bytes(file(Image.new("P", (6_000, 6_000), n)))
    assert dear(report_on(folder)).span.file.endswith("boat.yaml")


def chain(count: int, layers: int) -> str:
    first = "size: 63 x 88\nlayers:\n" + layers * "  - {panel: ink}\n"
    files = (f"# file: t{n}.yaml\nkind: template\n" + (f"extends: t{n - 1}\n" if n else first) for n in range(count))
    listed = "".join(f"  - t{n}.yaml\n" for n in range(count))
    return harbour(("  - boat.yaml\n", f"  - boat.yaml\n{listed}")) + "".join(files)


@pytest.mark.slow
def test_templates_take_over_so_many_layers_and_no_more(tmp_path: Path) -> None:
    report = report_on(write(tmp_path / "short", chain(30, 300)))
    assert "over-limit" not in [finding.code for finding in report.findings]
    report = report_on(write(tmp_path / "long", chain(60, 300)))
    assert [place for place in places(report) if "over-limit" in place] == ["t34.yaml:2 over-limit"], told(report)


@pytest.mark.slow
def test_maps_take_over_so_many_values_and_no_more(tmp_path: Path) -> None:
    areas = "".join(f"  A{n}: {{at: [{n % 30 * 9}, {n // 30 * 9}]}}\n" for n in range(400))
    first = f"size: 300 x 300\nareas:\n{areas}roads: [A0 -- A1]\n"
    files = (f"# file: m{n}.yaml\nkind: area-map\n" + ("extends: m0\n" if n else first) for n in range(60))
    listed = "".join(f"  - m{n}.yaml\n" for n in range(60))
    report = report_on(write(tmp_path, harbour(("  - boat.yaml\n", f"  - boat.yaml\n{listed}")) + "".join(files)))
    assert sum(finding.code == "over-limit" for finding in report.findings) == 1, told(report)


def test_decks_over_one_table_share_its_rows(tmp_path: Path) -> None:
    deck = "# file: more.yaml\nkind: component\nmakes: card\nname: More\ntemplate: boat\nrows: boats.csv\n"
    listed = (("  - boat.yaml\n", "  - boat.yaml\n  - more.yaml\n"), (LISTED, LISTED + "  - {component: more}\n"))
    folder = write(tmp_path, harbour(*listed, (ROWS, "rows: boats.csv\n")) + deck)
    (tmp_path / "boats.csv").write_text("name,sails\nSloop,1\nCutter,2\nYawl,3\n", encoding="utf-8")
    loaded = load(find_targets([str(folder)])[0])
    one, other = (each for each in loaded.game.documents if getattr(each, "table", None))
    assert one.rows is other.rows  # type: ignore[union-attr]
    facts = examine(loaded).facts
    assert facts.environment.value("boats").fields["rows"] is facts.environment.value("more").fields["rows"]  # type: ignore[union-attr]


def test_tables_give_a_pack_so_many_rows_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.loader.component_tables.PACK_ROWS", replace(ledger.PACK_ROWS, most=2))
    folder = write(tmp_path, harbour((ROWS, "rows: boats.csv\n")))
    (tmp_path / "boats.csv").write_text("name,sails\nSloop,1\nCutter,2\nYawl,3\n", encoding="utf-8")
    assert "boats.yaml:6 over-limit" in places(report_on(folder))


def test_documents_after_thousands_of_findings_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.loader.reader.PACK_FINDINGS", 3)
    bad = "rows:\n" + "".join(f"  - {{name: B{n}, copies: x}}\n" for n in range(9))
    report = report_on(write(tmp_path, harbour((ROWS, bad))))
    assert sum(finding.code == "over-limit" for finding in report.findings) == 1, told(report)
    assert ledger.PACK_FINDINGS > 3


LAYERS = "kind: template\nsize: 20 x 20\nlayers:\n" + "  - {{panel: ink}}\n" * 4
ICONS = "kind: icons\nicons:\n" + "".join(f"  i{{0}}-{n}: [{{{{line: M1 1L2 2}}}}]\n" for n in range(4))


@pytest.mark.parametrize(
    ("limit", "text", "of"), [("PACK_LAYERS", LAYERS, "layers"), ("PACK_DRAWN_ICONS", ICONS, "icons")]
)
def test_documents_after_too_many_layers_or_icons_are_not_read(
    limit: str, text: str, of: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counter[ledger.PackLimit]()
    real = ledger.PackTotals.add

    def add(totals: ledger.PackTotals, limit: ledger.PackLimit, count: int, span: Span) -> bool:
        counted[limit] += count
        return real(totals, limit, count, span)

    monkeypatch.setattr(ledger.PackTotals, "add", add)
    load(find_targets([str(write(tmp_path / "before", harbour()))])[0])
    most = counted[getattr(ledger, limit)] + 9
    monkeypatch.setattr(f"pnp.loader.reader.{limit}", replace(getattr(ledger, limit), most=most))
    folder = write(tmp_path / "after", maps(*(text.format(n) for n in range(20))))
    report = report_on(folder)
    manifest = (folder / "pack.yaml").read_text(encoding="utf-8").splitlines()
    assert refused(report) == [f"pack.yaml:{manifest.index('  - m2.yaml') + 1} over-limit"], told(report)
    assert f"have more than {most} {of}" in told(report)
    read = {document.id for document in load(find_targets([str(folder)])[0]).game.documents}
    assert read & {"m2", "m3", "m19"} == {"m2"}


OUTLINES = "kind: area-map\nadjacency: drawn\nareas:\n" + "".join(
    f"  A{{0}}-{n}: {{{{outline: [[{n}0, 0], [{n}9, 0], [{n}9, 9], [{n}0, 9]]}}}}\n" for n in range(1, 5)
)
RINGED = "kind: area-map\nareas:\n  Z: {outline: [[[0, 0], [9, 0], [9, 9]], [[2, 2], [3, 2], [3, 3]]]}\n"


def test_maps_write_so_many_corners_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.loader.reader.PACK_CORNERS", replace(ledger.PACK_CORNERS, most=37))
    divided: list[int] = []
    real = outlines.subdivide
    monkeypatch.setattr(outlines, "subdivide", lambda drawn, snap: divided.append(len(drawn)) or real(drawn, snap))
    report = report_on(write(tmp_path, maps(*(OUTLINES.format(n) for n in range(2)), RINGED, OUTLINES.format(3), PAIR)))
    assert refused(report) == ["m2.yaml:1 over-limit"], told(report)
    assert "more than 37 corners of outlines" in told(report)
    assert divided == [4, 4]  # neither the map that is one too many nor the one after it


@pytest.mark.slow
def test_a_map_too_large_to_draw_is_checked_and_not_built(tmp_path: Path) -> None:
    areas = "".join(f"  A{n}: {{at: [{n % 60 * 9}, {n // 60 * 9}]}}\n" for n in range(3_001))
    folder = write(tmp_path, f"kind: area-map\nsize: 600 x 600\nareas:\n{areas}roads: [A0 -- A1]\n", "town.yaml")
    loaded = load(find_targets([str(folder)])[0])
    assert "unusable-value" not in [finding.code for finding in examine(loaded).report.findings]
    examined, written = build(loaded, BuildOptions(out=tmp_path / "out"), lambda _: None)
    assert "'town' has 3,001 places" in told(examined.report)
    assert not written


def test_a_pack_has_so_many_themes_and_no_more(tmp_path: Path) -> None:
    theme = "kind: theme\nextends: theme\npalette: {ink: '#101010'}\n"
    files = "".join(f"# file: s{n}.yaml\n{theme}" for n in range(60))
    listed = "".join(f"  - s{n}.yaml\n" for n in range(60))
    report = report_on(write(tmp_path, harbour(("  - boat.yaml\n", f"  - boat.yaml\n{listed}")) + files))
    assert sum(finding.code == "over-limit" for finding in report.findings) == 1, told(report)


def maps(*documents: str) -> str:
    """The game with more documents of maps and requirements."""
    listed = "".join(f"  - m{number}.yaml\n" for number in range(len(documents)))
    files = "".join(f"# file: m{number}.yaml\n{text}" for number, text in enumerate(documents))
    return harbour(("  - boat.yaml\n", f"  - boat.yaml\n{listed}")) + files


def refused(report: Report) -> list[str]:
    return [place for place in places(report) if place.endswith("over-limit")]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("text", "count", "refused_at"),
    [
        ("kind: block-map\nblocks: {rows: 12, columns: 12, squares: 9}\n", 99, "m3.yaml:1 over-limit"),
        (
            "kind: street-map\nsize: 990 x 990\nspace: 6\nwidth: 4\nstreets:\n"
            + "".join(f"  h{n}: 0 {n * 90 + 40} -- 990 {n * 90 + 40}\n" for n in range(11)),
            14,
            "m11.yaml:1 over-limit",
        ),
    ],
    ids=["blocks", "streets"],
)
def test_maps_have_so_many_places_together_and_no_more(text: str, count: int, refused_at: str, tmp_path: Path) -> None:
    report = report_on(write(tmp_path, maps(*[text] * count)))
    assert refused(report) == [refused_at], told(report)


REQUIREMENTS = "kind: requirements\nname: Many\nrequirements:\n" + "".join(
    f"  - {{name: r{n}, connected: true}}\n" for n in range(999)
)
PAIR = "kind: area-map\nareas: {A: {at: [9, 9]}, B: {at: [50, 9]}}\nroads: [A -- B]\nkeeps: [m0]\n"


@pytest.mark.slow
def test_maps_keep_so_many_requirements_together_and_no_more(tmp_path: Path) -> None:
    report = report_on(write(tmp_path, maps(REQUIREMENTS, *[PAIR] * 60)))
    assert refused(report) == ["m11.yaml:1 over-limit"], told(report)
    assert sum(proof.holds is True for _, proof in report.proofs) == 2 + 10 * 999


@pytest.mark.slow
def test_steps_of_proofs_are_shared_by_all_maps_of_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.checks.map.map_findings.PROOF_STEPS", PROOF_STEPS // 10)
    ring = "".join(f"  - A{n} -- A{(n + 1) % 90}\n" for n in range(90))
    areas = "".join(f"  A{n}: {{at: [{n * 9}, 9]}}\n" for n in range(90))
    asked = "".join(f"  - {{name: r{n}, survives: {{closed: 2}}}}\n" for n in range(40))
    one = f"kind: area-map\nsize: 900 x 90\nareas:\n{areas}roads:\n{ring}requirements:\n{asked}"
    report = report_on(write(tmp_path, maps(*[one] * 20)))
    unknown = [proof for _, proof in report.proofs if proof.name.startswith("r")]
    assert {proof.holds for proof in unknown} == {None}, told(report)
    assert len(unknown) == 800
    assert "undecided-requirement" in [finding.code for finding in report.findings]
    (steps,) = {proof.detail.partition("map's steps, ")[2].partition(", was used up")[0] for proof in unknown}
    assert 800 * int(steps.replace(",", "")) <= PROOF_STEPS // 10


def test_what_is_proved_before_the_steps_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    areas = "".join(f"  P{n}: {{at: [{n * 9 + 5}, 9]}}\n" for n in range(9))
    roads = "".join(f"  - P{n} -- P{(n + by) % 9}\n" for n in range(9) for by in (1, 4))
    closures = "closures:\n  cone: {lies-on: every place, never: P0, at-most: 5}\n"
    asked = "requirements:\n  - {name: r, degree: {of: every place, at-least: 0}, with: {cone: 4}}\n"
    text = f"kind: area-map\nsize: 100 x 30\nareas:\n{areas}roads:\n{roads}{closures}{asked}"

    def detail(steps: int) -> str:
        monkeypatch.setattr("pnp.checks.map.map_findings.PROOF_STEPS", steps)
        ((_, proof),) = report_on(write(tmp_path, text, "town.yaml")).proofs
        return proof.detail.partition(",")[0]

    assert detail(2_000) == "as printed it holds"
    assert detail(6_000) == "with up to 1 closure it holds"
    assert detail(7_000) == "with up to 2 closures it holds"
    assert detail(20_000) == "each of 9 places has at least 0 neighbours"


@pytest.mark.nightly
def test_hints_do_not_depend_on_the_order_of_the_list(tmp_path: Path) -> None:
    areas = "".join(f"  A{n}: {{at: [{n % 20 * 9 + 5}, {n // 20 * 9 + 5}]}}\n" for n in range(200))
    roads = "".join(f"  - A{n} -- A{n + 1}\n" for n in range(199) if n not in (50, 140))
    demands = ["connected: true", *(f"reach: {{from: A{n}, to: A199}}" for n in range(0, 100, 20))]

    def hints(order: list[str]) -> dict[str, str | None]:
        asked = "".join(f"  - {{name: '{demand}', {demand}}}\n" for demand in order)
        one = f"kind: area-map\nsize: 200 x 200\nareas:\n{areas}roads:\n{roads}requirements:\n{asked}"
        report = report_on(write(tmp_path / str(len(list(tmp_path.iterdir()))), one, "town.yaml"))
        found = [each for each in report.findings if each.code == "broken-requirement"]
        return {each.message.split("'")[1]: each.hint for each in found}

    assert hints(demands) == hints(demands[::-1]) == hints(demands[3:] + demands[:3])


@pytest.mark.slow
def test_rows_count_in_each_language(tmp_path: Path) -> None:
    codes = [f"{first}{second}" for first in "fghij" for second in "abcde"]
    spoken = ("summary:", f"languages: [en, {', '.join(codes)}]\nsummary:")
    report = report_on(write(tmp_path / "many", harbour(spoken, (ROWS, rows(800)), ("expect: 3", "expect: 800"))))
    (found,) = [finding for finding in report.findings if finding.code == "too-much-work"]
    assert "801 rows to print in each of 26 languages" in found.message
    report = report_on(write(tmp_path / "few", harbour(spoken, (ROWS, rows(20)), ("expect: 3", "expect: 20"))))
    assert not report.errors, told(report)


@pytest.mark.slow
def test_aliases_of_a_pack_stand_for_so_many_values_and_no_more(tmp_path: Path) -> None:
    marks = ", ".join(["{line: M1 1L2 2}"] * 20)
    names = "".join(f"  {{0}}-{n}: *a\n" for n in range(200))
    text = f"kind: icons\nicons:\n  {{0}}: &a [{marks}]\n{names}".replace("{line", "{{line").replace("2}", "2}}")
    files = "".join(f"# file: x{n}.yaml\n{text.format(f'i{n}')}" for n in range(40))
    listed = "".join(f"  - x{n}.yaml\n" for n in range(40))
    report = report_on(write(tmp_path, harbour(("  - boat.yaml\n", f"  - boat.yaml\n{listed}")) + files))
    assert sorted(place.partition(".")[0] for place in refused(report)) == sorted(f"x{n}" for n in range(8, 40))
    assert "x8.yaml:43 over-limit" in refused(report)


@pytest.mark.slow
def test_thousands_of_unknown_names_are_answered_without_a_hint(tmp_path: Path) -> None:
    known = "".join(f"  crowd{n}: {n}\n" for n in range(900))
    layers = "".join(f'  - {{text: "{{crews{n}}}", where: fill}}\n' for n in range(900))
    pack = write(tmp_path, harbour(("definitions:\n", f"definitions:\n{known}"), (TEXT, layers)))
    found = [each for each in report_on(pack).findings if "crews" in each.message]
    hints = [finding.hint for finding in found if finding.hint and "did you mean 'crowd" in finding.hint]
    assert len(found) >= 900
    assert 10 < len(hints) < 300
    assert len({finding.hint for finding in found}) > len(hints) // 2


def drawn_of(loaded: Loaded, component: str) -> int:
    """How many parts of a component are drawn."""
    return next(len(each.parts.parts) for each in examine(loaded).drawn if each.parts.component == component)


@pytest.mark.usefixtures("tenth")
def test_rows_whose_texts_take_too_much_are_not_drawn_at_all(tmp_path: Path) -> None:
    loaded = load(find_targets([str(write(tmp_path / "pack", harbour((ROWS, rows(700)))))])[0])
    assert dear(examine(loaded).report).message.endswith(f"drawing this layer took {700 * (TEXT_STEPS + 110):,}")
    assert drawn_of(loaded, "boats") == 0


@pytest.mark.usefixtures("tenth")
def test_a_text_that_many_rows_share_is_counted_once(tmp_path: Path) -> None:
    alike = "rows:\n" + "".join(f"  - {{name: Boat {n}, sails: 1}}\n" for n in range(700))
    loaded = load(find_targets([str(write(tmp_path / "pack", harbour((ROWS, alike))))])[0])
    assert not [finding for finding in examine(loaded).report.findings if finding.code == "too-much-work"]
    assert drawn_of(loaded, "boats") == 700


@pytest.mark.usefixtures("tenth")
def test_a_component_that_takes_too_much_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    monkeypatch.setattr(
        "pnp.build.drawing.draw_component", lambda entry, *more: names.append(entry.id) or draw_component(entry, *more)
    )
    loaded = load(find_targets([str(write(tmp_path / "pack", harbour((ROWS, rows(500)), (TEXT, 9 * TEXT))))])[0])
    assert dear(examine(loaded).report)
    assert names == ["boats"]
