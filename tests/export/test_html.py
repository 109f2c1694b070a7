"""The HTML table as a file: what is in it, and that nothing of a stranger's can run or leave."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from functools import cache
from heapq import heappop, heappush
from html.parser import HTMLParser
from importlib import import_module, resources
from math import dist
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from pnp.diagnostics import Fault
from pnp.export.game import exported
from pnp.export.html import PLAIN_DICE, SCRIPTS, PageLimits, files_of, pull_of, table_page
from pnp.export.targets import TARGETS, ExportOptions
from pnp.export.things import ExportedGame, Movement, Piece, Snap
from pnp.loader.pack import bundled_words
from tests.games import EACH_GAME, EACH_GAME_BY_NIGHT, examined

SMALL = PageLimits(dpi=20, board_dpi=10, longest=200, quality=30)


class Elements(HTMLParser):
    """The elements of a page with what is in them."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, attributes, text = self.found[-1]
            self.found[-1] = (tag, attributes, text + data)

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", {}, ""))

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [(attributes, text) for name, attributes, text in self.found if name == tag]

    def json(self, name: str) -> object:
        return next(json.loads(text) for attributes, text in self.all("script") if attributes.get("id") == name)


@cache
def game_of(name: str) -> ExportedGame:
    return exported(examined(name), rules=False)


@cache
def facts_of(name: str) -> dict:  # type: ignore[type-arg]
    found = Elements(table_page(game_of(name), SMALL)).json("game")
    assert isinstance(found, dict)
    return found


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes() -> None:
    assert table_page(game_of("starter"), SMALL) == table_page(exported(examined("starter"), rules=False), SMALL)


@pytest.mark.slow
def test_a_saved_table_opens_in_a_page_of_other_numbers_of_players() -> None:
    """What a save refers to are pieces and places; their digest is that of the page which wrote it."""
    whole = facts_of("starter")["digest"]
    fewer = exported(examined("starter"), players=(2,), rules=False)
    assert Elements(table_page(fewer, SMALL)).json("game")["digest"] == whole  # type: ignore[index]
    renamed = replace(fewer, pieces=(replace(fewer.pieces[0], name="Other"), *fewer.pieces[1:]))
    assert Elements(table_page(renamed, SMALL)).json("game")["digest"] != whole  # type: ignore[index]


@pytest.mark.slow
def test_only_the_pages_own_script_and_style_run_by_their_hashes() -> None:
    elements = Elements(table_page(game_of("starter"), SMALL))
    (policy,) = [
        attributes["content"] for attributes, _ in elements.all("meta") if "Content-Security" in str(attributes)
    ]
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    (script,) = [text for attributes, text in elements.all("script") if "type" not in attributes]
    (style,) = [text for _, text in elements.all("style")]
    for name, text in (("script-src", script), ("style-src", style)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.slow
def test_the_page_loads_nothing_and_has_no_inline_handlers() -> None:
    elements = Elements(table_page(game_of("starter"), SMALL))
    for _, attributes, _ in elements.found:
        assert not {name for name in attributes if name.startswith("on") or name in ("src", "href", "style", "action")}


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_make_elements_without_parsing_text(name: str) -> None:
    script = (resources.files("pnp.export.html") / "static" / name).read_text(encoding="utf-8")
    banned = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(|Math\.random"
    assert not re.search(banned, script)
    assert not re.search(r"fetch\(|XMLHttp|WebSocket|sendBeacon|https?://", script)


HOSTILE = "</script><script>alert(1)</script><!-- \u2028 & \"quoted\" 'name'"


@pytest.mark.slow
def test_hostile_names_stay_text() -> None:
    game = game_of("starter")
    pieces = tuple(replace(piece, name=HOSTILE, text=HOSTILE) for piece in game.pieces)
    elements = Elements(table_page(replace(game, title=HOSTILE, notes=HOSTILE, pieces=pieces), SMALL))
    assert len(elements.all("script")) == 4
    facts = elements.json("game")
    assert isinstance(facts, dict)
    assert facts["title"] == facts["notes"] == facts["pieces"][0]["text"] == HOSTILE
    assert elements.all("title")[0][1] == HOSTILE


@EACH_GAME_BY_NIGHT
def test_every_piece_and_set_up_is_in_the_page(game: str) -> None:
    facts, found = facts_of(game), game_of(game)
    told = {piece["id"]: piece for piece in facts["pieces"] if "plain" not in piece}
    assert {name: piece["count"] for name, piece in told.items()} == {each.id: each.count for each in found.pieces}
    for piece in found.pieces:
        assert (told[piece.id]["front"] >= 0) == (piece.front is not None)
        assert (told[piece.id]["back"] >= 0) == (piece.back is not None)
        for snap, at in zip(piece.snaps, told[piece.id]["snaps"], strict=True):
            assert at["name"] == snap.name
            assert dist((at["x"], at["y"]), (snap.x, snap.y)) < 0.01
    names = [piece["id"] for piece in facts["pieces"]]
    for players, laid in found.layouts.items():
        counts: Counter[str] = Counter()
        for each, at in zip(laid, facts["layouts"][str(players)], strict=True):
            assert dist((at["x"], at["y"]), (each.x, each.y)) < 0.01
            indices = facts["piles"][at["pile"]]["pieces"] if "pile" in at else [at["piece"]]
            counts.update(names[index] for index in indices)
        assert counts == {piece.id: piece.count for piece in found.pieces}


@pytest.mark.slow
@EACH_GAME
def test_ways_are_as_long_as_those_of_the_checked_network(game: str) -> None:
    """Also between places that a piece enters with a heading: the length from the worst one counts."""
    found = game_of(game)
    assert found.places or not any(snap.map for piece in found.pieces for snap in piece.snaps)
    for told, places in zip(facts_of(game)["places"], found.places, strict=True):
        network = examined(game).facts.networks[places.map]
        (movement,) = told["movements"]
        assert movement["mover"] == ""
        sites = dict(told["sites"])
        names: list[str] = told["names"]
        for start in places.names[:: max(1, len(places.names) // 25)]:
            far = _lengths(movement, sites, names.index(start))
            goals = [name for name in places.names if name in network.index or name in network.sites]
            assert {goal: far[names.index(goal)] for goal in goals} == {
                goal: network.distance(start, goal) if start in network.index or start in network.sites else None
                for goal in goals
            }


def _lengths(movement: dict, sites: dict, start: int) -> dict[int, int | None]:  # type: ignore[type-arg]
    """The length to each place from the worst state of a place or site, None if one of them does not lead there."""
    states: list[int] = movement["states"]
    after: list[list[tuple[int, int]]] = [[] for _ in states]
    for one, two, length in movement["moves"]:
        after[one].append((two, length))
    found: dict[int, list[int | None]] = defaultdict(list)
    for source in (number for number, place in enumerate(states) if place in sites.get(start, [start])):
        far = {source: 0}
        pending = [(0, source)]
        while pending:
            length, here = heappop(pending)
            for there, more in after[here]:
                if length + more < far.get(there, length + more + 1):
                    far[there] = length + more
                    heappush(pending, (far[there], there))
        by_place: dict[int, int] = {}
        for state, length in far.items():
            by_place[states[state]] = min(length, by_place.get(states[state], length))
        for goal in {*states, *sites}:
            ends = [by_place[place] for place in sites.get(goal, [goal]) if place in by_place]
            found[goal].append(min(ends, default=None))
    worst = {goal: None if None in each else max(filter(None, each), default=0) for goal, each in found.items()}
    return defaultdict(lambda: None, worst)


@pytest.mark.slow
def test_moves_of_movement_classes_are_in_the_page() -> None:
    """Also those to places that only a class can reach."""
    game = game_of("starter")
    (places,) = game.places
    boat = Movement(("Lighthouse", "The reef"), ((0, 1, 2), (1, 0, 2)), "boat")
    places = replace(places, movements=(*places.movements, boat))
    facts = Elements(table_page(replace(game, places=(places,)), SMALL)).json("game")
    assert isinstance(facts, dict)
    (network,) = facts["places"]
    names = network["names"]
    assert names == [*places.names, "The reef"]
    printed, boats = network["movements"]
    assert len(printed["moves"]) == len(places.movements[0].moves)
    states = [names.index("Lighthouse"), names.index("The reef")]
    assert boats == {"mover": "boat", "states": states, "moves": [[0, 1, 2], [1, 0, 2]]}


@pytest.mark.slow
def test_pictures_are_webp_in_the_shape_of_their_pieces() -> None:
    elements = Elements(table_page(game_of("starter"), SMALL))
    facts, pictures = elements.json("game"), elements.json("pictures")
    assert isinstance(facts, dict)
    assert isinstance(pictures, list)
    assert len({data for _, data in pictures}) == len(pictures)
    for piece in facts["pieces"][: -len(PLAIN_DICE)]:
        kind, data = pictures[piece["front"]]
        image = Image.open(io.BytesIO(base64.b64decode(data)))
        assert (kind, image.format) == ("image/webp", "WEBP")
        wide, tall = piece["size"]
        assert image.height == pytest.approx(image.width * tall / wide, abs=1)


@pytest.mark.slow
def test_numbered_pieces_are_called_by_what_is_on_them() -> None:
    """A card by its first words; another piece by its component, with what is on it if that is short."""
    suppers = next(piece for piece in facts_of("starter")["pieces"] if piece["id"] == "suppers-02")
    assert suppers["name"] == "1 cream Bakery"
    flat = [piece["name"] for piece in facts_of("destination-race")["pieces"] if piece["component"] == "cab-tops"]
    assert flat == [f"Cab {number}" for number in range(1, 7)]


@pytest.mark.slow
def test_pieces_are_laid_on_the_places_of_the_set_up() -> None:
    facts = facts_of("starter")
    cats = {number for number, piece in enumerate(facts["pieces"]) if piece["component"] == "cats"}
    for players, laid in facts["layouts"].items():
        places = [each["place"] for each in laid if each.get("piece") in cats and not each["spare"]]
        assert places == ["Fish market"] * int(players)


@pytest.mark.slow
def test_piles_of_the_set_up_are_on_their_places() -> None:
    facts = facts_of("taxi-derby")
    stacks = [each["place"] for each in facts["layouts"]["3"] if each.get("place", "").endswith(" stack")]
    assert len(stacks) == 5


def test_places_pull_from_less_than_half_of_their_distance() -> None:
    assert pull_of((Snap("a", 0, 0), Snap("b", 10, 0), Snap("c", 0, 90))) == pytest.approx(4.8)
    assert pull_of((Snap("a", 0, 0),)) == 12
    assert pull_of(()) == 12


def test_a_game_without_pictures_or_seats_is_a_page() -> None:
    game = replace(game_of("starter"), layouts={}, seats={}, piles=(), places=(), rulebook=b"%PDF")
    game = replace(game, pieces=tuple(replace(each, front=None, back=None) for each in game.pieces))
    elements = Elements(table_page(game, SMALL))
    assert elements.json("pictures") == []
    assert base64.b64decode(next(text for at, text in elements.all("script") if at.get("id") == "rulebook")) == b"%PDF"


@pytest.mark.slow
def test_the_target_writes_the_page_and_what_is_left_out(tmp_path: Path) -> None:
    game = replace(game_of("starter"), left_out=(Fault(None, "a sticker is left out"),))
    written = TARGETS["html"].write(game, tmp_path / "starter" / "html", ExportOptions(dpi=20))
    assert {each.path.name for each in written} == {"starter.html", "README.txt"}
    assert "a sticker is left out" in (tmp_path / "starter" / "html" / "README.txt").read_text(encoding="utf-8")
    assert (tmp_path / "starter" / "html" / "starter.html").read_bytes().startswith(b"<!DOCTYPE html>")


@pytest.mark.slow
def test_a_page_that_is_too_large_for_phones_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    game, options = game_of("starter"), ExportOptions(dpi=20)
    assert not files_of(game, Path(), options).left_out
    monkeypatch.setattr(import_module("pnp.export.html"), "LARGEST", 100_000)
    (fault,) = files_of(game, Path(), options).left_out
    assert re.fullmatch(r"the page has \d MB; .* not open more than 0 MB", fault.message)
    assert fault.hint == "export with less sharp pictures: `--dpi 50`"
    assert fault.span.file.endswith("pack.yaml")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_what_is_dealt_is_shuffled_with_its_deck_in_each_game() -> None:
    """The function of the page, run by Node: every piece once, at another place each time."""
    facts = facts_of("destination-race")
    state = (resources.files("pnp.export.html") / "static" / "state.js").read_text(encoding="utf-8")
    functions = state[state.index("function below") : state.index("// A change that")]
    functions += state[state.index("function dealt") : state.index("function layDown")]
    run = (
        f"const GAME = {json.dumps({'piles': facts['piles']})}; const layout = {json.dumps(facts['layouts']['4'])};\n"
        f"{functions}\nconsole.log(JSON.stringify([1, 2].map(() => dealt(layout, []).map((pair) => pair[1]))));"
    )
    one, two = json.loads(subprocess.run(["node", "-e", run], capture_output=True, check=True).stdout)
    own = [number for number, laid in enumerate(facts["layouts"]["4"]) if laid["seat"] and laid.get("pools")]
    assert len(own) == 4
    assert [one[number] for number in own] != [two[number] for number in own]
    first, second = (sorted(piece for pieces in each for piece in pieces) for each in (one, two))
    assert first == second


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
@pytest.mark.parametrize(("name", "players"), [("starter", 4), ("bahama-taxi", 8)])
def test_plates_and_citizens_are_where_the_drawn_cards_say(name: str, players: int) -> None:
    """The rules draw them: another game has others, each at the place that its card names."""
    facts = facts_of(name)
    found = game_of(name)
    state = (resources.files("pnp.export.html") / "static" / "state.js").read_text(encoding="utf-8")
    functions = state[state.index("function below") : state.index("// A change that")]
    functions += state[state.index("function dealt") : state.index("function layDown")]
    layout, goings = facts["layouts"][str(players)], facts["goings"][str(players)]
    run = (
        f"const GAME = {json.dumps({'piles': facts['piles']})};\n{functions}\n"
        f"console.log(JSON.stringify([1, 2, 3].map(() => dealt({json.dumps(layout)}, {json.dumps(goings)}))));"
    )
    games = json.loads(subprocess.run(["node", "-e", run], capture_output=True, check=True).stdout)
    drawn = [[found.pieces[pieces[0]].id for _, pieces in game if len(pieces) == 1] for game in games]
    assert drawn[0] != drawn[1], "another game has others"
    for game in games:
        everything = Counter(piece for _, pieces in game for piece in pieces)
        assert everything == Counter(piece for _, pieces in games[0] for piece in pieces), "each piece once"
        for going in goings:
            ends = Counter((laid["x"], laid["y"]) for laid, _ in (game[number] for number in going["what"]))
            assert max(ends.values()) == 1, "none on another one"
            for number, (thing, at) in zip(going["what"], going["by"], strict=True):
                piece = found.pieces[game[thing][1][at]]
                laid = game[number][0]
                spots = [going["spots"][spot] for spot in going["goes"][str(found.pieces.index(piece))]]
                assert [laid["x"], laid["y"], laid["turn"], laid["place"]] in spots
                assert spots[0][3].removesuffix(" plate") in (
                    piece.text if name == "starter" else _fits(piece, spots[0][3])
                )


def _fits(card: Piece, place: str) -> str:
    """The name of the area of a card, or of the waiting place of its suit."""
    suit = {"♠": "Spades", "♥": "Hearts", "♣": "Clubs", "♦": "Diamonds"}[card.name[-1]]
    return place if place.startswith(suit) else card.name


def test_the_page_is_in_the_language_of_the_game() -> None:
    english = game_of("starter")
    german = replace(english, language="de", words=bundled_words("de"))
    page = table_page(german, SMALL).decode()
    assert '<html lang="de"' in page
    assert ">Rückgängig</button>" in page
    assert ">Undo</button>" not in page
    facts = Elements(page.encode()).json("game")
    assert isinstance(facts, dict)
    assert facts["words"]["drew"] == "{count} gezogen von: {pile}"
    assert facts["seats"]["2"][0]["name"] == "Rot"
    czech = table_page(replace(english, language="cs"), SMALL).decode()
    assert '<html lang="en"' in czech
    assert ">Undo</button>" in czech
