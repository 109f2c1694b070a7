"""Definitions and requirements of a pack, and the work that its formulas and faces take."""

from collections.abc import Iterator
from itertools import product
from math import prod

from pnp.checks.names_used import hint_for
from pnp.diagnostics import ERROR, Fault, Missing, Span, Unreached, check
from pnp.expression import (
    Environment,
    Expression,
    ExpressionError,
    Refusal,
    Side,
    StepBudget,
    Value,
    identifier,
    parse,
    shown,
)
from pnp.facts import (
    MOST_FACES,
    MOST_PARTS,
    Facts,
    count_of,
    faces_of,
    is_sure,
    languages_of,
    manifest,
    parts_of,
    prints_too_much,
    rows_of,
)
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.pack import Definition, PackRequirement
from pnp.model.reference import Formula
from pnp.model.table import GameTable
from pnp.source.ledger import or_large


@check("backward-range", severity=ERROR)
def backward_range(facts: Facts) -> Iterator[Fault]:
    """A range ends before it begins.

    There is no number of players from 4 to 2, and a requirement for an empty range always holds.

    Fix: write the smaller number first.

    Bad:
        kind: pack
        title: Harbour
        players: 4 to 2

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
    """
    pack, tables = facts.game.pack, list(facts.game.all(GameTable))
    ranges = [pack.players] if pack else []
    ranges += [table.players for table in tables] + [thing.players for table in tables for thing in table.things]
    told = [(each.span, ("players", each.least, each.most)) for each in ranges if each and each.span]
    for rule in pack.requirements if pack else ():
        told += zip(rule.spans, rule.ranges, strict=False)
    for span, (name, first, last) in told:
        if last < first and name:
            yield Fault(span, f"'{name}' goes from {first} to {last}", f"write {last} to {first}")


@check("bad-definition", severity=ERROR)
def bad_definition(facts: Facts) -> Iterator[Fault]:
    """A definition of a pack cannot be evaluated.

    Definitions are expressions. Each can use the maps and components of the pack and the definitions above it.

    Fix: correct the expression at the reported position.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions: {boats: 2 * peirs}

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions: {piers: 3, boats: 2 * piers}
    """
    for definition, error in facts.errors:
        hint = _for_definition(definition, error, facts.game) or hint_for(error, facts.game)
        yield Fault(
            definition.body.part(error.start, error.end),
            f"'{definition.name}': {error.message}",
            hint,
            cause=error.cause,
        )


def _for_definition(definition: Definition, error: ExpressionError, game: Game) -> str | None:
    """Return the hint for a name that the definition cannot have yet."""
    if not isinstance(error.cause, Missing) or not game.pack:
        return None
    name, all_of_them = error.cause.name, game.pack.definitions
    if name == definition.name:
        return "a definition cannot use itself"
    if name in (each.name for each in all_of_them):
        return f"{name} is defined further down: move it above this one"
    parameters = {each for other in all_of_them for each in other.parameters} | {"players"}
    return f"write {definition.name}({name}) if it is a number to give" if name in parameters else None


STEPS = 5_000_000
"""Maximum number of steps of one requirement, for all values of its ranges."""

CASE_STEPS = 10
"""Steps for each combination of values, in addition to those of the formula."""

EMPTY = ("[]", "''", '""')

CASES = 200_000
"""Maximum number of combinations of values of one requirement."""


@check("broken-rule", severity=ERROR)
def broken_rule(facts: Facts) -> Iterator[Fault]:
    """A requirement of a pack does not hold.

    A requirement states what must be true, such as enough tokens for every number of players, or one of each card in a
    deck. The finding has the values for which it fails, and the value of both sides.

    Fix: change the content so that it holds, or relax the requirement.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions: {boats: 3}
        requirements: [{name: a boat for everyone, for: {players: 2 to 4}, holds: boats >= players}]

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions: {boats: 4}
        requirements: [{name: a boat for everyone, for: {players: 2 to 4}, holds: boats >= players}]
    """
    work = facts.work
    for rule in facts.game.pack.requirements if facts.game.pack else ():
        if work.exhausted:
            return
        budget = work.budget(STEPS)
        faults = tuple(_faults(rule, facts, budget))
        work.charge(rule.holds, budget.steps - budget.left)
        yield from faults


def _faults(rule: PackRequirement, facts: Facts, budget: StepBudget) -> Iterator[Fault]:
    """Yield the first case in which the rule fails; nothing if its error is already reported elsewhere."""
    environment = facts.environment
    cases = prod(most - least + 1 for _, least, most in rule.ranges)
    if cases > CASES:
        message = f"'{rule.name}' ranges over {cases:,} choices of values; at most {CASES:,} are looked at"
        yield Fault(rule.span, message, "range over fewer values")
        return
    expression = None
    try:
        expression = parse(rule.holds.text)
        names = _failing_case(rule, expression, environment, budget)
        if names is not None:
            case = environment.with_names(names)
            sides = ", ".join(filter(None, map(_side_text, expression.sides(case, budget))))
            hint = sides or _compared(expression.evaluate(case, budget))
            yield Fault(rule.span, f"'{rule.name}' does not hold{_when(names)}", hint, rule.severity)
    except ExpressionError as error:
        if error.reported:
            return
        message, maps = f"'{rule.name}': {error.message}", frozenset(map(identifier, facts.game.names(GameMap)))
        cause = error.cause
        if expression and "nothing" in error.message:  # as the distance to a place out of reach
            cause = Unreached(maps & expression.names())
        yield Fault(rule.holds.part(error.start, error.end), message, hint_for(error, facts.game), cause=cause)
    except Refusal as refusal:
        if not refusal.reported:
            message = f"'{rule.name}': {refusal.message}"
            yield Fault(rule.span, message, "range over fewer values", cause=refusal.cause)


def rule_holds(rule: PackRequirement, facts: Facts) -> bool | None:
    """Return whether a requirement of a pack holds; None if it cannot be evaluated, or not within its steps."""
    if prod(most - least + 1 for _, least, most in rule.ranges) > CASES:
        return None
    try:
        return _failing_case(rule, parse(rule.holds.text), facts.environment, StepBudget(STEPS)) is None
    except (ExpressionError, Refusal):
        return None


def _failing_case(
    rule: PackRequirement, expression: Expression, environment: Environment, budget: StepBudget
) -> dict[str, int] | None:
    """Return the first values for which a requirement is not true; None if there are none."""
    for names in _cases(rule):
        budget.spend(CASE_STEPS)
        if expression.evaluate(environment.with_names(names), budget) is not True:
            return names
    return None


def _compared(value: Value) -> str | None:
    """Return the hint for a requirement that is neither true nor false."""
    return None if isinstance(value, bool) else f"it is {shown(value) or 'empty'}: compare it, such as with '>='"


def _side_text(side: Side) -> str:
    """Return the value of one side of a comparison as text; empty for a literal empty value."""
    return "" if side.text in EMPTY else f"{side.text} is {shown(side.value) or 'empty'}"


def _cases(rule: PackRequirement) -> Iterator[dict[str, int]]:
    names = [name for name, _, _ in rule.ranges]
    for values in product(*(range(least, most + 1) for _, least, most in rule.ranges)):
        yield dict(zip(names, values, strict=True))


def _when(names: dict[str, int]) -> str:
    return " for " + ", ".join(f"{name} = {value}" for name, value in names.items()) if names else ""


@check("wrong-count", severity=ERROR)
def wrong_count(facts: Facts) -> Iterator[Fault]:
    """The number of printed parts differs from the expected number.

    `expect` is the number in the rules of the game. It is compared with the number of rows and copies of the component.

    Fix: add or remove rows or copies, or correct the expected number.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        components: [{component: coins, expect: 3}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        rows: [{}, {}]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        components: [{component: coins, expect: 2}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        rows: [{}, {}]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    game = facts.game
    for entry in game.pack.components if game.pack else ():
        component = game.find(Component, entry.component.name)
        if component is None or entry.expect is None or not is_sure(component, game):
            continue
        if component.makes == "die" and sum(row.copies for row in rows_of(component, game)) % component.sides:
            continue  # which is reported
        count = entry.copies * count_of(component, game)
        if count != entry.expect and (component.rows or not component.selection):  # a selection of nothing is reported
            yield Fault(
                entry.span,
                f"'{entry.id}' has {count} {_things(count)}, expected {entry.expect}",
                _count_hint(count, entry.expect),
            )


def _things(count: int) -> str:
    return "thing" if count == 1 else "things"


def _count_hint(count: int, expected: int) -> str:
    if count < expected:
        return f"add {expected - count} to the rows or copies of the component, or correct the count"
    return f"take {count - expected} from the rows or copies of the component, or correct the count"


# Too much work.

HINT = "count over shorter lists, or over fewer of them; compute what is the same for all rows once, as a definition"

FEWER = "print fewer rows, or repeat the layer less often"


@check("too-much-work", severity=ERROR)
def too_much_work(facts: Facts) -> Iterator[Fault]:
    """The formulas and faces of a pack need more work than the limit.

    Work is counted in steps: one for each name, number and operator, again in each repetition of a loop, 110 for each
    drawn layer, and 700 and 5 a character for each text that is typeset. The definitions, templates, rulebooks and
    requirements of a pack share one total in all its languages, about two seconds. The finding names the component, and
    the formula or layer that took most of it. Later formulas are neither drawn nor checked, and of a component whose
    texts alone take more than is left, nothing is drawn. A pack prints 20,000 rows and 100,000 parts, copies of a row
    included, at most.

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
    if prints_too_much(facts.game):
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
    """Return the fault of too many rows or parts, at the component with the most of them."""
    printed = parts_of(game)
    if printed > MOST_PARTS * game.scale:
        _, span = max((entry.copies * count_of(component, game), component.span) for entry, component in manifest(game))
        message = f"the components of the pack print {printed:,} parts; at most {MOST_PARTS * game.scale:,} are printed"
        return Fault(span, message, "print fewer copies, or split the game into several packs" + or_large(game.scale))
    rows = {component.id: (len(rows_of(component, game)), component.span) for _, component in manifest(game)}
    _, span = max(rows.values(), key=lambda each: (each[0], each[1]))
    languages = f" in each of {languages_of(game)} languages" if languages_of(game) > 1 else ""
    message = f"the components of the pack have {faces_of(game):,} rows to print{languages}"
    message += f"; at most {MOST_FACES * game.scale:,} are drawn"
    return Fault(span, message, "split the game into several packs" + or_large(game.scale))
