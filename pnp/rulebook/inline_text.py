"""Converts one text to a line: expressions evaluated, bold, styles, keywords, icons and links."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Fault, Missing, Span
from pnp.expression import (
    Environment,
    ExpressionError,
    InlineIcon,
    Piece,
    Refusal,
    StepBudget,
    TextTemplate,
    Value,
    Work,
    parse,
    parse_template,
    pieces_of,
    shown,
)
from pnp.facts.look import Look, UnknownNameError, is_usable
from pnp.messages import did_you_mean, meant_by_label, same
from pnp.model.faces.keywords import Keyword, KeywordIndex
from pnp.model.faces.theme import Roles
from pnp.model.reference import Formula, mentions, without_mentions
from pnp.model.rulebook import RuleErrors
from pnp.rulebook.document import IconPiece, Inline, Line, Link, RulebookWords, TextPiece
from pnp.rulebook.style import BOOK, readable
from pnp.scene.items import Colour, Item
from pnp.scene.typesetting.lettering import PrintedText, printed
from pnp.scene.typesetting.text import RunLook, TextStyle, parse_markup, typographic

STEPS = 5_000_000
"""Maximum number of steps of all expressions of one rulebook together."""

VALUE_STEPS = 40
"""The steps for writing one value that is computed, such as a cell of a table."""

UNKNOWN = "?"
"""The placeholder for what could not be computed."""

_HELD = 0x100000
"""The first code point of placeholders for items that are not text; such characters are removed from texts."""

SMALLEST, LARGEST = 0.6, 1.5
"""The limits of the size of styled words, as factors of that of the text: the styles of faces may be much larger."""

_BLANK = re.compile("[\t\n\r\x0b\x0c\x85\u2028\u2029 ]+")
_STRANGE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff]")


class Scribe(Struct):
    """Converts formulas to lines, with the quotation marks of a `language`.

    `labels` are the alternative texts of icons; default: their names.
    `links` are the label and the anchor of each table and section that texts may mention. `style` is the style of the
    text with its fonts. Steps spent from the `budget` are charged to the pack's `work`. `faults` has at most one fault
    per formula. Formulas that cannot be parsed, or that depend on names with errors, are ignored: checks report these
    before anything is computed.

    `look` has the styles of words. `keywords` are looked for in all texts but titles. `coloured` draws an icon in the
    colour of the words around it.
    """

    environment: Environment
    words: RulebookWords = field(default_factory=RulebookWords)
    language: str = "en"
    icons: Mapping[str, tuple[Item, ...]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    knows_icons: bool = True
    links: dict[tuple[str, str], Link] = field(default_factory=dict)
    work: Work = field(default_factory=Work)
    budget: StepBudget = field(default_factory=lambda: StepBudget(STEPS))
    faults: list[Fault] = field(default_factory=list)
    table_faults: list[Fault] = field(default_factory=list)
    diagram_faults: list[Fault] = field(default_factory=list)
    crowded_faults: list[Fault] = field(default_factory=list)
    style_faults: list[Fault] = field(default_factory=list)
    style: TextStyle = BOOK.body
    look: Look | None = None
    keywords: KeywordIndex | None = None
    knows_styles: bool = True
    coloured: Callable[[str, Colour], tuple[Item, ...]] | None = None
    _flaws: dict[PrintedText, None] = field(default_factory=dict)
    _failed: set[Span] = field(default_factory=set)
    _lines_by_text: dict[str, Line] = field(default_factory=dict)

    @property
    def errors(self) -> RuleErrors:
        """All faults so far."""
        return RuleErrors(
            tuple(self.faults),
            tuple(self.table_faults),
            tuple(self.diagram_faults),
            crowded=tuple(self.crowded_faults),
            styles=tuple(self.style_faults),
        )

    @property
    def flaws(self) -> tuple[PrintedText, ...]:
        """The texts so far that do not print as written."""
        return tuple(self._flaws)

    def value(self, formula: Formula, environment: Environment | None = None) -> Value:
        """Return the value of the expression; UNKNOWN if it cannot be computed."""
        if formula.span in self._failed:
            return UNKNOWN
        try:
            expression = parse(formula.text)
        except ExpressionError:
            self._failed.add(formula.span)
            return UNKNOWN
        before = self.budget.left
        try:
            return expression.evaluate(environment or self.environment, self.budget)
        except ExpressionError as error:
            self._fail(formula, error)
            return UNKNOWN
        finally:
            self.work.charge(formula, before - self.budget.left)

    def title(self, formula: Formula, environment: Environment | None = None) -> Line:
        """Return the text of a title as a line, without keywords."""
        keywords, self.keywords = self.keywords, None
        try:
            return self.line(formula, environment)
        finally:
            self.keywords = keywords

    def line(self, formula: Formula, environment: Environment | None = None) -> Line:
        """Return the text as a line."""
        if formula.span in self._failed:
            return (TextPiece(UNKNOWN),)
        source = _STRANGE.sub("\0", formula.text)
        try:
            template = parse_template(without_mentions(source, lambda index: chr(_HELD + index)))
        except ExpressionError:
            return (TextPiece(UNKNOWN),)
        held: list[Line] = [(self._link(mention.kind, mention.name),) for mention in mentions(source)]
        before = self.budget.left
        try:
            marked = self._marked(template, held, formula, environment or self.environment)
        except ExpressionError as error:
            self._fail(formula, error)
            return (TextPiece(UNKNOWN),)
        finally:
            self.work.charge(formula, before - self.budget.left)
        line = self._joined(typographic(marked, self.language), held, formula)
        self._look_through(line, formula)
        return line

    def words_of(self, string: str) -> str:
        """Return a text of the pack as printed, on one line."""
        return typographic(clean(string), self.language).strip()

    def shown(self, value: Value, formula: Formula) -> Line:
        """Return the value of a formula as a line; equal texts share one line, which is typeset once per table."""
        before = self.budget.left
        try:
            self.budget.spend(VALUE_STEPS)
            text = shown(value, self.environment.decimal_mark)
            if text in self._lines_by_text:
                return self._lines_by_text[text]
            pieces = pieces_of(text, 0, len(formula.text))
            line = tuple(_merged(inline for piece in pieces for inline in self._piece(piece, formula)))
        except Refusal as refusal:
            self.refuse(formula, refusal)
            return (TextPiece(UNKNOWN),)
        except ExpressionError as error:
            self._fail(formula, error)
            return (TextPiece(UNKNOWN),)
        finally:
            self.work.charge(formula, before - self.budget.left)
        if not self._look_through(line, formula):
            self._lines_by_text[text] = line
        return line

    def icon_named(self, name: str) -> str | None:
        """Return the icon of that name, or the one that differs only in capitals and blanks; None if there is none."""
        return name if name in self.icons else same(name, self.icons)

    def icon(self, name: str) -> IconPiece:
        """Return the icon; its alternative text is its label, or its name."""
        return IconPiece(name, self.labels.get(name) or name.replace("-", " "), self.icons.get(name, ()))

    def refuse(self, formula: Formula, refusal: Refusal) -> None:
        """Add a fault of the whole formula, unless it has one already."""
        if formula.span not in self._failed:
            self._fail(formula, refusal.at(0, len(formula.text)))

    def _fail(self, formula: Formula, error: ExpressionError) -> None:
        """Add the fault of a formula, which is not computed again; running out of steps is reported once."""
        self._failed.add(formula.span)
        again = self.budget.exhausted and any(fault.message == error.message for fault in self.faults)
        if not (error.reported or again):
            named = error.cause.name if isinstance(error.cause, Missing) and not error.cause.kind else ""
            is_alone = f"{{{named}}}" in formula.text
            hint = f"write {{icon:{named}}} for the icon" if is_alone and self.icon_named(named) else error.hint
            self.faults.append(Fault(formula.part(error.start, error.end), error.message, hint, cause=error.cause))

    def _marked(self, template: TextTemplate, held: list[Line], formula: Formula, environment: Environment) -> str:
        """Return the text with its markup; values and icons are stored in `held`, with one character as a placeholder
        for each.
        """
        text = ""
        for part in template.parts:
            if isinstance(part, str):
                text += self._with_keywords(part.replace("\0", ""), held)
                continue
            for piece in TextTemplate("", (part,)).render(environment, self.budget):
                text += chr(_HELD + len(held))
                held.append(self._piece(piece, formula))
        return _BLANK.sub(" ", text).strip()

    def look_through(self, string: str, span: Span) -> bool:
        """Whether a part of the text does not print as written; the text is then added to the flaws."""
        text = printed(string, span, self.style)
        if not text.prints:
            self._flaws[text] = None
        return not text.prints

    def _look_through(self, line: Line, formula: Formula) -> bool:
        return self.look_through(
            "".join(piece.string for piece in line if not isinstance(piece, IconPiece)), formula.span
        )

    def _with_keywords(self, text: str, held: list[Line]) -> str:
        """Return the text with the markup of its keywords; their icons are stored in `held`."""
        if self.keywords is None:
            return text

        def replaced(keyword: Keyword, word: str) -> str:
            if keyword.icon:
                held.append((self.icon(self.icon_named(keyword.icon.name) or keyword.icon.name),))
            return keyword.markup(word, chr(_HELD + len(held) - 1))

        return self.keywords.applied(text, replaced)

    def _joined(self, text: str, held: Sequence[Line], formula: Formula) -> Line:
        """Return the pieces of a text with markup; placeholders add the style of their position to their own."""
        pieces: list[Inline] = []
        for run in parse_markup(text):
            look = self._run_look(run.styles, formula) if run.styles else None
            for stretch in re.split("([\U00100000-\U0010ffff])", run.text):
                for piece in held[ord(stretch) - _HELD] if stretch[:1] >= chr(_HELD) else (TextPiece(stretch),):
                    if isinstance(piece, IconPiece):
                        pieces.append(self._styled_icon(piece, look))
                    elif not isinstance(piece, TextPiece):
                        pieces.append(piece)
                    elif piece.string:
                        own = piece.look.over(look) if piece.look and look else piece.look or look
                        bold, italic = run.bold or piece.bold, run.italic or piece.italic
                        pieces.append(TextPiece(piece.string, bold, italic, own))
        return tuple(_merged(pieces))

    def _run_look(self, styles: tuple[str, ...], formula: Formula) -> RunLook | None:
        """Return the look of words with these styles; a style that does not exist is reported, and changes nothing."""
        found = RunLook()
        for name in styles:
            try:
                found = (self.look or Look(Roles())).run(name, self.style).over(found)
            except UnknownNameError as error:
                at = formula.text.find(f"{{.{name}}}") + 2
                span = formula.part(at, at + len(name)) if at >= 2 else formula.span
                fault = Fault(span, error.message, error.hint, cause=error.cause)
                if self.knows_styles and fault not in self.style_faults:
                    self.style_faults.append(fault)
        found = replace(
            found,
            scale=min(max(found.scale, SMALLEST), LARGEST),
            colour=readable(found.colour) if found.colour else None,
            family=found.family if found.family and is_usable(found.family) else None,
        )
        return None if found == RunLook() else found

    def _styled_icon(self, icon: IconPiece, look: RunLook | None) -> IconPiece:
        """Return the icon in the size and colour of the words that it is in."""
        if look is None:
            return icon
        marks = self.coloured(icon.name, look.colour) if look.colour and self.coloured else icon.marks
        return replace(icon, marks=marks, scale=icon.scale * look.scale)

    def _piece(self, piece: Piece, formula: Formula) -> Line:
        """Return a piece of an expression's value; markup in it is parsed as on cards."""
        if not isinstance(piece, InlineIcon):
            held: list[Line] = []
            text = self._with_keywords(clean(piece), held)
            return self._joined(typographic(text, self.language), held, formula)
        name = self.icon_named(piece.name)
        if name is None:
            hint = meant_by_label(piece.name, self.labels) or did_you_mean(piece.name, self.icons)
            raise ExpressionError(
                f"unknown icon '{piece.name}'",
                hint,
                piece.start,
                piece.end,
                reported=not self.knows_icons,
                cause=Missing(piece.name, "icon"),
            )
        return (self.icon(name),)

    def _link(self, kind: str, name: str) -> Inline:
        return self.links.get((kind, name)) or TextPiece(name)


def clean(text: str) -> str:
    """Return the text on one line, without control characters and others that a page cannot contain."""
    return _STRANGE.sub("", _BLANK.sub(" ", text))


def _merged(pieces: Iterable[Inline]) -> Iterator[Inline]:
    """Yield the pieces of a line, with adjacent texts of one style joined."""
    last: TextPiece | None = None
    for piece in pieces:
        if isinstance(piece, TextPiece) and last and _look_of(piece) == _look_of(last):
            last = replace(last, string=last.string + piece.string)
            continue
        if last:
            yield last
        last = piece if isinstance(piece, TextPiece) else None
        if last is None:
            yield piece
    if last:
        yield last


def _look_of(piece: TextPiece) -> tuple[bool, bool, RunLook | None]:
    return piece.bold, piece.italic, piece.look
