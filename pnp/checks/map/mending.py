"""What would mend a broken requirement, as a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import INFO
from pnp.network.budget import REPAIRING, Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pnp.model.game_map import GameMap
    from pnp.network.proof import Proof
    from pnp.network.repair import Repair

SUGGESTED = 6
"""How many repairs are listed where the designer asks for suggestions."""

EACH, HARDER = 2, 10
"""How many times the work of one search all those on a map may be: without suggestions, and with them."""


def mender(game_map: GameMap, proofs: Sequence[Proof], suggest: bool, sharing: int) -> Callable[[Proof], str | None]:
    """Finds for a broken requirement the change that mends it, in words; several where the designer asks for them.

    So many maps are `sharing` the steps.
    """
    budget = Budget(REPAIRING * (HARDER if suggest else EACH) // sharing)

    def mend(proof: Proof) -> str | None:
        if proof.severity is INFO and not suggest:  # not meant to be mended
            return None
        from pnp.network.repair import find_repairs  # most maps have nothing to repair

        at = next(number for number, each in enumerate(proofs) if each is proof)
        held = [each for each, known in zip(game_map.requirements, proofs, strict=True) if known.holds]
        share = Budget(max(0, budget.left) // 2)
        allowed = share.left
        repairs = find_repairs(game_map, game_map.requirements[at], held, SUGGESTED if suggest else 1, share)
        budget.left -= allowed - max(0, share.left)
        return _hint(repairs)

    return mend


def _hint(repairs: Sequence[Repair]) -> str | None:
    if not repairs:
        return None
    first, *others = (_words(repair) for repair in repairs)
    number = len(repairs[0].changes)
    least = "; no single change does" if number == 2 else f"; fewer than {number} changes do not"
    tried = "tried: it holds then" + (least if number > 1 and repairs[0].smallest else "")
    more = "".join(f"; or {words}" for words in others)
    return f"{first} ({tried}){more}"


def _words(repair: Repair) -> str:
    *others, last = repair.changes
    return f"{', '.join(others)} and {last}" if others else last
