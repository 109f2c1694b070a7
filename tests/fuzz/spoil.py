"""Ways to spoil a file: its bytes, its lines, the tree of its values, and texts made of the words of each language."""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from pnp.source import read_document
from tests.fuzz.foreign import files_of, games, written
from tests.fuzz.grammar import made_game, shown
from tests.fuzz.ground import WHOLE, grounds
from tests.fuzz.trial import Case
from tests.fuzz.words import MARKUP, NUMBERS, PIECES, TEXTS, TOKENS
from tests.source.reading import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST = 200_000
"""Characters of a spoilt file."""

NUMBER = re.compile(r"[0-9]{1,9}")


@cache
def trees() -> Mapping[tuple[str, str], Any]:
    """Every document as plain data."""
    found = {}
    for ground in grounds().values():
        for name, content in ground.seeds.items():
            root = read_document(content, name).root if name.endswith(".yaml") else None
            if root:
                found[ground.name, name] = plain(root.value)
    return found


@cache
def used() -> Mapping[str, tuple[Any, ...]]:
    """The values that documents write under each key: what one kind of document takes is news to another."""
    found: defaultdict[str, dict[str, Any]] = defaultdict(dict)

    def gather(value: Any) -> None:
        for key, item in value.items() if isinstance(value, dict) else ():
            if len(text := repr(item)) < 500:
                found[key][text] = item
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            gather(item)

    for tree in trees().values():
        gather(tree)
    return {key: tuple(values.values())[:40] for key, values in found.items()}


def cases(names: Sequence[str]) -> st.SearchStrategy[Case]:
    """Spoilt files of the grounds of these names; WHOLE stands for whole games, spoilt or made."""
    seeds = [(name, file) for name in names if name != WHOLE for file in grounds()[name].seeds]
    spoilt = st.sampled_from(seeds).flatmap(lambda seed: _spoilt(*seed)) if seeds else st.nothing()
    return spoilt | _spoilt_games() | _made_games() if WHOLE in names else spoilt


def _made_games() -> st.SearchStrategy[Case]:
    numbers = st.integers(0, 2**62)
    return numbers.map(lambda number: Case(WHOLE, "made.txt", made_game(number, used()).encode(errors="replace")))


@st.composite
def _spoilt_games(draw: st.DrawFn) -> Case:
    name = draw(st.sampled_from(sorted(games())) | st.sampled_from(["harbour", "reef", "tram"]))
    files = files_of(games()[name])
    for _ in range(draw(st.integers(1, 2))):
        file = draw(st.sampled_from(sorted(files)))
        root = read_document(files[file].encode(), file).root if file.endswith(".yaml") else None
        tree = plain(root.value) if root else None
        if isinstance(tree, dict | list) and tree and draw(st.integers(0, 4)):  # a file spoilt before may be a text
            spoilt = draw(_nudged_tree(tree) if draw(st.booleans()) else _spoilt_tree(tree))
        else:
            spoilt = draw(_spoilt_text(files[file], TOKENS))
        files[file] = spoilt.decode(errors="replace").replace("\n# file:", "\n #file:")
    return Case(WHOLE, f"{name}.txt", written(files).encode(errors="replace"))


def _spoilt(ground: str, name: str) -> st.SearchStrategy[Case]:
    content = grounds()[ground].seeds[name]
    match name.rpartition(".")[2]:
        case "yaml":
            tree = _spoilt_tree(trees()[ground, name])
            ways = st.one_of(tree, tree, tree, _spoilt_text(content.decode(), TOKENS))
        case "csv":
            ways = _spoilt_text(content.decode(), (*TEXTS, ",", ";", '"', "\r\n", '""', *map(str, NUMBERS)))
        case "svg":
            ways = _spoilt_text(content.decode(), MARKUP)
        case _:
            ways = _spoilt_bytes(content)
    return ways.map(lambda spoilt: Case(ground, name, spoilt))


@st.composite
def _spoilt_tree(draw: st.DrawFn, tree: Any) -> bytes:
    value = copy.deepcopy(tree)
    for _ in range(draw(st.integers(1, 3))):
        value = _spoil(draw, value, "")
    return shown(value)[:MOST].encode(errors="replace")


@st.composite
def _nudged_tree(draw: st.DrawFn, tree: Any) -> bytes:
    """A document with one small change, after which it is mostly still sound, so that more is done with it."""
    value = copy.deepcopy(tree)
    holders = [value, *_holders(value)]
    holder = draw(st.sampled_from([each for each in holders if each]))
    key: Any = draw(st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder))))
    match draw(st.integers(0, 5)):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case 2 if isinstance(holder, list):
            holder.append(holder.pop(key))
        case 3 if key in used():
            holder[key] = copy.deepcopy(draw(st.sampled_from(used()[key])))
        case _:
            holder[key] = _nudged(draw, holder[key])
    return shown(value)[:MOST].encode(errors="replace")


def _holders(value: Any) -> Iterator[Any]:
    """The lists and mappings in a value that hold anything."""
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(item, dict | list) and item:
            yield item
            yield from _holders(item)


def _nudged(draw: st.DrawFn, value: Any) -> Any:
    """A number that is a little other, alone or in a text; yes for no."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return draw(st.sampled_from([value + 1, value - 1, value * 2, value / 2, value * 1.01, 0, 1, 2, 50]))
    if isinstance(value, str) and (numbers := list(NUMBER.finditer(value))):
        found = draw(st.sampled_from(numbers))
        number = draw(st.sampled_from([0, 1, 2, int(found[0]) + 1, int(found[0]) * 3, int(found[0]) // 2]))
        return f"{value[: found.start()]}{number}{value[found.end() :]}"
    return value


def _spoil(draw: st.DrawFn, value: Any, key: str) -> Any:
    """The value with something in it changed, which happens the deeper the likelier."""
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 7)) == 0:
        return _instead(draw, value, key)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    here: Any = draw(st.sampled_from(keys))
    match draw(st.integers(0, 11)):
        case 0:
            del value[here]
        case 1 if isinstance(value, dict):
            value[draw(st.sampled_from(TEXTS) | st.sampled_from(sorted(used())))] = value.pop(here)
        case 1:
            value[here:here] = [value[here]] * draw(st.sampled_from([1, 2, 60]))
        case 2 if isinstance(value, list):
            other = draw(st.sampled_from(keys))
            value[here], value[other] = value[other], value[here]
        case 2 | 3 if isinstance(value, dict):
            new = draw(st.sampled_from(sorted(used())))
            value[new] = copy.deepcopy(draw(st.sampled_from(used()[new])))
        case _:
            value[here] = _spoil(draw, value[here], here if isinstance(here, str) else key)
    return value


def _instead(draw: st.DrawFn, value: Any, key: str) -> Any:
    """Something else in the place of a value: of the same kind, what stands under that key elsewhere, or anything."""
    match draw(st.integers(0, 7)):
        case 0 | 1 if key in used():
            return copy.deepcopy(draw(st.sampled_from(used()[key])))
        case 2:
            return draw(st.sampled_from([[], {}, None, [value], {"x": value}, True, [value] * 3]))
        case 3:
            return draw(expressions())
        case 4 | 5 if isinstance(value, str):
            at = draw(st.integers(0, len(value)))
            return value[:at] + draw(st.sampled_from(TEXTS) | expressions()) + value[at + draw(st.integers(0, 2)) :]
        case 4 | 5 | 6 if isinstance(value, int | float):
            return draw(st.sampled_from([*NUMBERS, -value, value * 10, value * 1000, value + 1, value / 7]))
        case _:
            return draw(st.sampled_from(TEXTS) | st.sampled_from(NUMBERS))


def expressions() -> st.SearchStrategy[str]:
    """What looks like formulas and texts with formulas in them."""
    soup = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map(" ".join)
    return st.one_of(soup, soup.map("{{{}}}".format), soup.map("x {{{}}} y".format))


@st.composite
def _spoilt_text(draw: st.DrawFn, text: str, tokens: Sequence[str]) -> bytes:
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        far = min(len(text), at + draw(st.sampled_from([0, 0, 1, 2, 7, 40])))
        end = text.find("\n", at) + 1 or len(text)
        match draw(st.integers(0, 5)):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + text[at:end] * draw(st.sampled_from([2, 3, 50])) + text[end:]
            case 2:
                text = text[:at]
            case _:
                text = text[:at] + draw(st.sampled_from(tokens)) + text[far:]
    return text[:MOST].encode(errors="replace")


@st.composite
def _spoilt_bytes(draw: st.DrawFn, content: bytes) -> bytes:
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, min(len(content), 400)) | st.integers(0, len(content)))
        new = draw(st.binary(max_size=4) | st.sampled_from([b"\xff" * 4, b"\0" * 4, content[at : at + 60]]))
        content = content[:at] + new + content[at + draw(st.sampled_from([0, len(new), 4, 200])) :]
    return content
