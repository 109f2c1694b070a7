"""What lies on a map, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.closure import CLOSED
from pnp.network.wording import listed, many, some

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.requirement import Requirement
    from pnp.network.proof import Verdict
    from pnp.network.supply import Setup, Stock, Supply

VOWELS = "aeiou"
SPOKEN_WITH_A_CONSONANT = ("one", "uni", "use", "eu")


def broken(requirement: Requirement, verdict: Verdict, setup: Setup, stock: Stock) -> str:
    """What a setup breaks: `'Pier' is cut off from 'Lot' when a barrier lies at 'Crosswalk 7'`."""
    places = verdict.witness.places if verdict.witness else ()
    detail, others, more = verdict.detail.partition(" (and ")
    match requirement.demand:
        case "reach" | "isolation":
            detail = f"'{places[1]}' is cut off from '{places[0]}'"
        case "connected" | "survives":
            detail = f"{some(places)} {'is' if len(places) == 1 else 'are'} cut off"
        case _:
            pass
    least = requirement.bounds.least if requirement.demand == "isolation" else None
    expected = f"; it should take {many(int(least), 'closure')} at least" if least is not None else ""
    return f"{detail}{others}{more} {when(setup, stock)}{expected}"


def when(setup: Setup, stock: Stock) -> str:
    """The setup as a clause: `when a barrier lies at 'Crosswalk 7' and a cone on '14'`; nothing where nothing lies."""
    groups: dict[tuple[int, str], list[str]] = {}
    for closing in setup:
        groups.setdefault((closing.kind, closing.option.name), []).append(closing.choice.at)
    if not groups:
        return ""
    phrases = [
        _phrase(stock.supplies[kind], option, spots, first=not number)
        for number, ((kind, option), spots) in enumerate(groups.items())
    ]
    return f"when {_joined(phrases)}"


def _phrase(supply: Supply, option: str, spots: Sequence[str], first: bool) -> str:
    name = supply.closure.name
    one = len(spots) == 1
    if name == CLOSED:
        return f"{listed(spots)} {'is' if one else 'are'} closed"
    sounds = name[:1].lower() in VOWELS and not name.lower().startswith(SPOKEN_WITH_A_CONSONANT)
    thing = f"{'an' if sounds else 'a'} {name}" if one else f"{name}s"
    verb = "" if not first else " lies" if one else " lie"
    way = option.removeprefix(name).strip()
    where = f"{'at' if supply.closure.on == 'crossings' else 'on'} {listed(spots)}"
    return f"{thing}{verb} {where}" + (f" ({way})" if way else "")


def with_up_to(stock: Stock) -> str:
    """What may be laid: `with up to 2 barriers and 1 cone laid`."""
    things = [
        f"{many(supply.most, 'place')} closed"
        if supply.closure.name == CLOSED
        else many(supply.most, supply.closure.name)
        for supply in stock.supplies
    ]
    fewer = f", {stock.most:,} at most in all" if stock.most < sum(supply.most for supply in stock.supplies) else ""
    laid = " laid" if any(supply.closure.name != CLOSED for supply in stock.supplies) else ""
    return f"with up to {_joined(things)}{laid}{fewer}"


def _joined(phrases: Sequence[str]) -> str:
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}" if len(phrases) > 1 else phrases[0]
