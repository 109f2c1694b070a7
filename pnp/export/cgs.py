"""Card Game Simulator: the cards, the decks and the boards of a game in the program's custom game format.

Facts about the format are in `docs/export-cgs.md`. Lengths are in inches, x to the right and y upwards from the middle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.build.write import Product
from pnp.diagnostics import Fault
from pnp.escape import file_name
from pnp.export.pictures import SheetPicture, pixels_at, pngs
from pnp.export.targets import ExportedFiles, ExportOptions
from pnp.export.things import ExportedGame, Piece
from pnp.units import MM_PER_INCH

MOST_PIXELS = 2048
"""The maximum number of pixels of each side of a picture: phones show them too."""

CARDS = ("card", "tile", "token", "money", "mat")
"""Pieces that are cards in this program, which knows nothing but cards and boards."""

HOW = """For Card Game Simulator. Copy the folder of the game into the program's folder 'games':
  Windows: AppData/LocalLow/Finol Digital LLC/Card Game Simulator/games
  macOS: ~/Library/Containers/com.finoldigital.CardGameSimulator/Data/Library/Application Support/
         com.finoldigital.CardGameSimulator/games
Or host the folder and export with --assets-url: the program downloads the game from the address of its cgs.json."""


def files_of(game: ExportedGame, _folder: Path, options: ExportOptions) -> ExportedFiles:
    """Return the files of a custom game."""
    cards = [piece for piece in game.pieces if piece.kind in CARDS and piece.front]
    return ExportedFiles(tuple(_products(game, options)), HOW, tuple(left_out(game, cards)))


def _products(game: ExportedGame, options: ExportOptions) -> Iterator[Product]:
    """Yield the files of a custom game: its definition, its cards, decks, boards and pictures."""
    root = file_name(game.title)
    cards = [piece for piece in game.pieces if piece.kind in CARDS and piece.front]
    boards = [piece for piece in game.pieces if piece.kind == "board" and piece.front]
    yield Product.of_json(f"{root}/cgs.json", "definition", definition(game, cards, boards, options))
    yield Product.of_json(f"{root}/AllCards.json", "cards", [card_of(piece) for piece in cards])
    for name, content in decks_of(game, cards).items():
        yield Product(f"{root}/decks/{name}.txt", "deck", content.encode())
    yield from _pictures(f"{root}/sets/{_set_of(game)}", {piece.id: piece.front for piece in cards}, options)
    yield from _pictures(f"{root}/boards", {piece.id: piece.front for piece in boards}, options)
    back = _common_back(cards)
    if back:
        yield from _pictures(root, {"CardBack": back}, options)


def _set_of(game: ExportedGame) -> str:
    """Return the code of the one set of cards."""
    return file_name(game.name)


def inches(mm: float) -> float:
    """Return a length in inches."""
    return round(mm / MM_PER_INCH, 4)


def definition(game: ExportedGame, cards: list[Piece], boards: list[Piece], options: ExportOptions) -> dict[str, Any]:
    """Return the definition of the custom game."""
    size = Counter(piece.size_mm for piece in cards).most_common(1)
    wide, tall = size[0][0] if size else (63.5, 88.9)
    number = min(game.layouts)
    left, top, right, bottom = game.tables[number]
    code = _set_of(game)
    made: dict[str, Any] = {
        "name": game.title,
        "allCardsUrl": None,
        "autoUpdate": -1,
        "cardSize": {"x": inches(wide), "y": inches(tall)},
        "cardNameIsUnique": False,
        "cardImageFileType": "png",
        "cardBackImageFileType": "png",
        "cardPrimaryProperty": "text",
        "cardProperties": [
            {"name": "text", "type": "string", "display": "Text"},
            {"name": "component", "type": "string", "display": "Component"},
        ],
        "copyright": " ".join(filter(None, (game.credit, game.licence))),
        "deckFileType": "txt",
        "deckFileTxtId": "id",
        "deckSharePreference": "share",
        "gameBoardImageFileType": "png",
        "playMatSize": {"x": inches(right - left), "y": inches(bottom - top)},
        "setCodeDefault": code,
        "setNameDefault": game.title,
    }
    placed = [laid for laid in game.layouts[number] if laid.what in {piece.id for piece in boards}]
    pieces = {piece.id: piece for piece in boards}
    shown = [
        {
            "id": laid.what,
            "offsetMin": {
                "x": inches(laid.x - pieces[laid.what].size_mm[0] / 2),
                "y": inches(-laid.y - pieces[laid.what].size_mm[1] / 2),
            },
            "size": {"x": inches(pieces[laid.what].size_mm[0]), "y": inches(pieces[laid.what].size_mm[1])},
        }
        for laid in placed
        if not laid.beside
    ]
    if shown and cards:
        made["gameBoardCards"] = [{"card": card, "boards": shown} for card in _firsts(cards)]
    if options.assets_url:
        address = options.assets_url.rstrip("/")
        made |= _hosted(address, code, boards, bool(_common_back(cards)))
        decks = [file_name(name) for name, _ in _deck_cards(cards)]
        made["deckUrls"] = [{"name": name, "url": f"{address}/decks/{name}.txt"} for name in decks]
    return made


def _firsts(cards: list[Piece]) -> list[str]:
    """Return a card of each deck file: with it, the program puts the boards on the table."""
    return list(dict.fromkeys(next(iter(names)) for _, names in _deck_cards(cards)))


def _hosted(address: str, code: str, boards: list[Piece], has_back: bool) -> dict[str, Any]:
    """Return the keys of a game that the program downloads."""
    found: dict[str, Any] = {
        "autoUpdate": 1,
        "autoUpdateUrl": f"{address}/cgs.json",
        "allCardsUrl": f"{address}/AllCards.json",
        "cardImageUrl": f"{address}/sets/{code}/{{cardId}}.{{cardImageFileType}}",
        "gameBoardUrls": [{"id": piece.id, "url": f"{address}/boards/{piece.id}.png"} for piece in boards],
    }
    return {**found, "cardBackImageUrl": f"{address}/CardBack.png"} if has_back else found


def card_of(piece: Piece) -> dict[str, str]:
    """Return the entry of a card."""
    return {"id": piece.id, "name": piece.name, "text": piece.text, "component": piece.title}


def _deck_cards(cards: list[Piece]) -> Iterator[tuple[str, Counter[str]]]:
    """Yield the cards of each component with their copies, those of the largest deck first."""
    found: dict[str, Counter[str]] = {}
    for piece in cards:
        found.setdefault(piece.component, Counter())[piece.id] += piece.count
    order = sorted(found, key=lambda name: -sum(found[name].values()))
    return ((name, found[name]) for name in order)


def decks_of(game: ExportedGame, cards: list[Piece]) -> dict[str, str]:
    """Return the deck files by name: a line for each card with its copies, its id and its name."""
    pieces = {piece.id: piece for piece in cards}
    decks = {}
    for name, copies in _deck_cards(cards):
        lines = [f"{count} [{card}] {_one_line(pieces[card].name)}" for card, count in copies.items()]
        decks[file_name(name)] = "\n".join((f"### {_one_line(game.title)} Deck: {_one_line(name)}", *lines)) + "\n"
    return decks


def _one_line(text: str) -> str:
    """Return a name without what ends a line or a bracket in a deck file."""
    return " ".join(text.replace("[", "(").replace("]", ")").split())


def _common_back(cards: list[Piece]) -> SheetPicture | None:
    """Return the back that most cards have; the program knows one for all."""
    backs = {piece.back.digest: piece.back for piece in cards if piece.back}
    counts = Counter(piece.back.digest for piece in cards if piece.back)
    return backs[counts.most_common(1)[0][0]] if counts else None


def _pictures(folder: str, pictures: Mapping[str, SheetPicture | None], options: ExportOptions) -> Iterator[Product]:
    """Yield the pictures by name, those of one size at a time."""
    sizes: dict[tuple[float, float], list[tuple[str, SheetPicture]]] = {}
    for name, picture in pictures.items():
        if picture:
            sizes.setdefault(picture.size_mm, []).append((name, picture))
    for found in sizes.values():
        width = pixels_at(found[0][1], options.sharpness(), MOST_PIXELS)
        contents = pngs([picture for _, picture in found], width)
        for (name, _), content in zip(found, contents, strict=True):
            yield Product(f"{folder}/{name}.png", "picture", content)


def left_out(game: ExportedGame, cards: list[Piece]) -> Iterator[Fault]:
    """Yield what the program cannot hold."""
    other = "nothing to do for this program; `pnp export html` and `pnp export tts` have it"
    for component in dict.fromkeys(piece.component for piece in game.pieces if piece.kind in ("die", "standee", "box")):
        yield game.fault(component, f"'{component}': the program has cards and boards only", other)
    if any(piece.snaps for piece in game.pieces):
        yield game.fault("", "places of maps: the program has no snap points; its grid is half an inch", other)
    backs = {piece.back.digest for piece in cards if piece.back}
    if len(backs) > 1:
        message = f"{len(backs) - 1} of {len(backs)} backs: the program has one back for all cards"
        yield game.fault("", message, "give all decks the same back, or choose another program")
    sizes = {piece.size_mm for piece in cards}
    if len(sizes) > 1:
        message = f"the sizes of cards: the program shows all {len(sizes)} sizes as the most common one"
        yield game.fault("", message, other)
