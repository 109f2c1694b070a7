"""The structure of tagged PDFs, read back from the file: what is read aloud, in which order, and as what."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace

from pnp.build.press import printed_sheets
from pnp.build.rules import RuleOptions, rule_products
from pnp.build.target import BuildOptions, BuildTarget
from pnp.diagnostics import Span
from pnp.model.profile import HOME
from pnp.render.pdf import render_pdf
from pnp.render.prepress import X_4, PdfInfo, Standard
from pnp.scene.items import Group, Item, Origin, Rect, Tag, Text, translate
from pnp.scene.parts import Anchor, Box, LinkArea, Sheet
from pnp.scene.typesetting.fonts import face
from tests.games import EACH_GAME, examined
from tests.press_profile import made

PAINTS = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"', "Do", "sh", "EI"}
WITHIN = {
    "Document": {"Sect", "H1", "H2", "H3", "P", "L", "Table", "Figure", "Link", "Caption"},
    "Sect": {"H2", "H3", "P", "L", "Table", "Figure", "Sect", "Caption"},
    "L": {"LI"},
    "LI": {"Lbl", "LBody"},
    "Table": {"Caption", "TR"},
    "TR": {"TH", "TD"},
}
FONT = face("Fira Sans").name
WHOLE = Box(0, 0, 100, 100)


def words(string: str, y: float = 10.0, x: float = 10.0) -> Text:
    return Text(x, y, string, FONT, 10.0, "#000000", 20.0)


def page(*items: Item, links: tuple[LinkArea, ...] = (), anchors: tuple[Anchor, ...] = ()) -> Sheet:
    return Sheet(100, 100, items, WHOLE, WHOLE, links=links, anchors=anchors)


def opened(*sheets: Sheet, **options: Any) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(render_pdf(sheets, PdfInfo("A book", language="de"), **options)))


class Structure:
    """The structure of a file, checked while it is read: every mark belongs to one element, which knows it."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        root = pdf.Root.StructTreeRoot
        assert pdf.Root.MarkInfo.Marked is True or pdf.Root.MarkInfo.Marked == True  # noqa: E712
        assert str(pdf.Root.Lang)
        numbers = list(root.ParentTree.Nums)
        self.parents = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
        assert sorted(self.parents) == list(range(int(root.ParentTreeNextKey)))
        self.texts = {page.objgen: self._marks(page) for page in pdf.pages}
        self.seen: set[tuple[Any, int]] = set()
        self.tree = self._element(root.K, root)
        marks = {(page, number) for page, found in self.texts.items() for number in found}
        assert self.seen == marks

    def _marks(self, of: pikepdf.Page) -> dict[int, int]:
        """Return how often each mark of a page paints; whatever is painted lies in a mark or is an artifact."""
        open_: list[int | str] = []
        found: dict[int, int] = {}
        for operands, operator in pikepdf.parse_content_stream(of):
            name = str(operator)
            if name == "BMC":
                assert str(operands[0]) == "/Artifact"
                open_.append("artifact")
            elif name == "BDC":
                assert not open_, "marks do not lie within each other"
                number = int(operands[1].MCID)
                assert number not in found
                open_.append(number)
                found[number] = 0
            elif name == "EMC":
                open_.pop()
            elif name in PAINTS:
                assert len(open_) == 1, "painted outside of the structure"
                if isinstance(open_[-1], int):
                    found[open_[-1]] += 1
        assert not open_
        return found

    def _element(self, node: Any, parent: Any) -> tuple[Any, ...]:
        """Return an element as its role and what it holds: elements, marks as `.`, links as `->`."""
        role = str(node.S)[1:]
        assert node.P.objgen == parent.objgen
        kids = node.get("/K")
        each = kids if isinstance(kids, pikepdf.Array) else [] if kids is None else [kids]
        found = [self._kid(kid, node) for kid in each]
        roles = {kid[0] for kid in found if isinstance(kid, tuple)}
        assert roles <= WITHIN.get(role, {"Link", "Span"}), (role, roles)
        assert role != "Figure" or str(node.Alt)
        return role, *found

    def _kid(self, kid: Any, node: Any) -> Any:
        if isinstance(kid, pikepdf.Dictionary) and kid.get("/S"):
            return self._element(kid, node)
        if isinstance(kid, pikepdf.Dictionary) and kid.Type == "/OBJR":
            assert str(kid.Obj.Contents)
            assert self.parents[int(kid.Obj.StructParent)].objgen == node.objgen
            assert kid.Obj.objgen in [each.objgen for each in kid.Pg.Annots]
            return "->"
        is_mark = isinstance(kid, pikepdf.Dictionary)
        on, number = (kid.Pg if is_mark else node.Pg), int(kid.MCID if is_mark else kid)
        assert self.parents[int(on.StructParents)][number].objgen == node.objgen
        assert (on.objgen, number) not in self.seen
        self.seen.add((on.objgen, number))
        return "."


def roles(tree: Any) -> Iterator[str]:
    """Yield the roles in the order of reading."""
    for kid in tree[1:]:
        if isinstance(kid, tuple):
            yield kid[0]
            yield from roles(kid)


def test_paragraph_over_two_pages_is_one_element() -> None:
    tag = Tag("P")
    first = page(Rect(0, 0, 5, 5, fill="#FF0000"), Group((words("one"),), tag=tag))
    second = page(Group((words("two"),), translate(5, 5), tag=tag), Rect(0, 0, 5, 5, fill="#FF0000"))
    assert Structure(opened(first, second)).tree == ("Document", ("P", ".", "."))


def test_what_has_no_tag_is_an_artifact_and_so_is_all_that_is_in_one() -> None:
    drawn = Group((Group((words("again"),), tag=Tag("TH")), Rect(0, 0, 5, 5, fill="#FF0000")), tag=Tag("Artifact"))
    assert Structure(opened(page(drawn, Group((words("one"),), tag=Tag("P"))))).tree == ("Document", ("P", "."))


def test_containers_hold_elements_and_their_rules_are_artifacts() -> None:
    cell = Group((words("one"),), tag=Tag("TH", scope="Row"))
    row = Group((cell, Group((), tag=Tag("TD")), Rect(0, 0, 5, 0.2, fill="#000000")), tag=Tag("TR"))
    found = Structure(opened(page(Group((row,), tag=Tag("Table")))))
    assert found.tree == ("Document", ("Table", ("TR", ("TH", "."), ("TD",))))
    assert found.pdf.Root.StructTreeRoot.K.K.K.K[0].A.Scope == "/Row"


def test_lines_of_an_element_are_divided_by_a_space_but_not_within_a_word() -> None:
    tag = Tag("P")
    lines = [words("the quick", 10), words("fox, mer-", 15), words("rily", 20)]
    pdf = opened(page(*(Group((line,), tag=tag) for line in lines)))
    codes = [str(operands[0]) for operands, name in pikepdf.parse_content_stream(pdf.pages[0]) if str(name) == "Tj"]
    assert len(codes) == 4
    assert len(codes[1]) == 1, "one space, before the second line"


def test_texts_of_two_layers_of_a_face_are_divided_by_a_space() -> None:
    """A face is one paragraph: "Boat" and "111" are not read as one word."""
    layers = [Group((words(text, 10.0 * number),), origin=Origin(Span("t"))) for number, text in enumerate("abc", 1)]
    pdf = opened(page(Group(tuple(layers), tag=Tag("P"))))
    codes = [operands[0] for operands, name in pikepdf.parse_content_stream(pdf.pages[0]) if str(name) == "Tj"]
    assert len(codes) == 5
    assert codes[1] == codes[3], "a space before the second and the third layer"


def texts_in(*items: Item) -> list[str]:
    """What is shown on a page with these items, as codes of the font: one for a text, and one for each space."""
    pdf = opened(page(Group(items, tag=Tag("P"))))
    return [
        bytes(operands[0]).hex() for operands, name in pikepdf.parse_content_stream(pdf.pages[0]) if str(name) == "Tj"
    ]


ICON = Group((Rect(0, 0, 3, 3, fill="#FF0000"),), translate(30, 7), alt=words("coin", 3, 0))


@pytest.mark.parametrize(
    ("items", "spaces"),
    [
        ((words("take", 10), words("two", 15)), 1),  # a line
        ((words("take", 10), words("two", 5, 40)), 1),  # a column
        ((words("1.", 10), words("two", 10, 36)), 1),  # the text of a list item
        ((words("take", 10), words("two", 10, 30)), 0),  # a word in two styles
        ((words("take", 10), words("2", 9, 30)), 0),  # a raised figure
        ((replace(words("T", 15), size=30.0), words("ake", 10, 33)), 0),  # a drop cap
        ((words("mer-", 10), words("rily", 15)), 0),  # a divided word
        ((words("take", 10), ICON, words("now", 10, 33)), 0),  # a text written with a space after the icon
        ((words("take", 10), ICON, words("now", 15)), 1),  # a line after an icon
    ],
)
def test_words_are_divided_where_a_line_or_a_gap_divides_them(items: tuple[Item, ...], spaces: int) -> None:
    shown = texts_in(*items)
    assert len(shown) - len(items) == spaces
    assert spaces == 0 or shown[-2] == texts_in(words(" "))[0], "before the last text"


def test_link_is_a_part_of_its_paragraph_and_says_where_it_leads() -> None:
    out, within = Tag("Link"), Tag("Link")
    line = Group(
        (words("see"), Group((words("rules", x=40),), tag=out), Group((words("turn", x=60),), tag=within)), tag=Tag("P")
    )
    links = LinkArea(Box(40, 5, 20, 5), "https://example.org/", out), LinkArea(Box(60, 5, 20, 5), "#turn", within)
    found = Structure(opened(page(line, links=links, anchors=(Anchor("turn", 50.0, "Your turn"),))))
    assert found.tree == ("Document", ("P", ".", ("Link", ".", "->"), ("Link", ".", "->")))
    assert [str(each.Contents) for each in found.pdf.pages[0].Annots] == ["https://example.org/", "Your turn"]


def test_icon_is_read_as_its_word_between_the_words_around_it() -> None:
    icon = Group((Rect(0, 0, 3, 3, fill="#FF0000"),), translate(30, 7), alt=words("coin", 3, 0))
    found = Structure(opened(page(Group((words("take"), icon, words("now", x=40)), tag=Tag("P")))))
    assert found.tree == ("Document", ("P", ".", ("Span", "."), "."))


def test_figure_with_effects_has_its_alternative_text_and_the_page_blends() -> None:
    veil = Group((Rect(0, 0, 50, 50, fill="#FF0000"),), opacity=0.5, blend="multiply")
    found = Structure(opened(page(Group((veil,), tag=Tag("Figure", "a red haze")), Group((words("x"),), tag=Tag("P")))))
    assert found.tree == ("Document", ("Figure", "."), ("P", "."))
    assert str(found.pdf.Root.StructTreeRoot.K.K[0].Alt) == "a red haze"
    assert found.pdf.pages[0].obj.Group.S == "/Transparency"


def test_files_without_tags_and_those_for_a_press_have_no_structure() -> None:
    assert "/StructTreeRoot" not in opened(page(words("one"))).Root
    pressed = opened(
        page(Group((words("one"),), tag=Tag("P"))), standard=Standard(X_4, "any", made(), registered=False)
    )
    assert "/StructTreeRoot" not in pressed.Root


def test_same_sheets_give_the_same_bytes() -> None:
    sheet = page(Group((words("one"),), tag=Tag("P")))
    assert render_pdf((sheet,), PdfInfo("A")) == render_pdf((sheet,), PdfInfo("A"))


TABLE = frozenset(("Table", "Caption", "TR", "TH", "TD"))


@pytest.mark.nightly
@EACH_GAME
def test_rules_of_every_game_are_read_with_their_title_first_and_no_heading_skipped(game: str) -> None:
    options = RuleOptions(formats=("pdf",))
    for product in rule_products(examined(game), options, lambda _: None):
        found = list(roles(Structure(pikepdf.open(BytesIO(product.content))).tree))
        levels = [int(role[1]) for role in found if role in ("H1", "H2", "H3")]
        assert levels[0] == found.count("H1") == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        assert "P" in found
        bare = game in ("starter", "taxicab") and "reference" in product.name  # these have no table
        assert TABLE & set(found) == (frozenset() if bare else TABLE)


@pytest.mark.slow
def test_sheets_of_a_game_are_read_face_by_face() -> None:
    sheets = printed_sheets(examined("starter"), BuildTarget(HOME, BuildOptions()))
    found = list(roles(Structure(opened(*sheets)).tree))
    assert found[0] == "H1", "the title on the first sheet"
    assert found.count("P") >= len(sheets)
