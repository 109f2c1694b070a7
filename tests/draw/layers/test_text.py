from __future__ import annotations

import pytest

from pnp.scene.items import Group, Text
from pnp.scene.parts import Drawn
from pnp.scene.typesetting.fonts import face
from tests.draw.desk import card, drawn
from tests.draw.test_component import every
from tests.source.reading import checked


def baseline(layer: str) -> float:
    made = card(f"[{layer}]")
    found = [group for group in every(made.parts.parts[0].front.items) if isinstance(group, Group)]
    (text,) = found[-1].items
    assert isinstance(text, Text)
    return found[-1].transform[5] + text.y


def test_capitals_stand_in_the_middle_of_their_box() -> None:
    cap = 22 * 0.689 * 25.4 / 72
    assert baseline("{text: H, style: card-index, where: 'top, 20 high'}") == pytest.approx(10 + cap / 2, abs=0.02)


def test_text_leans_to_the_side_that_is_named() -> None:
    top = baseline("{text: H, style: body, where: 'top, inset 4'}")
    bottom = baseline("{text: H, style: body, where: 'bottom, inset 4'}")
    em = 8.5 * 25.4 / 72
    assert 4 < top < 4 + em
    assert 56 - em / 2 < bottom < 56


def test_a_text_as_high_as_its_box_fits() -> None:
    assert card("[{text: H, style: card-title, where: 'top, 3.9 high'}]").texts[0].overflow_y == 0
    assert card("[{text: H, style: card-title, where: 'top, 3.8 high'}]").texts[0].overflow_y > 0


def test_too_much_text_is_measured_and_drawn_all_the_same() -> None:
    made = card("[{text: Harbourmaster, style: card-index, where: '20 wide'}]")
    (text,) = made.texts
    assert text.overflow_x > 10
    assert (text.size, text.least, text.role) == (22, 14, "card-index")
    assert made.parts.parts[0].front.items


def test_text_shrinks_as_far_as_it_may() -> None:
    (text,) = card("[{text: Harbourmaster, style: card-index, where: '30 wide', fit: shrink to 6 pt}]").texts
    assert 6 < text.size < 22
    assert text.overflow_x == 0


def test_icons_run_in_the_text_in_their_own_colour_or_the_texts() -> None:
    made = card('[{text: "Pay {icon:coin} or {icon:heart}", style: body, colour: one-way}]')
    fills = [item.fill for item in every(made.parts.parts[0].front.items) if getattr(item, "fill", None)]
    strokes = [item.stroke.colour for item in every(made.parts.parts[0].front.items) if getattr(item, "stroke", None)]
    assert "#D2403F" in fills
    assert set(strokes) == {"#1F5FA8"}


def test_what_no_font_has_is_noted() -> None:
    (text,) = card('[{text: "go 🚀"}]').texts
    assert text.missing == ("🚀",)


def test_an_empty_text_is_no_layer() -> None:
    made = card('[{text: "{line}"}]', "[{line: ''}]")
    assert made.texts == ()
    assert made.parts.parts[0].front.items == ()


def test_words_of_a_row_are_blamed_where_they_stand() -> None:
    (text,) = card('[{text: "{line}", where: 3 high}]', "[{line: Harbour}]").texts
    assert (text.span.file, text.span.line) == ("cards.yaml", 5)


def test_a_turned_text_is_looked_at_where_it_lies() -> None:
    layer = "{text: 'Harbour master', style: body, where: 'left, 3 wide', turn: 90}"
    (text,) = card(f"[{layer}]").texts
    assert text.overflow_x == 0
    assert text.beyond > 0


def test_markup_runs_across_icons() -> None:
    made = card('[{text: "*pay {icon:coin} now*", style: body}]')
    found = [item for item in every(made.parts.parts[0].front.items) if isinstance(item, Text)]
    assert "".join(item.string for item in found) == "pay  now"
    assert {item.font for item in found} == {"fira-sans-400-italic"}


def said(layer: str, rows: str = "[{}]", theme: str = "") -> list[str]:
    """The words on the first card, run by run."""
    layers = f"[{{text: {layer}, where: inset 4}}]"
    made = card(layers, rows) if not theme else with_theme(layers, rows, theme)
    return [item.string for item in every(made.parts.parts[0].front.items) if isinstance(item, Text)]


def with_theme(layers: str, rows: str, theme: str) -> Drawn:
    (made,) = drawn(
        f"""
# file: mine.yaml
kind: theme
extends: theme
{theme}
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
rows: {rows}
# file: card.yaml
kind: template
size: 40 x 60
layers: {layers}
"""
    )
    return made


def test_words_are_set_as_a_printer_does_unless_they_are_verbatim() -> None:
    row = """[{line: '"Wait" -- it''s **late**...'}]"""
    assert said("'{line}', style: body", row) == ["“Wait” – it’s ", "late", "…"]
    assert said("'{line}', style: body, verbatim: true", row) == ['"Wait" -- it\'s **late**...']
    theme = "type: {body: {verbatim: true}}"
    assert said("'{line}', style: body", row, theme) == ['"Wait" -- it\'s **late**...']
    assert said("'{line}', style: body, verbatim: false", row, theme) == ["“Wait” – it’s ", "late", "…"]


def test_lists_hang_beside_their_markers() -> None:
    assert said('"- one\\n- two", style: body') == ["•", "one", "•", "two"]
    assert said('"1. one\\n2. {icon:star} two", style: body') == ["1.", "one", "2.", " two"]


def test_words_are_parted_where_the_role_or_the_layer_asks_for_it() -> None:
    layer = "Harbourmasters, style: card-index"
    assert said(layer) == ["Harbourmasters"]
    assert said(layer + ", hyphenate: en") == ["Har-", "bour-", "masters"]
    assert said(layer + ", hyphenate: true") == ["Har-", "bour-", "masters"]
    theme = "type: {card-index: {hyphenate: true}}"
    assert said(layer, theme=theme) == ["Har-", "bour-", "masters"]
    assert said(layer + ", hyphenate: false", theme=theme) == ["Harbourmasters"]


def test_a_text_says_its_words_without_its_marks() -> None:
    (text,) = card('[{text: "- **One**\\n- two\\u00adfold", style: body}]').texts
    assert text.text == "One twofold"


def test_icons_run_in_bold_text_too() -> None:
    made = card('[{text: "**pay {icon:coin} now** or never", style: body}]')
    found = [item for item in every(made.parts.parts[0].front.items) if isinstance(item, Text)]
    assert [(item.string, item.font) for item in found] == [
        ("pay ", "fira-sans-700"),
        (" now", "fira-sans-700"),
        (" or never", "fira-sans-400"),
    ]
    (icon,) = (
        it for it in every(made.parts.parts[0].front.items) if isinstance(it, Group) and it.transform[0] not in (0, 1)
    )
    assert found[0].x + found[0].width < found[1].x
    assert icon.transform[0] > 0


INLINE = """
# file: inline.yaml
kind: theme
extends: theme
inline:
  keyword: {weight: 700, colour: heart}
  loud: {size: 200%, caps: true, family: Barlow Condensed}
  points: {size: 17}
  power: {size: 50%, raised: 40, tracking: 10}
keywords:
  Flying: {style: keyword}
  "{T}": {icon: clock}
  gold: {icon: coin, text: "*coins*"}
  "2*": {style: keyword}
"""


def styled(layers: str, rows: str = "[{}]") -> Drawn:
    """One component of cards in a theme with inline styles."""
    (made,) = drawn(
        f"# file: cards.yaml\nkind: component\nmakes: card\nname: Cards\ntemplate: card\nrows: {rows}\n"
        f"# file: card.yaml\nkind: template\nsize: 40 x 60\nlayers: {layers}\n{INLINE.lstrip()}"
    )
    return made


def texts_of(made: Drawn) -> list[Text]:
    return [item for item in every(made.parts.parts[0].front.items) if isinstance(item, Text)]


def test_words_have_the_style_that_markup_gives_them() -> None:
    made = styled('[{text: "a [Keyword]{.keyword} [loud]{.loud} x[2]{.power}", style: body}]')
    runs = {item.string.strip(): item for item in texts_of(made)}
    plain, keyword, loud, power = runs["a"], runs["Keyword"], runs["LOUD"], runs["2"]
    assert (plain.size, plain.font) == (8.5, "fira-sans-400")
    assert (keyword.size, keyword.font, keyword.fill) == (8.5, "fira-sans-700", "#D2403F")
    assert (loud.size, loud.font, loud.fill, loud.y) == (17, "barlow-condensed-400", plain.fill, plain.y)
    assert power.size == 4.25
    em = 8.5 * 25.4 / 72
    assert power.y == pytest.approx(plain.y - 0.4 * em)
    assert power.tracking == pytest.approx(0.1 * em / 2)
    assert loud.x == pytest.approx(keyword.x + keyword.width + (runs["a"].width - face("Fira Sans").measure("a") * em))


def test_a_size_in_points_and_a_text_style_count_as_they_are() -> None:
    made = styled('[{text: "a [big]{.points} [fine]{.card-title}", style: body}]')
    assert [item.size for item in texts_of(made) if item.string.strip() in ("big", "fine")] == [17, 11]


def test_styles_in_each_other_add_up() -> None:
    made = styled('[{text: "[a [b]{.keyword}]{.loud}", style: body}]')
    runs = {item.string.strip(): item for item in texts_of(made)}
    assert (runs["B"].size, runs["B"].font, runs["B"].fill) == (17, "barlow-condensed-700", "#D2403F")


def test_a_line_with_larger_words_is_higher_and_is_measured() -> None:
    small = styled("[{text: a, style: body, where: 'top, 4 high'}]")
    large = styled("[{text: '[a]{.loud}', style: body, where: 'top, 4 high'}]")
    assert small.texts[0].overflow_y == 0
    assert large.texts[0].overflow_y == pytest.approx(8.5 * 1.2 * 25.4 / 72, abs=0.9)
    wide = styled("[{text: '[Harbour]{.loud}', style: body, where: '12 wide'}]")
    assert wide.texts[0].overflow_x > 5


def test_words_below_the_minimum_size_are_noted() -> None:
    (text,) = styled('[{text: "x[2]{.power}", style: body}]').texts
    assert (text.size, text.small) == (8.5, 4.25)


def test_an_icon_in_a_style_has_its_size_and_colour() -> None:
    plain, loud = (styled(f'[{{text: "{mark}", style: body}}]') for mark in ("{icon:coin}", "[{icon:coin}]{.loud}"))

    def size(made: Drawn) -> float:
        (scale,) = {
            item.transform[0]
            for item in every(made.parts.parts[0].front.items)
            if isinstance(item, Group) and item.transform[0] != 1
        }
        return scale

    assert size(loud) == pytest.approx(2 * size(plain))


def test_the_text_of_a_row_is_styled_and_an_unknown_style_told() -> None:
    made = styled(
        '[{text: "{rule}", style: body}]',
        "[{rule: 'a [b]{.keyword}'}, {rule: 'a [b]{.keywrod}'}, {rule: '[b]'}]",
    )
    assert {item.string for item in texts_of(made)} == {"a ", "b"}
    (error,) = made.errors
    assert (error.kind, error.fault.message) == ("value", "unknown text style 'keywrod' (row '2')")
    assert error.fault.hint == "did you mean 'keyword'?"


def test_a_verbatim_text_has_no_styles() -> None:
    (item,) = texts_of(styled('[{text: "[b]{.keyword}", style: body, verbatim: true}]'))
    assert item.string == "[b]{.keyword}"


def test_keywords_are_styled_and_replaced_in_templates_and_rows() -> None:
    made = styled('[{text: "Flying {{T}} {rule}", style: body}]', "[{rule: 'gold, 2* Flying \\Flying'}]")
    runs = [(item.string, item.font) for item in texts_of(made)]
    assert [text for text, font in runs if font == "fira-sans-700"] == ["Flying", "2*", "Flying"]
    assert [text for text, font in runs if font == "fira-sans-400-italic"] == ["coins"]
    assert runs[-1] == ("Flying", "fira-sans-400")
    icons = [
        item
        for item in every(made.parts.parts[0].front.items)
        if isinstance(item, Group) and item.transform[0] not in (0, 1)
    ]
    assert len(icons) == 2


@pytest.mark.parametrize("plain", ["keywords: false", "verbatim: true"])
def test_a_text_can_be_without_keywords(plain: str) -> None:
    (item,) = texts_of(styled(f'[{{text: "Flying gold", style: body, {plain}}}]'))
    assert item.string == "Flying gold"


ROWS = "[{title: Harbour}, {title: Harbourmaster of the old port}, {title: Pier}]"


def test_texts_that_shrink_together_have_one_size() -> None:
    layer = '[{{text: "{{title}}", style: heading, where: "top, 36 x 8", fit: shrink to 6 pt{}}}]'
    alone = [text.size for text in card(layer.format(""), ROWS).texts]
    together = [text.size for text in card(layer.format(" together"), ROWS).texts]
    assert alone[0] == alone[2] == 14 > alone[1]
    assert together == [alone[1]] * 3


def test_texts_that_cannot_shrink_enough_together_are_as_small_as_they_may_be() -> None:
    layer = '[{text: "{title}", style: heading, where: "top, 20 x 5", fit: shrink to 8 pt together}]'
    texts = card(layer, ROWS).texts
    assert {text.size for text in texts} == {8}
    assert [text.overflow_x + text.overflow_y > 0 for text in texts] == [False, True, False]


def test_a_text_on_a_curve_is_measured() -> None:
    fits, over = (
        card(f"[{{text: {text}, style: body, along: circle top, where: '20 x 20'}}]").texts[0]
        for text in ("Harbour", "Harbourmaster of the port of Gull Bay")
    )
    assert fits.overflow_x == fits.beyond == 0
    assert over.overflow_x > 5
    (shrunk,) = card(
        "[{text: Harbourmaster of the port, style: body, along: arc 3, where: '30 x 20', fit: shrink to 4 pt}]"
    ).texts
    assert (shrunk.overflow_x, shrunk.size < 8.5) == (0, True)
    (out,) = card("[{text: Harbour, style: body, along: M0 0H20, align: left, where: '30 x 30, top left'}]").texts
    assert out.beyond > 3


def test_columns_are_measured_in_their_box() -> None:
    layer = "[{{text: 'one two three four five six seven', style: body, columns: {}, gap: 2, where: '36 x 11'}}]"
    assert card(layer.format(2)).texts[0].overflow_y == 0
    assert card(layer.format(1).replace("11", "7")).texts[0].overflow_y == 0
    assert card(layer.format(2).replace("11", "3.5")).texts[0].overflow_y > 0


def test_a_curve_is_moved_up_and_down_in_its_box() -> None:
    layer = "[{{text: Harbour, style: body, along: arc 3{}, where: '30 x 20, top left'}}]"

    def top(valign: str) -> float:
        """Return the top of the letters."""
        (text,) = card(layer.format(valign)).texts
        assert text.reach
        return text.reach.top

    as_it_is, raised, middle, low = map(top, ("", ", valign: top", ", valign: middle", ", valign: bottom"))
    assert as_it_is == low
    assert low - middle == pytest.approx(middle - raised)
    assert low - raised == pytest.approx(20 - 3 - face("Fira Sans").cap_height * 8.5 * 25.4 / 72, abs=0.1)


@pytest.mark.parametrize(
    ("layer", "told"),
    [
        ("{icon: star, align: justify}", "only the lines of a text can be justified, found the text 'justify'"),
        ("{icon: star, valign: spread}", "only the lines of a text can be spread, found the text 'spread'"),
        ("{text: a, along: arc 3, valign: spread}", "a text on a curve has one line, found the text 'spread'"),
        ("{text: a, along: arc 3, align: justify}", "a text on a curve has one line, found the text 'justify'"),
    ],
)
def test_what_only_lines_can_do_is_refused(layer: str, told: str) -> None:
    template = f"kind: template\nsize: 44 x 68\nlayers: [{layer}]\n"
    (finding,) = checked(template).findings
    assert finding.code == "wrong-value"
    assert finding.message.endswith(told)


def test_figures_are_set_as_the_style_says() -> None:
    theme = """
# file: look.yaml
kind: theme
extends: theme
type:
  score: {family: Fira Sans, size: 10, figures: tabular}
  text: {family: Fira Sans, size: 10}
inline:
  year: {figures: old-style}
"""

    def texts(layer: str) -> list[Text]:
        """Return the texts of a card."""
        made = card(f"[{layer}]\n{theme}")
        return [item for item in every(made.parts.parts[0].front.items) if isinstance(item, Text)]

    (ones,) = texts("{text: 111, style: score}")
    (eights,) = texts("{text: 888, style: score}")
    assert (ones.string, ones.font, ones.width) == ("111", "fira-sans-400-tabular", eights.width)
    plain, old, _ = texts("{text: 'In [1911]{.year}.', style: text}")
    assert (plain.font, old.font, old.string) == ("fira-sans-400", "fira-sans-400-old-style", "1911")
