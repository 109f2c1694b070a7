"""Checks one game, up to but not including sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.build.causes import (
    NO_PICTURE,
    acceptances,
    each_cause_once,
    files_at_fault,
    hidden_appearance,
    hides_appearance,
    is_lost_name,
    is_no_room,
    report_on,
    shows_other_files,
)
from pnp.build.drawing import AllDrawn, DrawnBefore, blank, draw_all, draw_some
from pnp.build.memo import Memo
from pnp.build.target import other_language
from pnp.checks.deck import DECK_CHECKS
from pnp.checks.pack import PACK_CHECKS
from pnp.checks.rulebook import COMPUTED_RULE_CHECKS, RULEBOOK_CHECKS
from pnp.checks.rulebook.figures import undrawable_diagram, unknown_goals
from pnp.checks.run import plugin_checks, run_checks, settle
from pnp.checks.scene import LETTERING_CHECKS, SCENE_CHECKS
from pnp.checks.scene.undrawn import bad_icon
from pnp.checks.template import TEMPLATE_CHECKS
from pnp.checks.theme import THEME_CHECKS
from pnp.diagnostics import Check, Fault, Finding, Severity, Span, Subject
from pnp.draw.component import drawing_context
from pnp.facts import Facts, gather_facts, prints_too_much
from pnp.facts.contents import contents_of
from pnp.facts.diagrams import NoSketchError
from pnp.facts.look import Look, house_fallback, look_of
from pnp.facts.pictures import FaceSketch
from pnp.facts.rows import manifest
from pnp.facts.table import TableSketch, every_table, has_places
from pnp.loader import Target
from pnp.loader.pack import Loaded, load
from pnp.loader.reading import ReadCache
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import GameMap
from pnp.model.pack import PackDocument
from pnp.model.profile import HOME, Profile
from pnp.model.rulebook import Rulebook, RuleErrors
from pnp.model.table import GameTable
from pnp.model.translation import Translation
from pnp.network import Lowered, Network, Proof
from pnp.report import Report, merge
from pnp.rulebook import RulebookDocument
from pnp.scene.items import Item
from pnp.scene.parts import Drawn
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.lettering import Lettering, PrintedText, printed
from pnp.scene.typesetting.text import HOUSE_FALLBACK
from pnp.sheet.margins import HOUSE
from pnp.timing import stage


class Examined(Struct, frozen=True):
    """A checked game with its intermediate results and the report.

    `maps` are those drawn in the game's own colours, as a drawing context caches them. `fallback` are the fallback
    families of its sheets and rulebooks.
    """

    name: str
    game: Game
    networks: Mapping[str, Network]
    facts: Facts
    drawn: tuple[Drawn, ...]
    documents: Mapping[str, RulebookDocument]
    report: Report
    maps: Mapping[object, tuple[Item, ...]] = field(default_factory=dict)
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK
    cover: Drawn | None = None

    @property
    def language(self) -> str:
        """The language in which it was read, or an empty text for the game's own."""
        pack = self.game.pack
        return pack.language if pack and pack.language != pack.languages[0] else ""

    def with_findings(self, findings: Iterable[Finding]) -> Examined:
        """Return the game with more findings in its report."""
        return replace(self, report=merge((self.report, Report(tuple(findings)))))


def examine(
    loaded: Loaded,
    only: Sequence[str] = (),
    variant: str | None = None,
    draws_maps: bool = False,
    suggest: bool = False,
    memo: Memo | None = None,
) -> Examined:
    """Return the game with the report on it; on a single file if it was loaded for that file.

    `only` are the components to draw, empty for all. Maps are left blank unless `draws_maps`: checks do not depend on
    them. With `suggest`, a broken requirement lists several changes that would repair it. With a `memo`, results for
    objects unchanged since the last round are reused.
    """
    survey = _survey(loaded, only, variant, draws_maps, suggest, memo or Memo())
    return replace(survey.examined, report=_report(loaded, (survey,), whole=not only))


def early_findings(loaded: Loaded, memo: Memo) -> tuple[Finding, ...]:
    """Return the findings that need neither facts nor drawings: on documents, names, maps and their requirements.

    They take a tenth of the time of `examine`, which finds all of them too: an editor shows them while a text is typed.
    """
    game = loaded.game
    maps = tuple(game.all(GameMap))
    sharing = max(1, sum(bool(each.requirements) for each in maps))
    parts = (
        GroupResults(loaded.findings),
        *(_map(each, _lowered(each, memo), game.id, False, sharing, memo) for each in maps),
        _run_group((*TEMPLATE_CHECKS, *THEME_CHECKS), game, loaded),
        _run_group(RULEBOOK_CHECKS, game, loaded),
    )
    once = tuple(each_cause_once((finding for part in parts for finding in part.findings), game.unlisted))
    kept, _ = settle(once, tuple(acceptances(game)), game.id, (), tells_unused=False)
    return tuple(sorted(kept, key=lambda finding: finding.order))


def examine_languages(
    target: Target,
    languages: Sequence[str] = (),
    suggest: bool = False,
    first: Loaded | None = None,
    memo: Memo | None = None,
    errors_only: bool = False,
) -> tuple[Loaded, Examined]:
    """Return the game as loaded and as examined in its first language, with a report on several languages.

    These are `languages`, or all that the game declares; `first` is the game in the first of them, if already loaded.
    What does not depend on the language is computed once. With a `memo`, results for objects unchanged since the last
    round are reused. With `errors_only`, checks of faces that only warn are left out: they take longer than all others.
    Raises Refused for a language that the game lacks.
    """
    memo, shelf, reused = memo or Memo(), ReadCache(), memo is not None
    with stage("reading"):
        first = first or load(target, languages[0] if languages else None, shelf=shelf)
    for language in languages:
        other_language(first, language)
    codes = tuple(dict.fromkeys(languages or first.languages)) or ("",)
    home = memo.reused(at_home(first)) if reused else at_home(first)
    surveys = [_survey(home, suggest=suggest, memo=memo, errors_only=errors_only)._replace(language=codes[0])]
    others = () if prints_too_much(first.game) else codes[1:]  # one tells enough of a pack that is not drawn
    for language in others:
        with stage("reading"):
            loaded = at_home(load(target, language, shelf=shelf))
        proved = surveys[0].on_maps
        surveys.append(_survey(loaded, memo=memo, proved=proved, errors_only=errors_only)._replace(language=language))
    return first, replace(surveys[0].examined, report=_report(first, surveys, whole=True))


def examine_each(
    games: Mapping[str, Loaded], only: Sequence[str] = (), variant: str | None = None
) -> Mapping[str, Examined]:
    """Return a game in several languages, by code, as examined in each with its maps drawn; they share one report."""
    memo = Memo()
    surveys: list[_Survey] = []
    for language, loaded in games.items():
        proved = surveys[0].on_maps if surveys else None
        survey = _survey(loaded, only, variant, draws_maps=True, memo=memo, proved=proved)
        surveys.append(survey._replace(language=language))
    report = _report(next(iter(games.values())), surveys, whole=not only)
    return {survey.language: replace(survey.examined, report=report) for survey in surveys}


def kept_safe(game: Game, safe: float | None) -> Game:
    """Return the game with the safe zones of faces widened to at least that many millimetres."""
    if safe is None:
        return game
    documents = (
        replace(each, safe=max(each.safe, safe)) if isinstance(each, Template) else each for each in game.documents
    )
    return replace(game, documents=tuple(documents))


def at_home(loaded: Loaded) -> Loaded:
    """Return the game with the safe zone that its home profile requires."""
    home = loaded.game.find(Profile, HOME.id)
    return replace(loaded, game=kept_safe(loaded.game, home.safe)) if home and home.safe else loaded


class _Survey(NamedTuple):
    """The findings of a game in one language, before they are merged."""

    language: str
    examined: Examined
    parts: tuple[GroupResults, ...]
    on_maps: tuple[GroupResults, ...] = ()

    def findings(self, first: _Survey) -> Iterator[Finding]:
        """Yield its findings; those on maps, which are the same in every language, are looked for in the first."""
        parts = self.parts if self is first else (*self.parts, *first.on_maps)
        return (finding for part in parts for finding in part.findings)


def _survey(
    loaded: Loaded,
    only: Sequence[str] = (),
    variant: str | None = None,
    draws_maps: bool = False,
    suggest: bool = False,
    memo: Memo | None = None,
    proved: tuple[GroupResults, ...] | None = None,
    errors_only: bool = False,
) -> _Survey:
    """Return the findings of the game in its loaded language; those on maps may be `proved` before."""
    game, memo = loaded.game, memo or Memo()
    maps = tuple(game.all(GameMap))
    facts = _facts_in_rounds(game, memo)
    with stage("rulebooks"):
        fallback, look = house_fallback(game, variant), look_of(game, variant)
        books = [book for book in game.all(Rulebook) if _is_read(book, game.pack)]
        written = {book.id: _written(book, facts, fallback, look) for book in books}
    with stage("drawing"):
        drawn, crashes, drawings, cover = _drawn(facts, memo, only, variant, draws_maps)
        lacking = tuple(_picture_faults((document for document, _ in written.values()), facts))
    sharing = max(1, sum(bool(each.requirements) for each in maps))
    documents = {name: document for name, (document, _) in written.items()}
    lowered = ((each, _lowered(each, memo)) for each in maps if proved is None)
    on_maps = tuple(_map(each, how, game.id, suggest, sharing, memo) for each, how in lowered)
    broken = [proof for results in on_maps for proof in results.proofs if proof.holds is False]
    painted = (*drawn, cover) if cover else drawn
    lettering = _lettering(game, painted, documents, broken, fallback)
    on_faces = tuple(each for each in SCENE_CHECKS if each.rule.severity is Severity.ERROR or not errors_only)
    faces = [
        memo.of("faces", (each, errors_only), partial(_run_group, on_faces, each, loaded, "checks of faces"))
        for each in painted
    ]
    parts = (
        GroupResults((*loaded.findings, *crashes)),
        *on_maps,
        _run_group(PACK_CHECKS, facts, loaded),
        _run_group(DECK_CHECKS, facts, loaded),
        _run_group((*TEMPLATE_CHECKS, *THEME_CHECKS), game, loaded),
        _run_group(RULEBOOK_CHECKS, game, loaded),
        *(_run_group(COMPUTED_RULE_CHECKS, faults, loaded) for _, faults in written.values()),
        GroupResults(
            tuple(bad_icon.rule.finding(fault, game.id) for _, faults in written.values() for fault in faults.icons)
        ),
        GroupResults(tuple(undrawable_diagram.rule.finding(fault, game.id) for fault in lacking)),
        *(_run_group(LETTERING_CHECKS, each, loaded, "checks of lettering") for each in lettering),
        *_of_plugins(facts, loaded),
    )
    # Findings that follow from an error in another file are left out: of a face, those on its look and its room.
    found = [finding for part in (*parts, *(proved or ()), *faces) for finding in part.findings]
    at_fault = files_at_fault(found)
    by_others = files_at_fault(each for each in found if each.code not in NO_PICTURE)
    before_room = files_at_fault(each for each in found if not is_no_room(each))
    parts = tuple(_without_pictures(results, at_fault) for results in parts) if at_fault else parts
    for each, results in zip(painted, faces, strict=True):
        name = each.parts.component
        kept = _without(results, hidden_appearance(name, game, at_fault, by_others)) if at_fault else results
        room = not (before_room and hides_appearance(name, game, before_room))
        parts += (_without_consequences(kept, game, room),)
    pictures = drawings if draws_maps and variant is None else {}
    examined = Examined(loaded.name, game, facts.networks, facts, drawn, documents, Report(), pictures, fallback, cover)
    return _Survey(game.pack.language if game.pack else "", examined, parts, on_maps)


def draw(loaded: Loaded, variant: str | None, memo: Memo) -> tuple[Facts, AllDrawn]:
    """Return the facts of the game and its components, drawn with their maps.

    A following `examine` of the same game with the same `memo` draws nothing again: a page can show faces before the
    findings on them are known.
    """
    facts = _facts_in_rounds(loaded.game, memo)
    with stage("drawing"):
        return facts, _drawn(facts, memo, (), variant, draws_maps=True)


def draw_first(
    loaded: Loaded, only: Sequence[str], variant: str | None, memo: Memo, before: DrawnBefore | None = None
) -> tuple[Drawn, ...]:
    """Return these components, drawn with their maps; a following `draw` with the same `memo` draws the others.

    With an earlier round, only rows that are new since are drawn.
    """
    facts = _facts_in_rounds(loaded.game, memo)
    with stage("drawing"):
        return draw_some(facts, memo, only, variant, before)


def _facts_in_rounds(game: Game, memo: Memo) -> Facts:
    """Return the facts of a game, gathered once a round."""
    with stage("networks"):
        lowered = {each.id: _lowered(each, memo) for each in game.all(GameMap)}
        return memo.of("facts", (game,), partial(_facts, game, lowered))


def _drawn(facts: Facts, memo: Memo, only: Sequence[str], variant: str | None, draws_maps: bool) -> AllDrawn:
    """Return the components of a game, drawn once a round."""
    asked = (facts, "\n".join(only), variant, draws_maps)
    return memo.of("drawn", asked, partial(draw_all, facts, memo, only, variant, draws_maps))


def _is_read(book: Rulebook, pack: PackDocument | None) -> bool:
    """Whether a rulebook is in the language of the loaded game.

    One in none of the game's languages is read with the game's own, so that its errors are found.
    """
    if pack is None:
        return True
    language = book.written_in(pack)
    return pack.language == (language if language in pack.languages else pack.languages[0])


def _report(loaded: Loaded, surveys: Sequence[_Survey], whole: bool) -> Report:
    """Return the report on a game in these languages; `whole` if all of it was checked."""
    results = [part for survey in surveys for part in survey.parts]
    findings = {survey.language: survey.findings(surveys[0]) for survey in surveys}
    proofs = (proof for part in results for proof in part.proofs)
    return report_on(loaded, findings, proofs, sum(part.checks_run for part in results), whole)


class GroupResults(Struct, frozen=True):
    """The results of one group of checks."""

    findings: tuple[Finding, ...]
    checks_run: int = 0
    proofs: tuple[Proof, ...] = ()


def _without(results: GroupResults, codes: frozenset[str]) -> GroupResults:
    """Return the findings on faces without those of checks that may follow from an error that is reported."""
    return replace(results, findings=tuple(each for each in results.findings if each.code not in codes))


def _without_consequences(results: GroupResults, game: Game, room: bool) -> GroupResults:
    """Return the findings on faces without those of layers that another error leaves no `room`, and of lost names."""
    kept = (each for each in results.findings if room or not is_no_room(each))
    return replace(results, findings=tuple(each for each in kept if not is_lost_name(each, game)))


def _without_pictures(results: GroupResults, at_fault: Collection[str]) -> GroupResults:
    """Return the findings without those on pictures of what another file says, if an error there is reported."""
    return replace(results, findings=tuple(each for each in results.findings if not shows_other_files(each, at_fault)))


def _of_plugins(facts: Facts, loaded: Loaded) -> Iterator[GroupResults]:
    """Yield the findings of checks of other packages.

    They do not run on damaged games, because their findings might follow from errors that are already reported.
    """
    game, checks = facts.game, plugin_checks()
    damaged = game.names_incomplete or game.unread or any(each.damaged for each in (game.pack, *game.documents) if each)
    if checks and not damaged:
        yield _run_group(checks, contents_of(facts, loaded.name), loaded, "checks of plugins")


def _run_group(
    checks: tuple[Check[Subject], ...], subject: Subject, loaded: Loaded, name: str = "checks"
) -> GroupResults:
    at = loaded.game.pack.span if loaded.game.pack else Span(loaded.focus or loaded.name)
    with stage(name):
        return GroupResults(tuple(run_checks(checks, subject, at, loaded.game.id)), len(checks))


def facts_of(game: Game) -> Facts:
    """Return the facts of a game, with the networks of its maps."""
    return _facts(game, {each.id: _lowered(each, Memo()) for each in game.all(GameMap)})


def _facts(game: Game, lowered: Mapping[str, Lowered]) -> Facts:
    networks = {name: each.network for name, each in lowered.items()}
    return gather_facts(game, networks, {name: each.classes for name, each in lowered.items()})


def _lowered(game_map: AnyMap, memo: Memo) -> Lowered:
    from pnp.network import lower

    return memo.of("lowered", (game_map,), partial(lower, game_map))


def _written(
    book: Rulebook, facts: Facts, fallback: tuple[str | Family, ...], look: Look
) -> tuple[RulebookDocument, RuleErrors]:
    from pnp.rulebook import build_rulebook

    return build_rulebook(book, facts, fallback, look)


def _picture_faults(documents: Iterable[RulebookDocument], facts: Facts) -> Iterator[Fault]:
    """Yield what the pictures of rulebooks lack; what is seen on a face is known only when it is drawn."""
    found = [panel.sketch for document in documents for panel in document.panels()]
    moments = [shown for shown in found if isinstance(shown, TableSketch) and (shown.around or shown.ways)]
    sketches = [shown for shown in found if isinstance(shown, FaceSketch) and shown.call_outs]
    tables = [each for each in every_table(facts) if has_places(each)]
    if (sketches or tables or moments) and not prints_too_much(facts.game):
        from pnp.draw.pictures import FaceShelf, picture_faults
        from pnp.draw.table import moment_faults, places_to_go

        shelf = FaceShelf(facts, drawing_context(facts.game, None, blank))
        yield from picture_faults(sketches, shelf)
        for laid in tables:
            try:
                for thing, places in places_to_go(laid, shelf):
                    yield from unknown_goals(thing, laid, places, facts)
            except NoSketchError as error:
                if error.fault:
                    yield error.fault
        yield from moment_faults(moments, shelf)


def _lettering(
    game: Game,
    drawn: Sequence[Drawn],
    documents: Mapping[str, RulebookDocument],
    broken: Sequence[Proof],
    fallback: tuple[str | Family, ...],
) -> Iterator[Lettering]:
    """Yield the texts of the game, wherever they are printed, that do not print as written."""
    style = replace(HOUSE, fallback=fallback).bodies

    def wrong(texts: Iterable[tuple[str, Span]]) -> tuple[PrintedText, ...]:
        found = (printed(text, span, style) for text, span in texts)
        return tuple(text for text in found if not text.prints)

    if game.pack:
        yield Lettering("on the sheets of the game", wrong((each.text, each.span) for each in game.pack.wording))
    for translation in game.all(Translation):
        yield Lettering("in the translation", wrong((each.text, each.span) for each in translation.wording))
    components = {entry.id: component for entry, component in manifest(game)}
    for each in drawn:
        faces, *labels = each.lettering
        component = components.get(each.parts.component)
        beside = wrong((text.text, text.span) for text in component.wording) if component else ()
        yield replace(faces, texts=(*faces.texts, *beside))
        yield from labels
    names = ((thing.name, thing.span) for table in game.all(GameTable) for thing in table.things)
    yield Lettering("on the table", wrong(names))
    yield from (Lettering("in the rules", document.flaws) for document in documents.values())
    # the name of a broken requirement is printed over its map (`pnp check --overlay`)
    yield Lettering("among the requirements", wrong((proof.name, proof.span) for proof in broken))


def _map(game_map: AnyMap, lowered: Lowered, pack: str | None, suggest: bool, sharing: int, memo: Memo) -> GroupResults:
    from pnp.checks.map.map_findings import check_map

    asked = (game_map, lowered, pack, suggest, sharing)
    with stage("proofs"):
        report = memo.of("map", asked, partial(check_map, *asked))
    return GroupResults(report.findings, report.checks_run, report.proofs)
