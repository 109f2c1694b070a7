"""What is reported of all findings: each cause once, in all languages together, without what the game accepts."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import cast

from msgspec.structs import replace

from pnp.checks import every_rule
from pnp.checks.deck.fields import bad_field_value, unbound_field
from pnp.checks.deck.rows import empty_component, repeated_name, unmet_comparison
from pnp.checks.deck.selection import unused_layer
from pnp.checks.map.network import broken_requirement
from pnp.checks.map.paper import labels_too_close
from pnp.checks.pack.manifest import (
    BEFORE_SHARING,
    missing_credit,
    missing_licence,
    unfinished_pack,
    unprinted_component,
)
from pnp.checks.pack.rules import too_much_work
from pnp.checks.pack.tables import crowded_table, too_few_on_table, unknown_on_table
from pnp.checks.rulebook.figures import undrawable_diagram
from pnp.checks.run import settle
from pnp.checks.scene.fit import outside_safe_zone, text_overflow, text_too_small, turned_box
from pnp.checks.scene.lettering import crowded_label
from pnp.checks.scene.low_contrast import faint_icon, low_contrast
from pnp.checks.scene.overlaps import hidden_layer, hidden_text, texts_overlap
from pnp.checks.scene.undrawn import bad_icon, bad_picture, failed_expression, missing_picture, unusable_value
from pnp.diagnostics import (
    LANGUAGE,
    Cause,
    Finding,
    Missing,
    Mistaken,
    NoRoom,
    Overworked,
    Severity,
    Span,
    TooAlike,
    Unreached,
)
from pnp.expression import identifier
from pnp.loader.pack import Loaded
from pnp.loader.rules import UNLISTED_DOCUMENT
from pnp.messages import many
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.faces.theme import Theme
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.reference import Acceptance
from pnp.network import Proof
from pnp.report import Report
from pnp.source.rules import SURPRISING_VALUE
from pnp.source.table_rules import RAGGED_ROW

QUOTING = frozenset(
    each.rule.code
    for each in (
        empty_component,
        hidden_text,
        low_contrast,
        missing_credit,
        missing_licence,
        outside_safe_zone,
        repeated_name,
        text_overflow,
        text_too_small,
        unfinished_pack,
        unprinted_component,
    )
) | {UNLISTED_DOCUMENT.code}
"""Checks whose messages quote a text or name of the game, or count uses of one: at the same place, a different message
has the same cause."""

PICTURED = frozenset(each.rule.code for each in (crowded_table, too_few_on_table, undrawable_diagram, unknown_on_table))
"""The checks of pictures of the game, in its rules and of its table: they show what other files say."""

SEEN = frozenset(each.rule.code for each in (faint_icon, hidden_layer, hidden_text, low_contrast))
"""Checks of what can be seen on faces, which depends also on pictures."""

APPEARANCE = SEEN | frozenset(
    each.rule.code
    for each in (crowded_label, outside_safe_zone, text_overflow, text_too_small, texts_overlap, turned_box)
)
"""Checks of how faces look, which depends on all that is drawn: an error elsewhere in a face may be the cause."""

NO_PICTURE = frozenset(each.rule.code for each in (bad_icon, bad_picture, missing_picture))
"""Checks of pictures and icons that are not drawn: texts have their size and their place all the same."""


def files_at_fault(findings: Iterable[Finding]) -> frozenset[str]:
    """Return the files with errors other than those of how faces and pictures look."""
    looks = APPEARANCE | PICTURED
    return frozenset(each.span.file for each in findings if each.severity is Severity.ERROR and each.code not in looks)


def is_lost_name(finding: Finding, game: Game) -> bool:
    """Whether a formula has an unknown name in a template of which a part, which may define it, could not be read."""
    unknown = finding.code == failed_expression.rule.code and isinstance(finding.cause, Missing)
    return unknown and any(each.damaged and each.span.file == finding.span.file for each in game.all(Template))


def is_no_room(finding: Finding) -> bool:
    """Whether a layer has no room left, which may follow from another error in its template."""
    return isinstance(finding.cause, NoRoom)


def shows_other_files(finding: Finding, at_fault: Collection[str]) -> bool:
    """Whether a picture of the rules or of a table may be wrong because another file is."""
    return finding.code in PICTURED and any(file != finding.span.file for file in at_fault)


def hidden_appearance(
    component: str, game: Game, at_fault: Collection[str], by_others: Collection[str]
) -> frozenset[str]:
    """Return the checks whose findings on a component may follow from errors in a template, a layer or the theme.

    The files `by_others` are at fault by more than pictures.
    """
    if hides_appearance(component, game, by_others):
        return APPEARANCE
    return SEEN if hides_appearance(component, game, at_fault) else frozenset()


def hides_appearance(component: str, game: Game, at_fault: Collection[str]) -> bool:
    """Whether the look of a component's faces follows from an error in a template, a layer or the theme."""
    entries = game.pack.components if game.pack else ()
    found = game.find(Component, next((each.component.name for each in entries if each.id == component), component))
    files = {theme.span.file for theme in game.all(Theme)}
    for name in found.templates if found else ():
        template = game.find(Template, name.name)
        if template:
            files |= {template.span.file, *(layer.span.file for layer in template.every_layer())}
    return not files.isdisjoint(at_fault)


def each_cause_once(
    findings: Iterable[Finding], unlisted: Mapping[str, Collection[str]] | None = None
) -> Iterator[Finding]:
    """Yield the findings without duplicates and without consequences of others.

    A surprising value is omitted where the value is wrong anyway, and a value that many templates use is reported once.
    A label that is crowded at one size is omitted if it is crowded at every size, and how a value or its row looks if
    the field does not take it, or that a text is covered or hard to read if it is too large for its box. A text that is
    too large with its braces is reported for these. If the pack as a whole takes too much work, exceeded budgets of its
    formulas are omitted. Names that a file would define which the pack does not list are reported once, for the file:
    `unlisted` are these files with those names.
    """
    found = _without_mistaken_languages(tuple(dict.fromkeys(findings)))
    if any(finding.code == too_much_work.rule.code for finding in found):
        found = tuple(each for each in found if not isinstance(each.cause, Overworked))
    found = tuple(_without_rows_at_fault(_unlisted_once(_unprinted_once(found), unlisted or {})))
    found = _unbound_once(_without_places_at_fault(_without_unmet_layers(_without_unreached(found))))
    wrong = {_place(finding) for finding in found if finding.severity is Severity.ERROR}
    told = {_cause(finding) for finding in found if not _is_derived(finding)}
    crowded = {_place(finding) for finding in found if finding.code == labels_too_close.rule.code}
    too_large = {_place(finding): {*finding.rows} for finding in found if finding.code == text_overflow.rule.code}
    untaken = {_place(finding) for finding in found if finding.code == bad_field_value.rule.code}
    wrong_rows = {row for each in found if each.code == bad_field_value.rule.code for row in each.rows}
    for finding in found:
        surprise = finding.code == SURPRISING_VALUE.code and _place(finding) in wrong
        again = finding.code == crowded_label.rule.code and _place(finding) in crowded
        again = again or (finding.code in APPEARANCE and _place(finding) in untaken)
        again = again or (finding.code in APPEARANCE and finding.rows != () and wrong_rows.issuperset(finding.rows))
        again = again or (finding.code == hidden_text.rule.code and _place(finding) in too_large)
        spilt = finding.code == low_contrast.rule.code and {*finding.rows} <= too_large.get(_place(finding), set())
        again = again or (spilt and finding.rows != ())  # onto another ground
        if not surprise and not again and not (_is_derived(finding) and _cause(finding) in told):
            yield finding
            if _is_derived(finding) and isinstance(finding.cause, Missing):
                told.add(finding.cause)


def _without_mistaken_languages(found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the findings without those of documents in the language that the manifest means, and of the one it lists.

    What it lists is reported.
    """
    mistaken = [each.cause for each in found if isinstance(each.cause, Mistaken)]
    meant = {Missing(each.meant, LANGUAGE) for each in mistaken} | {Missing(each.code, LANGUAGE) for each in mistaken}
    return tuple(each for each in found if each.cause not in meant) if mistaken else found


def _unprinted_once(found: Sequence[Finding]) -> Sequence[Finding]:
    """Return the findings; a component that no line of the pack prints, but whose name is used, is one error."""
    lines = {each.cause: each for each in found if each.code == unprinted_component.rule.code}
    uses: dict[Finding, list[Finding]] = {}
    for finding in found:
        if finding.code in PICTURED and finding.cause in lines:
            uses.setdefault(lines[finding.cause], []).append(finding)
    gone = {each for group in uses.values() for each in group}
    errors = {
        line: replace(line, severity=Severity.ERROR, message=f"{line.message}, and {_place_told(group)}")
        for line, group in uses.items()
    }
    return tuple(errors.get(each, each) for each in found if each not in gone)


def _without_places_at_fault(found: Sequence[Finding]) -> Sequence[Finding]:
    """Return the findings without the number of places on a line of a table where one of them does not exist."""
    wrong = {_place(each)[:2] for each in found if each.code == undrawable_diagram.rule.code}
    return tuple(each for each in found if each.code != unknown_on_table.rule.code or _place(each)[:2] not in wrong)


def _without_unreached(found: Sequence[Finding]) -> Sequence[Finding]:
    """Return the findings without formulas that fail on a map of which a requirement is broken, as of its roads."""
    broken = {
        identifier(PurePosixPath(each.span.file).stem) for each in found if each.code == broken_requirement.rule.code
    }
    return tuple(each for each in found if not isinstance(each.cause, Unreached) or each.cause.maps.isdisjoint(broken))


def _without_unmet_layers(found: Sequence[Finding]) -> Sequence[Finding]:
    """Return the findings without layers that no row shows because of a text that their condition never meets."""
    unmet = [each for each in found if each.code == unmet_comparison.rule.code]
    return tuple(
        each for each in found if each.code != unused_layer.rule.code or not any(_is_in(it, each) for it in unmet)
    )


def _without_rows_at_fault(found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings; of a row of a table that is split wrongly, only that: an error if another one follows."""
    split = {(each.span.file, each.span.line) for each in found if each.code == RAGGED_ROW.code}
    follow = {
        each
        for each in found
        if (each.span.file, each.span.line) in split
        and each.code != RAGGED_ROW.code
        and (each.span.row is not None or each.code == bad_field_value.rule.code)
    }
    wrong = {(each.span.file, each.span.line) for each in follow if each.severity is Severity.ERROR}
    for finding in found:
        if finding.code == RAGGED_ROW.code and (finding.span.file, finding.span.line) in wrong:
            yield replace(finding, severity=Severity.ERROR)
        elif finding not in follow:
            yield finding


def _unbound_once(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings; a text that is too large with a field printed as `{{name}}` is one error, at the braces.

    So is one that the braces make so wide that it is on another ground.
    """
    braces = [each for each in found if each.code == unbound_field.rule.code]
    follow = (text_overflow.rule.code, text_too_small.rule.code, low_contrast.rule.code)
    sizes = [each for each in found if braces and each.code in follow]
    blamed = {size: brace for size in sizes for brace in braces if _is_in(brace, size)}
    errors = {brace for size, brace in blamed.items() if size.severity is Severity.ERROR}
    kept = (each for each in found if each not in blamed)
    return tuple(replace(each, severity=Severity.ERROR) if each in errors else each for each in kept)


def _is_in(inner: Finding, outer: Finding) -> bool:
    """Whether the place of a finding is in that of another."""
    a, b = inner.span, outer.span
    starts = (b.line, b.column) <= (a.line, a.column)
    return a.file == b.file and starts and (a.end_line, a.end_column) <= (b.end_line, b.end_column)


def _unlisted_once(found: Sequence[Finding], defined: Mapping[str, Collection[str]]) -> Sequence[Finding]:
    """Return the findings; a file that is not listed, but whose name is used, is one error instead of many.

    So is a file that defines names which are used: a theme or a set of icons.
    """
    unlisted = {PurePosixPath(each.span.file).stem: each for each in found if each.code == UNLISTED_DOCUMENT.code}
    if not unlisted:
        return found
    named = {identifier(name): name for name in unlisted} | {name: name for name in unlisted}
    brings = {name: PurePosixPath(file).stem for file, names in defined.items() for name in names}
    uses: dict[str, list[Finding]] = {}
    for finding in found:
        missing = finding.cause
        if finding.severity is Severity.ERROR and isinstance(missing, Missing):
            name = (brings if missing.kind in DEFINED else named).get(missing.name)
            if name in unlisted:
                uses.setdefault(name, []).append(finding)
    gone = {finding for name in uses for finding in uses[name]}
    errors = {
        unlisted[name]: replace(
            unlisted[name],
            severity=Severity.ERROR,
            message=f"{unlisted[name].message}, and {_place_told(uses[name])}",
        )
        for name in uses
    }
    return tuple(errors.get(finding, finding) for finding in found if finding not in gone)


DEFINED = frozenset(("colour", "icon", "line", "pattern", "text style"))
"""The kinds of names that a theme or a set of icons defines; names of other kinds are those of files."""


def _place_told(uses: Sequence[Finding]) -> str:
    span = min(use.span for use in uses)
    first = f"{PurePosixPath(span.file).name}:{span.line}"
    more = f" and {many(len(uses) - 1, 'more place')}" if len(uses) > 1 else ""
    return f"{first}{more} {'uses' if len(uses) == 1 else 'use'} it"


def in_every_language(by_language: Mapping[str, tuple[Finding, ...]]) -> tuple[Finding, ...]:
    """Return the findings of a game in several languages, each cause once.

    A finding that only some languages have is marked with these.
    """
    if len(by_language) == 1:
        return next(iter(by_language.values()))
    first: dict[object, Finding] = {}
    languages: dict[object, dict[str, None]] = {}
    often: dict[object, int] = {}
    for language, findings in by_language.items():
        counts = Counter(map(_translated_cause, findings))
        met: Counter[object] = Counter()
        for finding in findings:
            # a hint may depend on the language: it guesses a name from those that are used
            cause, key = _translated_cause(finding), cast("object", replace(finding, hint=None))
            # languages with equally many findings of a cause: their first findings are the same, their second, and so
            # on
            if cause and often.setdefault(cause, counts[cause]) == counts[cause]:
                key = (cause, met[cause])
                met[cause] += 1
            known = first.setdefault(key, finding)
            if not known.hint:
                first[key] = replace(known, hint=finding.hint)
            languages.setdefault(key, {})[language] = None
    return tuple(
        finding if len(languages[key]) == len(by_language) else replace(finding, languages=tuple(languages[key]))
        for key, finding in first.items()
        if len(languages[key]) == len(by_language) or not is_of_something_unused(finding)
    )


def insisted_on(findings: Iterable[Finding], severity: Severity) -> tuple[Finding, ...]:
    """Return the findings; those about what a game needs only when others print it have that severity."""
    return tuple(replace(each, severity=severity) if each.code in BEFORE_SHARING else each for each in findings)


def is_of_something_unused(finding: Finding) -> bool:
    """Whether it reports something as unused, which is true only if it is unused in every language."""
    return finding.code.startswith("unused-")


def _translated_cause(finding: Finding) -> object:
    """Return the cause of a finding whose message depends on the language although its cause does not; else None.

    Some messages quote a text of the game. Others name rows, and rows are named by their texts.
    """
    if finding.code in QUOTING or is_of_something_unused(finding):  # its hint may name a similar word of the language
        return finding.code, finding.severity, finding.layer or finding.span
    if finding.rows:
        return finding.code, finding.severity, finding.span, _cause(finding)
    return None


def naming_languages(finding: Finding) -> Finding:
    """Return the finding with its languages in its message, if only some languages have it."""
    if not finding.languages:
        return finding
    return replace(finding, message=f"in {', '.join(finding.languages)}: {finding.message}")


def _is_derived(finding: Finding) -> bool:
    """Whether it is about a value at its use in a template, not where it is written."""
    written = finding.span.pointer.startswith("/rows/") or finding.span.row is not None
    return finding.code == unusable_value.rule.code and not written


def _cause(finding: Finding) -> Cause:
    return finding.cause or finding.message


def _place(finding: Finding) -> tuple[str, int, int]:
    return finding.span.file, finding.span.line, finding.span.column


def in_its_line(finding: Finding, texts: Mapping[str, str]) -> Finding:
    """Return the finding at the piece that it means of a text of several lines, if a line has the whole piece."""
    span = finding.span
    if span.piece is None or span.file not in texts:
        return finding
    piece, before = span.piece
    for number, line in enumerate(texts[span.file].splitlines()[span.line - 1 : span.end_line], span.line):
        if line.count(piece) <= before:
            before -= line.count(piece)
            continue
        column = -1
        for _ in range(before + 1):
            column = line.index(piece, column + 1)
        place = (number, column + 1, number, column + 1 + len(piece))
        return replace(finding, span=Span(span.file, *place, span.pointer, span.row))
    return finding


def colours_once(found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings; of several layers of a template with the same two colours on each other, only the worst."""
    groups: dict[tuple[str, Cause], list[Finding]] = {}
    for finding in found:
        if isinstance(finding.cause, TooAlike):
            groups.setdefault(((finding.layer or finding.span).file, finding.cause), []).append(finding)
    told = dict[Finding, Finding]()
    for group in groups.values():
        worst = min(group, key=lambda each: each.severity is not Severity.ERROR)
        more = (
            f", and so {'is' if len(group) == 2 else 'are'} {many(len(group) - 1, 'other layer')}"
            if len(group) > 1
            else ""
        )
        told[worst] = replace(worst, message=f"{worst.message}{more}")
    yield from (told.get(each, each) for each in found if each in told or not isinstance(each.cause, TooAlike))


# The report.


def report_on(
    loaded: Loaded,
    by_language: Mapping[str, Iterable[Finding]],
    proofs: Iterable[Proof],
    checks_run: int,
    whole: bool,
) -> Report:
    """Return the report on a game, after settling acceptances, limited to the file that it was loaded for.

    Only for the `whole` game can unused acceptances be known.
    """
    game = loaded.game
    found = in_every_language(
        {language: tuple(each_cause_once(findings, game.unlisted)) for language, findings in by_language.items()}
    )
    if not by_language.keys() >= set(loaded.languages):  # another language may use it
        whole, found = False, tuple(finding for finding in found if not is_of_something_unused(finding))
    accepts = tuple(acceptances(game))
    codes = [rule.code for rule in every_rule()] if accepts else ()
    kept, accepted = settle(found, accepts, game.id, codes, tells_unused=whole)
    kept = tuple(naming_languages(in_its_line(finding, loaded.texts)) for finding in colours_once(kept))
    proved, texts = tuple((game.id, proof) for proof in proofs), dict(loaded.texts)
    if loaded.focus:
        files = {loaded.focus, *_tables_of(game, loaded.focus)}
        kept = tuple(finding for finding in kept if finding.span.file in files)
        texts = {name: text for name, text in texts.items() if name in files}
        proved = tuple((pack, proof) for pack, proof in proved if _file_of(game, proof.map) == loaded.focus)
    return Report(
        findings=tuple(sorted(kept, key=lambda finding: finding.order)),
        proofs=proved,
        checks_run=checks_run,
        suppressed=accepted,
        texts=texts,
    )


def acceptances(game: Game) -> Iterator[Acceptance]:
    """Yield the findings that the documents of a game accept."""
    for document in (game.pack, *game.documents):
        yield from getattr(document, "accepts", ())


def _tables_of(game: Game, file: str) -> Iterator[str]:
    """Return the tables with the rows of the component, or the cells of the map, in that file."""
    yield from (each.header.file for each in game.all(Component) if each.header and each.span.file == file)
    for each in game.all(GameMap):
        if each.kind == "grid-map" and each.terrain_file and each.span.file == file:
            yield each.terrain_file.file.name


def _file_of(game: Game, game_map: str) -> str | None:
    found = game.find(GameMap, game_map)
    return found.span.file if found else None
