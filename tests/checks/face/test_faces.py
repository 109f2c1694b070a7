"""The checks of faces, each on what it looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.checks.template import TEMPLATE_CHECKS
from pnp.checks.theme import THEME_CHECKS
from pnp.scene.typesetting.fonts import face
from tests.draw.desk import game
from tests.pipeline import places, report_on, told, write


def found(text: str) -> list[tuple[str, str, int, int, str | None]]:
    written = game(text)
    findings = [finding for check in (*TEMPLATE_CHECKS, *THEME_CHECKS) for finding in check.run(written)]
    at = [(finding.code, finding.message, finding.span.line, finding.span.column, finding.hint) for finding in findings]
    return sorted(at, key=lambda finding: finding[2:4])


def in_template(*layers: str) -> list[tuple[str, str, int, int, str | None]]:
    lines = "".join(f"\n  - {layer}" for layer in layers)
    return found(f"# file: card.yaml\nkind: template\nsize: 40 x 60\nlayers:{lines}\n")


def test_the_house_kit_is_clean() -> None:
    assert found("") == []


@pytest.mark.parametrize(
    ("layer", "code", "message", "column", "hint"),
    [
        ("{panel: ambre}", "unknown-colour", "unknown colour 'ambre'", 13, "did you mean 'amber'?"),
        (
            '{panel: "#12"}',
            "unknown-colour",
            "unknown colour '#12'",
            13,
            "write '#' and six digits from 0 to F, in quotes",
        ),
        ("{icon: pin, colour: ambre}", "unknown-colour", "unknown colour 'ambre'", 25, "did you mean 'amber'?"),
        ("{panel: none, outline: thinn}", "unknown-style", "unknown line 'thinn'", 28, "did you mean 'thin'?"),
        ("{line: folds}", "unknown-style", "unknown line 'folds'", 12, "did you mean 'fold'?"),
        ("{text: a, style: bdy}", "unknown-style", "unknown text style 'bdy'", 22, "did you mean 'body'?"),
        ('{text: "a [b]{.bdy}"}', "unknown-style", "unknown text style 'bdy'", 20, "did you mean 'body'?"),
        ("{icon: pni}", "unknown-icon", "unknown icon 'pni'", 12, "did you mean 'pin'?"),
        ('{text: "a {icon:pni} b"}', "unknown-icon", "unknown icon 'pni'", 15, "did you mean 'pin'?"),
        ("{pattern: dosts}", "unknown-pattern", "unknown pattern 'dosts'", 15, "did you mean 'dots'?"),
        ('{text: "{a"}', "bad-binding", "'{' is never closed", 13, None),
        ('{panel: "paper}x"}', "bad-binding", "'}' closes nothing", 19, None),
        ("{text: a, show-when: a ==}", "bad-binding", "", 26, None),
        ("{text: a, where: 3 tall}", "bad-placement", "'3 tall' is no placement", 22, None),
        ("{line: thin, from: 3 wide}", "bad-placement", "'3 wide' is no end of a line", 24, None),
        ("{path: M0 0L}", "bad-path-data", "", 12, None),
        ("{panel: ink, fit: error}", "idle-setting", "'fit' has no effect on a layer of the kind panel: it", 18, None),
        ("{map: harbour}", "unknown-map", "there is no map 'harbour'", 11, None),
    ],
)
def test_a_layer_is_told_where_it_is_wrong(layer: str, code: str, message: str, column: int, hint: str | None) -> None:
    (finding,) = in_template(layer)
    assert finding[0] == code
    assert message in finding[1]
    assert finding[2] == 4
    assert abs(finding[3] - column) <= (0 if message else 3)
    assert hint is None or finding[4] == hint


def test_a_layer_may_lean_on_those_before_it_alone() -> None:
    assert in_template("{panel: ink, name: head, where: 9 high}", "{text: a, where: below head}") == []
    (finding,) = in_template("{text: a, where: below haed}", "{panel: ink, name: head}")
    assert finding[:2] == ("bad-placement", "'below haed': no layer before this one is named 'haed'")
    (finding,) = in_template("{panel: ink, name: head}", "{group: [{text: a, where: below head}]}")
    assert finding[1] == "'below head': no layer before this one is named 'head'"
    (finding,) = in_template("{text: a, where: below head}", "{panel: ink, name: head, where: 9 high}")
    assert finding[:2] == ("bad-placement", "'below head': no layer before this one is named 'head'")
    assert finding[4] == "move it below the layer 'head' of line 5, or that one above it"


def test_as_drawn_has_a_blank() -> None:
    (finding,) = (each for each in in_template("{icon: a, colour: as-drawn}") if each[0] == "unknown-colour")
    assert finding[1] == "unknown colour 'as-drawn'"
    assert finding[4] == "did you mean 'as drawn'?"


def test_layers_that_lean_on_a_renamed_one_are_one_finding_which_names_the_only_candidate() -> None:
    (finding,) = in_template(
        "{panel: ink, name: cloth}",
        "{panel: ink, name: rim, where: in cloth}",
        "{text: a, where: below head}",
        "{text: b, where: in rim}",
        "{text: c, where: above head}",
        "{text: d, where: left of head, name: tail}",
    )
    assert finding[1] == "'below head': no layer before this one is named 'head' (and 2 other placements)"
    assert finding[4] == "give an earlier layer that name"
    (finding,) = in_template("{panel: ink, name: hat}", "{text: a, where: below cap}", "{text: c, where: above cap}")
    assert finding[4] == "is it 'hat'?"


def test_what_depends_on_the_row_is_left_to_the_drawing() -> None:
    assert (
        in_template(
            '{panel: "{a}"}', '{icon: "{b}"}', '{pattern: "{c}"}', '{text: "{d}", style: "{e}"}', '{map: "{f}"}'
        )
        == []
    )


def test_palettes_may_not_run_in_circles_or_out_of_names() -> None:
    findings = found(
        """
        # file: mine.yaml
        kind: theme
        extends: theme
        palette:
          one: two
          two: one
          three: imk
        type:
          title: {colour: imk, family: Fira Sanss}
        variants:
          grey: {palette: {paper: ink, amber: imk}}
        """
    )
    assert [(code, line) for code, _, line, _, _ in findings] == [
        ("unknown-colour", 4),
        ("unknown-colour", 6),
        ("unknown-colour", 8),
        ("unknown-font", 8),
        ("unknown-colour", 10),
    ]


def test_a_theme_is_looked_for_before_it() -> None:
    (finding,) = found("# file: mine.yaml\nkind: theme\nextends: thmee\npalette: {ink: '#000000'}")
    assert finding[0] == "unknown-theme"
    assert finding[4] == "did you mean 'theme'?"


def test_districts_of_a_map_name_icons_and_colours() -> None:
    findings = found(
        """
        # file: port.yaml
        kind: area-map
        districts: {docks: {icon: pni, colour: imk, tint: waterr}}
        areas: {Pier: {in: docks}}
        """
    )
    assert [code for code, *_ in findings] == ["unknown-icon", "unknown-colour", "unknown-colour"]


def test_templates_of_components() -> None:
    findings = found(
        "# file: cards.yaml\nkind: component\nmakes: card\nname: Cards\ntemplate: crad\nback: bcak\n"
        "# file: card.yaml\nkind: template\nsize: 9 x 9\nlayers: []"
    )
    assert [(code, hint) for code, _, _, _, hint in findings] == [
        ("unknown-template", "did you mean 'card'?"),
        ("unknown-template", "list its file under documents"),
    ]


def test_a_map_style_names_colours_and_text_styles() -> None:
    style = """
        # file: night.yaml
        kind: map-style
        places: {diameter: 9, label: {style: area-lable}}
        town: {roofs: [roof-sand, roof-sans]}
        colours: {water: ambre, sand: "#F3E2B8"}
        streets: {marks: {shop: {icon: scisors}}}
    """
    assert [(code, message, line) for code, message, line, _, _ in found(style)] == [
        ("unknown-style", "unknown text style 'area-lable'", 2),
        ("unknown-colour", "unknown colour 'roof-sans'", 3),
        ("unknown-colour", "unknown colour 'ambre'", 4),
        ("unknown-icon", "unknown icon 'scisors'", 5),
    ]


def test_an_area_names_its_icon() -> None:
    text = """
        # file: bay.yaml
        kind: area-map
        areas: {Mill: {icon: windmil}, Yard: {icon: windmill}}
        roads: [Mill -- Yard]
    """
    assert [(code, message, line) for code, message, line, _, _ in found(text)] == [
        ("unknown-icon", "unknown icon 'windmil'", 2)
    ]


BASE = """
    # file: ticket.yaml
    kind: template
    size: 40 x 60
    layers:
      - {panel: amber, name: head, where: "top, 9 high"}
      - {text: a, name: title, where: below head}
"""


def test_what_is_inherited_is_told_where_it_stands_and_once() -> None:
    text = BASE.replace("amber", "ambre") + "    # file: late.yaml\n    kind: template\n    extends: ticket\n"
    (finding,) = found(text)
    assert finding[:3] == ("unknown-colour", "unknown colour 'ambre'", 4)


def test_a_template_that_takes_away_what_others_lean_on() -> None:
    (finding,) = found(BASE + "    # file: late.yaml\n    kind: template\n    extends: ticket\n    remove: [head]\n")
    assert finding[:4] == (
        "bad-placement",
        "in 'ticket', 'below head': no layer before this one is named 'head'",
        3,
        10,
    )


def test_templates_to_extend_and_layers_to_remove_must_be_there() -> None:
    more = "    # file: late.yaml\n    kind: template\n    extends: {}\n    remove: [{}]\n"
    (finding,) = found(BASE + more.format("tikcet", "head"))
    assert (finding[0], finding[4]) == ("unknown-template", "did you mean 'ticket'?")
    (finding,) = found(BASE + more.format("ticket", "titel"))
    assert (finding[0], finding[1]) == ("unknown-layer", "the template 'ticket' has no layer 'titel'")
    assert finding[4] == "did you mean 'title'?"


def test_a_circle_of_templates_is_told_once() -> None:
    one, two, three = (
        f"    # file: {name}.yaml\n    kind: template\n    extends: {other}\n"
        for name, other in (("one", "two"), ("two", "one"), ("three", "one"))
    )
    (finding,) = found(one + two + three)
    assert finding[:2] == ("circular-template", "the template 'one' extends itself: one → two → one")


def test_a_language_whose_words_cannot_be_parted_is_told() -> None:
    assert in_template("{text: a, hyphenate: en}", "{text: a, hyphenate: true}", "{text: a, hyphenate: false}") == []
    (finding,) = in_template("{text: a, hyphenate: xx}")
    assert finding[:2] == ("unknown-language", "words of 'xx' cannot be parted")
    assert (finding[4] or "").startswith("known are af, as, be, bg")


def palette(colours: str, more: str = "") -> list[tuple[str, str, int, int, str | None]]:
    return found(f"# file: mine.yaml\nkind: theme\nextends: theme\npalette: {{{colours}}}\n{more}")


def test_colours_of_a_family_must_lie_apart_to_all_eyes() -> None:
    (finding,) = palette("team-moss: '#7A7A2C', team-rust: '#B45A3C'")
    assert finding[:4] == (
        "alike-colours",
        "'team-moss' and 'team-rust' look alike to those who see no green: 1.8 apart",
        3,
        44,
    )
    assert palette("team-moss: '#4A4A12', team-rust: '#D27A5C'") == []
    (finding,) = palette("team-a: '#7A7A2C', team-b: '#7A7A2E'")
    assert finding[1] == "'team-a' and 'team-b' look alike: 0.3 apart"
    (finding,) = palette("team-a: ink, team-b: ink, team-c: '#7A7A2C', team-d: '#B45A3C', team-e: '#7A7A2E'")
    assert finding[1] == "'team-a' and 'team-b' look alike: 0.0 apart, and 3 other pairs"


def test_a_theme_says_which_other_colours_must_lie_apart() -> None:
    colours = "moss: '#7A7A2C', rust: '#B45A3C'"
    assert palette(colours) == []
    (finding,) = palette(colours, "apart: [[moss, rust]]")
    assert finding[0] == "alike-colours"
    (finding,) = palette(colours, "apart: [[moss, rsut]]")
    assert finding[:2] == ("unknown-colour", "unknown colour 'rsut'")


def test_a_colour_that_many_areas_miss_is_told_once() -> None:
    areas = "".join(f"  {name}: {{at: [{at}, 20], colour: ambre}}\n" for at, name in enumerate(("Ness", "Wold", "Fen")))
    (finding,) = found(f"# file: isles.yaml\nkind: area-map\nareas:\n{areas}roads: [Ness -- Wold -- Fen -- Ness]\n")
    assert finding == (
        "unknown-colour",
        "unknown colour 'ambre'",
        3,
        31,
        "did you mean 'amber'?; also on lines 4 and 5",
    )


def test_a_pack_that_changes_a_colour_of_the_kit_is_told_in_its_own_file() -> None:
    (finding,) = palette("player-blue: '#2F8068'")
    assert finding[:3] == ("alike-colours", "'player-green' and 'player-blue' look alike: 0.0 apart", 3)


ASIDE = """
# file: card.yaml
kind: template
size: 40 x 60
background: mine
layers:
  - {panel: amber, outline: thin}
  - {text: Market, style: card-title, colour: paper}
  - {text: Church, style: nowhere}
# file: mine.yaml
kind: theme
palette: {mine: "#7A1F5C"}
type: {body: {size: 9}}
"""


def test_of_a_theme_aside_only_what_it_has_is_told() -> None:
    text = ASIDE.replace("# file: mine.yaml\n", "  - {line: nowhere}\n# file: mine.yaml\n")
    told = [each[1] for each in found(text) if each[0] == "detached-theme"]
    assert told == ["the theme 'mine' does not have 'amber', 'paper' and 2 more, which 'theme' has"]


def test_a_theme_that_leaves_aside_what_templates_ask_for_is_told_once() -> None:
    one, two = sorted(found(ASIDE))
    message = "the theme 'mine' does not have 'amber', 'paper' and 2 more, which 'theme' has"
    assert (one[0], one[1], one[4]) == ("detached-theme", message, "write 'extends: theme' in it")
    assert (two[0], two[4]) == ("unknown-style", "there are body")
    assert [each[0] for each in found(ASIDE + "extends: theme\n")] == ["unknown-style"]


def test_a_theme_that_needs_no_other_may_stand_alone() -> None:
    assert (
        found(
            """
            # file: card.yaml
            kind: template
            size: 40 x 60
            layers: [{panel: mine}]
            # file: mine.yaml
            kind: theme
            palette: {mine: "#7A1F5C"}
            """
        )
        == []
    )


PACK = """
# file: pack.yaml
kind: pack
summary: A game of boats.
title: Harbour
players: 2
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [boats.yaml, boat.yaml, hull.yaml, spare.yaml]
components: [{component: boats}]
# file: boats.yaml
kind: component
makes: card
name: Boats
template: boat
# file: boat.yaml
kind: template
extends: hull
# file: hull.yaml
kind: template
size: 18
layers: []
# file: spare.yaml
kind: template
extends: boat
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", ["spare.yaml:1 unused-template"]),
        ("template: boat\n", "template: boat\nback: spare\n", []),
        ("template: boat\n", "template: baot\n", ["boats.yaml:4 unknown-template"]),
        ("makes: card", "makes: crad", ["boats.yaml:2 wrong-value"]),
        ("component: boats", "component: baots", ["pack.yaml:8 unknown-component", "spare.yaml:1 unused-template"]),
        (
            "components: [{component: boats}]\n",
            "components: []\n",
            ["boats.yaml:1 unprinted-component", "spare.yaml:1 unused-template"],
        ),
    ],
    ids=["left over", "used", "another meant", "a damaged component", "another printed", "nothing printed"],
)
def test_what_is_left_over_is_told(tmp_path: Path, old: str, new: str, expected: list[str]) -> None:
    result = report_on(write(tmp_path, PACK.replace(old, new, 1) if old else PACK))
    assert places(result) == expected, told(result)


def test_a_weight_that_a_font_lacks_is_reported_with_the_nearest() -> None:
    findings = found(
        """
        # file: mine.yaml
        kind: theme
        extends: theme
        type:
          title: {family: Arimo, weight: 700}
          heavy: {family: Barlow Condensed, weight: 650}
          good: {family: Fira Sans, weight: 300}
          whole: {family: Arimo, size: 12}
        inline:
          own: {family: Arimo, weight: 600}
          any: {weight: 300}
          none: {weight: 350}
        # file: face.yaml
        kind: template
        size: 40 x 60
        layers:
          - {text: "**bold** words", style: whole}
          - {text: "plain words", style: whole}
          - {text: "**bold** words", style: good}
        """
    )
    assert {code for code, *_ in findings} == {"missing-weight"}
    assert sorted(line for _, _, line, _, _ in findings) == [4, 4, 5, 9, 11]
    told = {message: hint for _, message, _, _, hint in findings}
    message = "the style 'title' has the weight 700, but 'Arimo' is printed in 400, its nearest"
    assert told[message] == "write 'weight: 400', or take a family that has 700"
    assert any(message.endswith("'**' changes nothing") for message in told)


def test_italics_that_a_font_does_not_have_are_reported(tmp_path: Path) -> None:
    (tmp_path / "sailor.ttf").write_bytes(Path(face("Fira Sans").path).read_bytes())
    place = write(
        tmp_path,
        """
        # file: pack.yaml
        kind: pack
        title: Bay
        # file: look.yaml
        kind: theme
        extends: theme
        fonts: {Sailor: {regular: sailor.ttf}}
        type:
          rule: {family: Sailor, size: 9}
          aside: {family: Sailor, size: 9, italic: true}
        # file: face.yaml
        kind: template
        size: 60 x 60
        layers:
          - {text: "*calmly* {index*2}", style: rule, where: "top, 10 high, inset 3"}
          - {text: "{index*2} calmly", style: rule, where: "middle, 10 high, inset 3"}
          - {text: "**calmly**", style: aside, where: "bottom, 10 high, inset 3"}
        """,
    )
    told = {each.span.line: each.message for each in report_on(place).findings if "italic" in each.message}
    assert told == {
        6: "the style 'aside' is italic, but the font 'Sailor' has no italic",
        4: "the font 'Sailor' has no italic: '*' changes nothing",
    }


def test_a_font_that_cannot_be_used_is_one_finding() -> None:
    type_styles = "{one: {family: Firra Sans}, two: {family: Firra Sans}, six: {family: Arimoo}}"
    told = found(f"# file: a.yaml\nkind: theme\ntype: {type_styles}\n")
    assert [message for _, message, *_ in told] == [
        "no font family 'Firra Sans' is installed",
        "no font family 'Arimoo' is installed",
    ]


@pytest.mark.parametrize(
    ("pair", "message"),
    [("harbor: night", "there is no map style 'harbor'"), ("harbour: nihgt", "there is no map style 'nihgt'")],
)
def test_a_variant_replaces_only_map_styles_that_exist(pair: str, message: str) -> None:
    styles = "".join(
        f"# file: {name}.yaml\nkind: map-style\nplaces: {{diameter: 9}}\n" for name in ("harbour", "night")
    )
    theme = "# file: mine.yaml\nkind: theme\nextends: theme\nvariants: {{dark: {{map-styles: {{{}}}}}}}\n"
    ((code, said, line, _, hint),) = found(styles + theme.format(pair))
    assert (code, said, line) == ("unknown-map-style", message, 3)
    assert hint is not None
    assert found(styles + theme.format("harbour: night")) == []


def test_the_colours_of_icons_are_known_like_others(tmp_path: Path) -> None:
    report = report_on(
        write(
            tmp_path,
            """
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
documents: [signs.yaml, theme.yaml, face.yaml, deck.yaml]
components: [{component: deck}]
# file: signs.yaml
kind: icons
icons:
  cup: [{fill: M0 0h24v24H0z, colour: crimzon}]
# file: theme.yaml
kind: theme
palette: {crimson: "#AA1133"}
# file: face.yaml
kind: template
size: 63 x 88
layers: [{icon: cup, where: "middle, 20 x 20"}]
# file: deck.yaml
kind: component
makes: card
template: face
rows: [{id: one}]
""",
        )
    )
    assert [each.code for each in report.findings if each.severity.value == "error"] == ["unknown-colour"]


def test_a_condition_that_is_a_text_for_no_is_an_error(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "pack",
        """
        # file: pack.yaml
        kind: pack
        title: Owls

        # file: deck.yaml
        kind: component
        makes: card
        name: Deck
        template: card
        rows: birds.csv

        # file: birds.csv
        name,night
        Owl,yes
        Lark,no
        Jay,

        # file: card.yaml
        kind: template
        size: poker
        layers:
          - {text: "{name}", where: "top, 12 high"}
          - {icon: moon, where: "bottom, 12 high", show-when: night}
        """,
    )
    (finding,) = [each for each in report_on(folder).findings if each.severity.value == "error"]
    assert finding.message.startswith("the condition is the text 'no', and every text but the empty one is true")
    assert finding.rows == ("Lark",)
    assert finding.hint == "declare it under 'fields', as 'night: yes or no', or compare it, such as night == 'yes'"
    deck = folder / "deck.yaml"
    deck.write_text(deck.read_text() + "fields: {name: text, night: yes or no}\n")
    assert report_on(folder).errors == 0
