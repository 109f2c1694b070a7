"""A pack whose formulas or faces are too much work."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, Span, check
from pnp.facts import MOST_FACES, Facts, faces_of, has_too_many_faces, languages_of, manifest, rows_of
from pnp.model.game import Game
from pnp.model.reference import Formula
from pnp.source.ledger import or_large

HINT = "count over shorter lists, or over fewer of them; compute what is the same for all rows once, as a definition"

FEWER = "print fewer rows, or repeat the layer less often"


@check("too-much-work", severity=ERROR)
def too_much_work(facts: Facts) -> Iterator[Fault]:
    """The formulas and faces of a pack need more work than the limit.

    Work is counted in steps: one for each name, number and operator, again in each repetition of a loop, 110 for each
    drawn layer, and 700 and 5 a character for each text that is typeset. The definitions, templates, rulebooks and
    requirements of a pack share one total in all its languages, about two seconds. The finding names the component, and
    the formula or layer that took most of it. Later formulas are neither drawn nor checked.

    Fix: shorten the lists in the formula, or compute what all rows share once, as a definition. If you trust the pack,
    check and build it with `--large`: it allows ten times as much.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions:
          waves: sum(sum(a * b for b in range(1, 400)) for a in range(1, 999))
          storms: sum(sum(a * b for b in range(1, 400)) for a in range(1, 999))
          gusts: sum(sum(a * b for b in range(1, 400)) for a in range(1, 999))

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions:
          waves: sum(range(1, 999)) * sum(range(1, 400))
    """
    if has_too_many_faces(facts.game):
        yield _too_many(facts.game)
    dearest = facts.work.dearest()
    if facts.work.exhausted and dearest:
        what, steps = dearest
        span, part, hint = _named(what)
        name, most = max(facts.work.components.items(), key=lambda each: each[1], default=("", 0))
        where = f", most of them for '{name}'" if 2 * most > facts.work.taken else ""
        message = f"the formulas and faces of the pack take more than {facts.work.steps:,} steps of work{where}"
        yield Fault(span, f"{message}; {part} took {steps:,}", hint + or_large(facts.game.scale))


def _named(what: object) -> tuple[Span, str, str]:
    """Return the position of what took most steps, a description, and a hint."""
    match what:
        case Formula(span=span):
            return span, "this formula", HINT
        case Span():
            return what, "drawing this layer", FEWER
    raise TypeError("work is charged to formulas and to the places of layers")


def _too_many(game: Game) -> Fault:
    """Return the fault of too many faces, at the component with the most rows."""
    rows = {component.id: (len(rows_of(component, game)), component.span) for _, component in manifest(game)}
    _, span = max(rows.values(), key=lambda each: (each[0], each[1]))
    languages = f" in each of {languages_of(game)} languages" if languages_of(game) > 1 else ""
    message = f"the components of the pack have {faces_of(game):,} rows to print{languages}"
    message += f"; at most {MOST_FACES * game.scale:,} are drawn"
    return Fault(span, message, "split the game into several packs" + or_large(game.scale))
