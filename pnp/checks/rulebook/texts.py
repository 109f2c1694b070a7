"""Texts of a rulebook that cannot be evaluated or read."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.expression import ExpressionError, parse, parse_template
from pnp.messages import shown
from pnp.model.game import Game
from pnp.model.reference import without_mentions
from pnp.model.rulebook import Rulebook, RuleTroubles, column_texts, expressions, texts


@check("failed-rule-expression", severity=ERROR)
def failed_rule_expression(troubles: RuleTroubles) -> Iterator[Fault]:
    """An expression in a rulebook cannot be evaluated.

    It names something that does not exist, is not a valid operation, or takes too much work. Of a table, the first
    failing cell is reported.

    Fix: correct the expression at the reported position.

    Bad:
        kind: rulebook
        sections:
          - title: Boats
            text: "There are {boats} boats."

    Good:
        kind: rulebook
        sections:
          - title: Boats
            text: "There are {2 * 3} boats."
    """
    yield from troubles.expressions


@check("absent-index-term", severity=WARNING)
def absent_index_term(troubles: RuleTroubles) -> Iterator[Fault]:
    """A term of the index is not in the rules.

    An entry leads to where the rules have its word: in bold or in a heading, or else wherever it is. A word that they
    do not have has no page. An entry with `see` refers to another term of the index.

    Fix: spell the term as the rules do, or add the words that they use under `words`.

    Bad:
        kind: rulebook
        index: [tolls]
        sections:
          - {title: Boats, text: Pay a **fee** to pass.}

    Good:
        kind: rulebook
        index: [{term: toll, words: [fee]}]
        sections:
          - {title: Boats, text: Pay a **fee** to pass.}
    """
    yield from troubles.terms


@check("unknown-rule-style", severity=ERROR)
def unknown_rule_style(troubles: RuleTroubles) -> Iterator[Fault]:
    """A text in a rulebook names a style of words that the theme does not have.

    `[words]{.style}` prints words in a style under `inline` or `type` of the theme, as on the faces.

    Fix: correct the name, or add the style to the theme.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [look.yaml, rules.yaml]
        # file: look.yaml
        kind: theme
        inline: {loud: {weight: 700}}
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Boats, text: "A boat [never]{.lous} sinks."}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [look.yaml, rules.yaml]
        # file: look.yaml
        kind: theme
        inline: {loud: {weight: 700}}
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Boats, text: "A boat [never]{.loud} sinks."}]
    """
    yield from troubles.styles


@check("unreadable-rule", severity=ERROR)
def unreadable_rule(game: Game) -> Iterator[Fault]:
    """An expression in a rulebook cannot be parsed.

    Expressions are in the loops and cells of tables, and in braces in texts. `{{` and `}}` print braces. An expression
    as the `text` of a column is printed as it is in every row, which is a warning.

    Fix: correct the expression at the reported position; write it under `cell`, or in braces.

    Bad:
        kind: rulebook
        sections:
          - {title: Boats, text: "There are {2 *} boats."}

    Good:
        kind: rulebook
        sections:
          - {title: Boats, text: "There are {2 * 3} boats."}
    """
    for rulebook in game.all(Rulebook):
        for text in column_texts(rulebook):
            if _is_call(text.text):
                message = f"{shown(text.text)} is printed as it is in every row"
                yield Fault(text.span, message, f"write cell: {text.text}", WARNING)
        for formula in expressions(rulebook):
            try:
                parse(formula.text)
            except ExpressionError as error:
                yield Fault(formula.part(error.start, error.end), error.message, error.hint, cause=error.cause)
        for text in texts(rulebook):
            try:
                parse_template(without_mentions(text.text))
            except ExpressionError as error:
                yield Fault(text.part(error.start, error.end), error.message, error.hint, cause=error.cause)


def _is_call(text: str) -> bool:
    """Whether a text without braces is an expression with a function or a field."""
    if "{" in text or not {"(", "."} & set(text) or " " in text.strip().partition("(")[0]:
        return False
    try:
        found = parse(text)
    except ExpressionError:
        return False
    return not found.is_plain or bool(found.every_field())
