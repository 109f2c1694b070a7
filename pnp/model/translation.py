"""The texts that pnp prints on sheets in addition to those of a game, and their translations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Self

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.reference import Acceptance, Formula
from pnp.source.tree import Node

ENGLISH = "en"
"""The language of the texts below."""

PLACE = re.compile(r"\{([a-z]+)\}")
"""A place in a text that is filled in."""


def filled(text: str, **values: object) -> str:
    """Return the text with each value in its place: `filled("sheet {number}", number=2)` is `sheet 2`."""
    return PLACE.sub(lambda found: str(values.get(found[1], found[0])), text)


class OwnWords(Struct, frozen=True):
    """Texts of pnp's own, by their keys; the base of those of sheets and of rulebooks."""

    def with_words(self, words: Mapping[str, str]) -> Self:
        """Return these texts with others, by their keys, in their place."""
        known = {key.replace("-", "_"): word for key, word in words.items()}
        return replace(self, **{key: word for key, word in known.items() if key in self.__struct_fields__})


class SheetWords(OwnWords, frozen=True):
    """The texts on sheets, each by its key in translations, with `_` in place of hyphens."""

    # The first sheet.
    how_to_print: str = "How to print"
    printing: str = "how to print"
    measure: str = "Measure"
    what_to_print: str = "What to print"
    elsewhere: str = "In files of their own"
    reference: str = "Rule reference"
    assemble: str = "Cut and assemble"
    licence: str = "Licence"
    changes: str = "Changes"
    designed_by: str = "Designed by {names}"
    art_by: str = "Art by {names}"
    edited_by: str = "Edited by {names}"
    translated_by: str = "Translated by {names}"
    published_by: str = "Published by {name}"
    and_others: str = "{name} and others"
    made_with: str = "Made with pnp {version}"
    for_players: str = "{count} players"
    for_minutes: str = "{count} minutes"
    rules_in: str = "rules: {file}"
    column_pages: str = "pages"
    column_component: str = "component"
    column_pieces: str = "pieces"
    paper_of_page: str = "{paper}: page {pages}"
    paper_of_pages: str = "{paper}: pages {pages}"
    straight_cut: str = "{count} cut along a ruler"
    straight_cuts: str = "{count} cuts along a ruler"
    outline: str = "{count} part to cut out"
    outlines: str = "{count} parts to cut out"
    fold: str = "{count} fold"
    folds: str = "{count} folds"
    about_minutes: str = "about {count} minutes"
    plus_drying: str = "plus drying"
    about_hours: str = "about {count} hours"
    you_need: str = "You need {tools}."
    knife: str = "knife and ruler"
    scissors: str = "scissors"
    pen: str = "an empty pen to score"
    tool_glue: str = "glue"
    backs_optional: str = "Backs are optional. With backs, print {file} instead."
    a_sheet: str = "{count} a sheet"
    more_with: str = "{count} with {option}"
    own_file: str = "in a file of its own"
    alternatives: str = "Instead of other parts"
    variants: str = "For variants"
    no_need: str = "If you use something else for a component, leave its printed parts uncut."
    skip_page: str = "Skip page {pages}."
    skip_pages: str = "Skip pages {pages}."
    skip_page_and_rest: str = "Skip page {pages} and leave the rest uncut."
    skip_pages_and_rest: str = "Skip pages {pages} and leave the rest uncut."
    # How to print.
    measure_first: str = (
        "Print this page first and lay a ruler on it: the line is {length}\u00a0mm long. If it measures {short}, "
        "the printer has shrunk the page: turn off “fit to page”, or set the scale to 103\u00a0%, which is "
        "{length} divided by {short}."
    )
    actual_size: str = "Print on {paper} at 100\u00a0% (“actual size”), with “fit to page” turned off."
    print_one_side: str = "Print on one side."
    print_single: str = (
        "Print on one side. A page of backs follows that of their fronts. Glue cards back to back: paper of half the "
        "listed weight does. Parts on cardboard have the cardboard between front and back."
    )
    print_backs_apart: str = (
        "Print on one side. In the files with backs, a page of backs follows that of their fronts. Glue cards back to "
        "back: paper of half the listed weight does."
    )
    print_long: str = (
        "Print on both sides, flipped on the long edge. Every component begins on a new sheet of paper; blank "
        "pages belong there."
    )
    print_short: str = (
        "Print on both sides, flipped on the short edge. Every component begins on a new sheet of paper; blank "
        "pages belong there."
    )
    print_gutterfold: str = (
        "Print on one side. Fold each sheet of fronts and backs on its dashed line, glue it, then cut. Paper of "
        "half the weight does for these."
    )
    in_all: str = (
        "In all there are {work}: {time}. First cut the groups of parts on a sheet apart, on the grey lines between "
        "them. Then cut each group from mark to mark, first all lines in one direction."
    )
    # In the margin of sheets.
    sheet: str = "sheet {number} of {total}"
    front: str = "front"
    back: str = "back"
    fold_and_cut: str = "fold on the dashed line, then cut"
    fold_strips: str = "fold strips on the dashed lines, then cut"
    blank_back: str = "the back of {sheet} stays blank"
    board_sheet: str = "sheet {sheet}, {number} of {total}"
    butt_against: str = "butt against {sheet}"
    glue_under: str = "glue under {sheet}"
    glue_over: str = "glue over {sheet}"
    cut_out: str = "Cut {sheet} out at the marks."
    edge_to_edge: str = "It lies edge to edge with {sheets}."
    cut_left: str = "Cut its left edge, no other yet."
    cut_upper: str = "Cut its upper edge, no other yet."
    cut_left_and_upper: str = "Cut its left and upper edges, no other yet."
    cut_none: str = "Cut no edge of this sheet yet."
    glue_to_ticks: str = "Glue it over {sheets}, up to the ticks there."
    strip_under: str = "Its hatched strip goes under {sheets}."
    cut_round: str = "Then cut round the whole board."
    two: str = "{first} and {last}"
    # Paper and assembly of components.
    stock_card: str = "card, 200–300 g"
    stock_board: str = "paper on cardboard of 1–2 mm"
    stock_paper: str = "paper, 80–120 g"
    stock_sticker: str = "sticker paper"
    cut_plan: str = "Cut only the edges named next to the small plan on each sheet."
    lay_out: str = "Lay the sheets out by their letters and numbers, tick on tick."
    glue_board: str = "Glue them together, then on cardboard."
    cut_butted: str = "Cut all four edges of each sheet at the marks."
    lay_butted: str = "Lay the sheets edge to edge by their letters and numbers, as the small plan on each sheet shows."
    glue_butted: str = "Glue them on cardboard, or tape them together from behind."
    cut_marks: str = "Cut along the marks at the edges of the sheet."
    cut_touching: str = "Where neighbours touch, one cut serves both."
    mount: str = "Glue the sheets on cardboard and let them dry under a weight."
    mount_one: str = "Glue the sheet on cardboard and let it dry under a weight."
    mount_single: str = (
        "Glue the sheets of fronts on cardboard, and those of the backs on its other side: stick a pin through "
        "the edges of the outermost parts to find their places. Let them dry under a weight."
    )
    mount_duplex: str = (
        "These sheets have fronts and backs, and cardboard would hide one of them: print on the thickest card "
        "that your printer takes, or print them with the layout single and glue them on both sides of cardboard."
    )
    mount_gutterfold: str = (
        "Fold each sheet, lay thin cardboard (1 mm at most) between its halves, up to the fold, and glue them on "
        "it. Let it dry under a weight."
    )
    strip: str = (
        "Cut out each strip of fronts and backs, fold it on the dashed line with the print outside, and glue it."
    )
    strip_on_cardboard: str = (
        "Cut out each strip of fronts and backs, fold it on the dashed line with the print outside, and glue it "
        "round cardboard (1 mm at most), up to the fold. Let it dry under a weight."
    )
    score: str = "Score the dashed lines with an empty pen, then cut along the outlines."
    fold_edges: str = "Fold all edges away from you, so that the print is outside."
    glue_tabs: str = (
        "Glue the hatched tabs one after the other to the inside of the face that they meet; the last one closes it."
    )
    sleeve: str = "Or print on paper and sleeve the cards, each with a playing card of about its size behind it."
    cut_tokens: str = "Cut the tokens out."
    cut_markers: str = "Cut the markers out."
    cut_coins: str = "Cut the coins out."
    fold_standee: str = "Fold the faces outwards and the foot under them."
    glue_foot: str = "Glue the hatched tab to the inside of the foot."
    print_many: str = "Print as many as you need."
    glue_pad: str = "For a pad, brush glue along the upper edges of the stack and let it dry."
    cut_stickers: str = "Cut the stickers out and put each on its place."
    glue_stick: str = "Or print on paper and use a glue stick."
    glue_box: str = "Glue the long hatched strip to the inside of the side that it meets."
    close_box: str = (
        "Fold the small flaps of the bottom in, glue the bottom on them, and its strip to the inside of the front."
    )
    punch: str = "They are {width} mm across. A punch of that size cuts paper and thin card: punch first, then glue."
    glue: str = "GLUE"
    # The calibration sheet.
    calibration: str = "Calibration"
    calibrated_for: str = "Calibration, corrected for {printer}"
    calibrate_long: str = (
        "Print this page and the next on both sides of one sheet of {paper}, flipped on the long edge, at "
        "100\u00a0% (“actual size”)."
    )
    calibrate_short: str = (
        "Print this page and the next on both sides of one sheet of {paper}, flipped on the short edge, at "
        "100\u00a0% (“actual size”)."
    )
    calibrate_hold: str = (
        "Hold the sheet against a light, this side towards you, so that the crosses of the back shine "
        "through. Without a light push a pin through the middle of each cross of the back and look where it "
        "comes out."
    )
    calibrate_read: str = (
        "Read on the scales in the middle where the lines of the cross run: x below it, y next to it, to a "
        "tenth of a millimetre. Right and down are plus, left and up are minus."
    )
    calibrate_angle: str = (
        "Read y at the left and the right too. If they differ, the angle is right minus left, times {degrees}."
    )
    calibrate_scale: str = (
        "Measure the long line at the foot of this page: what 100\u00a0mm of it measure is the scale."
    )
    calibrate_save: str = "Save what you read, such as: {command}"
    calibrate_use: str = "From then on print with: {command}"
    calibrate_check: str = "The lines of each cross should run through 0 on its scales: then the printer is corrected."
    calibrate_again: str = "If they do not, print the sheet without --printer, and read and save it again."
    calibrate_line: str = "This line is {length} mm long."
    calibrate_back: str = "The back: turn the sheet over and read its front."
    calibrate_example: str = "Read here: {values}"

    def missing_in(self, words: Mapping[str, str]) -> tuple[str, ...]:
        """Return the keys that a translation lacks for the sheets of a game; the calibration sheet is of none."""
        keys = (name.replace("_", "-") for name in self.__struct_fields__ if not name.startswith("calibrat"))
        return tuple(key for key in keys if key not in words)

    def all_of(self, names: tuple[str, ...]) -> str:
        """Return names as a list in a sentence: A1, B1 and A2."""
        if len(names) < 2:
            return "".join(names)
        return filled(self.two, first=", ".join(names[:-1]), last=names[-1])


class Translation(Struct, frozen=True):
    """The texts of sheets and rulebooks in one language, by their keys; those that are left out stay as they are.

    `wording` are the same texts with their positions.
    """

    id: str
    span: Span
    language: str
    words: Mapping[str, str] = field(default_factory=dict)
    accepts: tuple[Acceptance, ...] = ()
    damaged: bool = False
    wording: tuple[Formula, ...] = ()


def read_translation(root: Node, name: str, damaged: bool = False) -> Translation:
    """Return the translation described in `root`, which its schema has validated."""
    words = root.get("words")
    return Translation(
        id=name,
        span=root.span,
        language=root["language"].text,
        words={key.text: value.text for key, value in words.items()} if words else {},
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        damaged=damaged,
        wording=tuple(Formula.read(value) for _, value in words.items()) if words else (),
    )
