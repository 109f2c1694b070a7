"""Texts with bindings and icons."""

from __future__ import annotations

import pytest

from pnp.expression import Environment, ExpressionError, InlineIcon, Piece, StepBudget, parse, parse_template

from .reading import environment, place, template_fault

ROW = {
    "title": "Pier",
    "fine": 2,
    "suit": "spades",
    "note": None,
    "effect": "Gain {icon:coin}, {icon: a b } {title} {icon:}",
}


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", ()),
        ("plain", ("plain",)),
        ("{title}", ("Pier",)),
        ("a {fine} b {fine + 1}", ("a 2 b 3",)),
        ("{note}", ()),
        ("{note}{icon:x}{note}", (InlineIcon("x"),)),
        ("{{{title}}}", ("{Pier}",)),
        ("}}{{", ("}{",)),
        ("{'{}'}", ("{}",)),
        ("it's {title}'s", ("it's Pier's",)),
        ("{icon:wifi} free", (InlineIcon("wifi"), " free")),
        ("{icon: wifi }", (InlineIcon("wifi"),)),
        ("a{icon:{suit}}b{icon:die-{fine}}", ("a", InlineIcon("spades"), "b", InlineIcon("die-2"))),
        ("{icon:{'x' if fine > 1 else 'y'}}}}", (InlineIcon("x"), "}")),
        ("{effect}!", ("Gain ", InlineIcon("coin"), ", ", InlineIcon("a b"), " {title} {icon:}!")),
        ("line\n{title}", ("line\nPier",)),
        ("[{title}]{.loud} [a]{.card title}", ("[Pier]{.loud} [a]{.card title}",)),
    ],
)
def test_it_renders(text: str, pieces: tuple[Piece, ...]) -> None:
    assert parse_template(text).render(environment(**ROW)) == pieces


def test_an_icon_knows_where_it_was_asked_for() -> None:
    text = "a {icon:wifi} {effect}"
    icons = [piece for piece in parse_template(text).render(environment(**ROW)) if isinstance(piece, InlineIcon)]
    assert [text[icon.start : icon.end] for icon in icons] == ["{icon:wifi}", "effect", "effect"]


@pytest.mark.parametrize(
    ("text", "part", "message"),
    [
        ("♠♠ {titel}", "titel", "unknown name 'titel'"),
        ("a {fine + 'x'} b", "fine + 'x'", "cannot add the number 2 and the text 'x'"),
        ("a {fine +} b", "+", "the expression ends too early, after '+'"),
        ("a {title", "{", "'{' is never closed"),
        ("a {'title}", "'title", "the text that begins here has no closing quote"),
        ("a {'title} b's", "{", "'{' is never closed"),
        ("a } b", "}", "'}' closes nothing"),
        ("a {.loud}", ".", "unexpected '.'"),
        ("a {} b", "", "the expression is empty"),
        ("{icno:x}", "icno:", "'icno:' is no mark"),
        ("{fine:02}", "fine:", "'fine:' is no mark"),
        ("{icon:}", "{icon:}", "the icon has no name"),
        ("{icon: }", "{icon: }", "the icon has no name"),
        ("{icon:{note}}", "{icon:{note}}", "the icon's name is empty"),
        ("{icon:{icon:x}}", "{icon:x}", "a mark cannot be inside another"),
        ("{icon:{sut}}", "sut", "unknown name 'sut'"),
        ("{title!r}", "!", "'!' is not part of the language"),
        ("x {row}", "row", "a row cannot be printed as a whole"),
        ("x" * 20_001, "x" * 20_001, "the text is longer than 20,000 characters"),
    ],
)
def test_a_mistake_is_told_where_it_is(text: str, part: str, message: str) -> None:
    error = template_fault(text, row={"a": 1}, **ROW)
    assert (place(text, error), error.message) == (part, message)


def test_a_text_that_grows_without_end_is_refused() -> None:
    error = template_fault("{a}" * 30, a="x" * 1_000)
    assert error.message == "the text grows past 20,000 characters"


def test_a_single_binding_keeps_its_value() -> None:
    names = environment(**ROW)
    assert parse_template("{fine}").value(names) == 2
    assert parse_template("{[fine, fine]}").value(names) == (2, 2)
    assert parse_template("{fine} ").value(names) == "2 "
    assert parse_template("{title} 3").text(names) == "Pier 3"


def test_an_icon_is_no_text() -> None:
    with pytest.raises(ExpressionError, match="icon 'wifi' is where only text can be"):
        parse_template("{icon:wifi}").text(environment())


def test_names_and_faults_are_known_beforehand() -> None:
    text = "{title} {[x for x in stops]} {icon:{suit}} {icon:wifi} {uper('a')}"
    template = parse_template(text)
    assert template.names() == {"title", "stops", "suit"}
    faults = template.faults(environment(title="a", suit="b"))
    assert [place(text, fault) for fault in faults] == ["stops", "uper('a')"]


def test_a_budget_is_shared_by_the_bindings() -> None:
    with pytest.raises(ExpressionError, match="more than 50 steps"):
        parse_template("{sum(range(9))}" * 9).render(environment(), StepBudget(50))


def test_a_template_is_parsed_once_for_a_whole_deck() -> None:
    texts = ["{title}", "Fine {fine}", "{suit}", "{icon:{suit}}", "${fine}", "{upper(title)}", "{fine + 1}", "{note}"]
    pack = Environment({"players": 4})
    parse_template.cache_clear()
    for number in range(540):
        row = pack.with_names({"title": f"Card {number}", "fine": number, "suit": "spades", "note": None})
        for text in texts:
            assert parse_template(text).render(row) is not None
    assert parse_template.cache_info().misses == len(texts)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("i", "write tide for the item of the loop, or index for its number"),
        ("row", "write tide for the item of the loop, or index for its number"),
        ("tid", "did you mean 'tide'?"),
    ],
)
def test_an_unknown_name_in_a_loop_is_answered_with_the_name_of_its_item(name: str, hint: str) -> None:
    inside = Environment({"pier": 1}).with_names({"tide": 3, "index": 1}, "item")
    with pytest.raises(ExpressionError) as caught:
        parse(name).evaluate(inside, StepBudget())
    assert caught.value.hint == hint
