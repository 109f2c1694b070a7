"""Checking one game: everything that can be said of it before paper."""

from __future__ import annotations

from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

from pnp.build.causes import each_cause_once
from pnp.build.drawing import draw_all
from pnp.build.memo import Memo
from pnp.checks.acceptance import settle
from pnp.checks.deck import DECK_CHECKS
from pnp.checks.face import FACE_CHECKS
from pnp.checks.pack import PACK_CHECKS
from pnp.checks.rulebook import COMPUTED_RULE_CHECKS, RULEBOOK_CHECKS
from pnp.checks.run import run_checks
from pnp.checks.scene import SCENE_CHECKS
from pnp.diagnostics import Check, Finding, Span, Subject
from pnp.facts import Facts, gather_facts
from pnp.model.component import Component
from pnp.model.game_map import GameMap
from pnp.model.rulebook import Rulebook
from pnp.records import dataclass
from pnp.report import Report, merge
from pnp.stages import stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pnp.load import Loaded
    from pnp.model.acceptance import Acceptance
    from pnp.model.game import Game
    from pnp.model.rule_troubles import RuleTroubles
    from pnp.network import Lowered, Network, Proof
    from pnp.rulebook import Document
    from pnp.scene.items import Item
    from pnp.scene.placed import Drawn


@dataclass(frozen=True, slots=True)
class Examined:
    """A game that was looked at, with what was made of it on the way, and the report.

    `maps` are those that were drawn in the game's own colours, as a studio keeps them.
    """

    name: str
    game: Game
    networks: Mapping[str, Network]
    facts: Facts
    drawn: tuple[Drawn, ...]
    documents: Mapping[str, Document]
    report: Report
    maps: Mapping[object, tuple[Item, ...]] = field(default_factory=dict, repr=False)

    def with_findings(self, findings: Iterable[Finding]) -> Examined:
        """The same with more findings in its report."""
        return replace(self, report=merge((self.report, Report(tuple(findings)))))


def examine(
    loaded: Loaded,
    only: Sequence[str] = (),
    variant: str | None = None,
    draws_maps: bool = False,
    suggest: bool = False,
    memo: Memo | None = None,
) -> Examined:
    """What there is to say of a game; of one file alone where it was loaded for that.

    `only` are the components to draw, all where it is empty. Maps are left blank unless `draws_maps`: what is checked
    does not hang on them. With `suggest` a broken requirement lists several changes that would mend it. With a `memo`
    nothing is worked out again from what is the same as in the round before.
    """
    game, memo = loaded.game, memo or Memo()
    maps = tuple(game.all(GameMap))
    with stage("networks"):
        lowered = {each.id: _lowered(each, memo) for each in maps}
        networks = {name: each.network for name, each in lowered.items()}
        facts = gather_facts(game, networks)
    with stage("rulebooks"):
        written = {book.id: _written(book, facts) for book in game.all(Rulebook)}
    with stage("drawing"):
        drawn, crashes, drawings = draw_all(facts, memo, only, variant, draws_maps)
    sharing = max(1, sum(bool(each.requirements) for each in maps))
    parts = (
        Looked((*loaded.findings, *crashes)),
        *(_map(each, lowered[each.id], game.id, suggest, sharing, memo) for each in maps),
        _look(PACK_CHECKS, facts, loaded),
        _look(DECK_CHECKS, facts, loaded),
        _look(FACE_CHECKS, game, loaded),
        _look(RULEBOOK_CHECKS, game, loaded),
        *(_look(COMPUTED_RULE_CHECKS, faults, loaded) for _, faults in written.values()),
        *(memo.of("faces", (each,), partial(_look, SCENE_CHECKS, each, loaded, "checks of faces")) for each in drawn),
    )
    documents = {name: document for name, (document, _) in written.items()}
    report = _report(loaded, parts, whole=not only)
    kept = drawings if draws_maps and variant is None else {}
    return Examined(loaded.name, game, networks, facts, drawn, documents, report, kept)


@dataclass(frozen=True, slots=True)
class Looked:
    """What one round of checks came to."""

    findings: tuple[Finding, ...]
    checks_run: int = 0
    proofs: tuple[Proof, ...] = ()


def _look(checks: tuple[Check[Subject], ...], subject: Subject, loaded: Loaded, name: str = "checks") -> Looked:
    at = loaded.game.pack.span if loaded.game.pack else Span(loaded.focus or loaded.name)
    with stage(name):
        return Looked(tuple(run_checks(checks, subject, at, loaded.game.id)), len(checks))


def _lowered(game_map: GameMap, memo: Memo) -> Lowered:
    from pnp.network import lower

    return memo.of("lowered", (game_map,), partial(lower, game_map))


def _written(book: Rulebook, facts: Facts) -> tuple[Document, RuleTroubles]:
    from pnp.rulebook import build_rulebook

    return build_rulebook(book, facts)


def _map(game_map: GameMap, lowered: Lowered, pack: str | None, suggest: bool, sharing: int, memo: Memo) -> Looked:
    from pnp.checks.map import check_map

    asked = (game_map, lowered, pack, suggest, sharing)
    with stage("proofs"):
        report = memo.of("map", asked, partial(check_map, *asked))
    return Looked(report.findings, report.checks_run, report.proofs)


def _report(loaded: Loaded, parts: Sequence[Looked], whole: bool) -> Report:
    """The report on a game; where one file is asked for, what concerns that file, and acceptances are settled after
    that. Which of them are unused is known of the `whole` game only.
    """
    game = loaded.game
    found = each_cause_once(finding for part in parts for finding in part.findings)
    kept, accepted = settle(found, tuple(_accepted(game)), game.id, tells_unused=whole)
    proofs = tuple((game.id, proof) for part in parts for proof in part.proofs)
    texts = dict(loaded.texts)
    if loaded.focus:
        files = {loaded.focus, *_tables_of(game, loaded.focus)}
        kept = tuple(finding for finding in kept if finding.span.file in files)
        texts = {name: text for name, text in texts.items() if name in files}
        proofs = tuple((pack, proof) for pack, proof in proofs if _file_of(game, proof.map) == loaded.focus)
    return Report(
        findings=tuple(sorted(kept, key=lambda finding: finding.order)),
        proofs=proofs,
        checks_run=sum(part.checks_run for part in parts),
        suppressed=accepted,
        texts=texts,
    )


def _tables_of(game: Game, file: str) -> Iterator[str]:
    """The table that the component in that file takes its rows from."""
    return (each.header.file for each in game.all(Component) if each.header and each.span.file == file)


def _file_of(game: Game, game_map: str) -> str | None:
    found = game.find(GameMap, game_map)
    return found.span.file if found else None


def _accepted(game: Game) -> Iterator[Acceptance]:
    for document in (game.pack, *game.documents):
        yield from getattr(document, "accepts", ())
