"""A pack whose formulas or faces are too much work."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, Span, check
from pnp.facts import MOST_FACES, Facts, faces_of, has_too_many_faces, languages_of, manifest, rows_of
from pnp.model.game import Game
from pnp.model.reference import Formula

HINT = "count over shorter lists, or over fewer of them; compute what is the same for all rows once, as a definition"


@check("too-much-work", severity=ERROR)
def too_much_work(facts: Facts) -> Iterator[Fault]:
    """The formulas of a pack need more work than the limit.

    Work is counted in steps: one for each name, number and operator, again in each repetition of a loop, and 100 for
    each drawn layer. The definitions, templates, rulebooks and requirements of a pack share one total, which grows with
    the number of printed rows. The finding names the formula that took most of it. Later formulas are neither drawn nor
    checked.

    Fix: shorten the lists in the formula, or compute what all rows share once, as a definition.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions:
          waves: sum(sum(a * b for b in range(1, 400)) for a in range(1, 999))
          storms: sum(sum(a * b for b in range(1, 400)) for a in range(1, 999))

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
        message = f"the formulas of the pack take more than {facts.work.steps:,} steps of work"
        yield Fault(span, f"{message}; {part} took {steps:,} of them", hint)


def _named(what: object) -> tuple[Span, str, str]:
    """Return the position of what took most steps, a description, and a hint."""
    match what:
        case Formula(span=span):
            return span, "this formula", HINT
        case Span():
            return what, "drawing this layer", "repeat it less often, or draw it as a picture"
    raise TypeError("work is charged to formulas and to the places of layers")


def _too_many(game: Game) -> Fault:
    """Return the fault of too many faces, at the component with the most rows."""
    rows = {component.id: (len(rows_of(component, game)), component.span) for _, component in manifest(game)}
    _, span = max(rows.values(), key=lambda each: (each[0], each[1]))
    languages = f" in each of {languages_of(game)} languages" if languages_of(game) > 1 else ""
    message = f"the components of the pack have {faces_of(game):,} rows to print{languages}"
    message += f"; at most {MOST_FACES:,} are drawn"
    return Fault(span, message, "split the game into several packs")
