"""Traits of pieces of Vassal, and the texts in which a module keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

FLIP, ROLL, TURN, BACK, DELETE = "70,130", "82,130", "93,130", "91,130", "127,0"
"""Key strokes: Ctrl+F, Ctrl+R, Ctrl+], Ctrl+[ and the delete key."""


# Vassal's encoding of sequences.


def sequence(parts: Iterable[str], delimiter: str) -> str:
    """Return parts as one text, as `VASSAL.tools.SequenceEncoder` does.

    A delimiter in a part is preceded by a backslash. A part that begins with a backslash, or that is in single quotes,
    is put into single quotes, because the decoder takes quotes off and would take the backslash for an escape.
    """
    return delimiter.join(_part(part, delimiter) for part in parts)


def _part(text: str, delimiter: str) -> str:
    escaped = text.replace(delimiter, "\\" + delimiter)
    quoted = text.startswith("\\") or (text.startswith("'") and text.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


class Trait(Struct, frozen=True):
    """A trait of a piece: its type, which is the same for all games, and its state."""

    type: str
    state: str = ""


def definition(traits: Sequence[Trait]) -> str:
    """Return the command that adds a piece of these traits, the outermost first, the last one being the basic piece."""
    kind, state = traits[-1].type, traits[-1].state
    for trait in reversed(traits[:-1]):
        kind, state = sequence((trait.type, kind), "\t"), sequence((trait.state, state), "\t")
    return "+/" + sequence(("null", kind, state), "/")


def basic(image: str, name: str, slot: int) -> Trait:
    """Return the innermost trait: a picture and a name."""
    return Trait("piece;" + sequence(("", "", image, name), ";"), f"null;0;0;{slot};0")


def marks(**properties: str) -> Trait:
    """Return properties of a piece that never change, such as its text, for searching and reports."""
    return Trait("mark;" + sequence(properties, ","), sequence(properties.values(), ","))


def layers(images: Sequence[str], names: Sequence[str], command: str, at: int = 1, rolled: bool = False) -> Trait:
    """Return the sides of a piece, of which one is seen, `at` from 1; `rolled` ones are turned up at random."""
    step = ("", "") if rolled else (command, FLIP)
    roll = (ROLL, command) if rolled else ("", "")
    parts = (
        "", "128", "A", step[0], "128", "", "", "128", "", "", "", "1", "false", "0", "0",
        sequence(images, ","), sequence(names, ","), "true", "Side", *roll, "false", "", "1", "1", "true",
        "", step[1], "", "", "1.0", "", "true",
    )  # fmt: skip
    return Trait("emb2;" + sequence(parts, ";"), str(at))


def mask(image: str) -> Trait:
    """Return the trait of a card that can be face down: other players see its back, its owner both sides."""
    return Trait("obs;" + sequence((FLIP, image, "Flip", "I", "a card", "", "Peek"), ";"), "null")


def turning(turn: float) -> Trait:
    """Return the trait of a piece that can be turned, and how far it is turned, clockwise."""
    steps = next((each for each in (4, 8, 24) if abs(turn * each / 360 - round(turn * each / 360)) < 1e-6), 360)
    parts = (str(steps), TURN, BACK, "Turn right", "Turn left", "", "", "Turn")
    return Trait("rotate;" + sequence(parts, ";"), str(round(turn * steps / 360) % steps))
