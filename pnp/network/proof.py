"""Proofs: what became of each requirement, how that was found out, and for how many setups it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Severity, Span
    from pnp.model.requirement import Demand

Scope = Literal["printed", "every-setup", "any-n"]
Method = Literal["direct", "exhaustive", "symmetry", "theorem", "sampled"]


@dataclass(frozen=True, slots=True)
class Witness:
    """What shows that a requirement is broken: the setup, as pairs of choice and option, and what is wrong in it."""

    setup: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    distance: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a demand holds, None where that is unknown, with a sentence for the designer.

    It is not `asked` where it asks nothing: then it is not proved, and `fix` is what the designer can do. Of
    `setups_total` labelled setups `setups_checked` were looked at one by one; `setups_covered` are those in which
    something is asked and for which the verdict is shown. It is unknown because the steps
    were `spent`, or for want of something else.
    """

    holds: bool | None
    detail: str
    witness: Witness | None = None
    scope: Scope = "printed"
    method: Method = "direct"
    setups_total: int = 1
    setups_checked: int = 1
    setups_covered: int = 1
    asked: bool = True
    fix: str | None = None
    spent: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """The verdict on a requirement of a map; `asked` is False where it could not be put: that is reported elsewhere."""

    map: str
    name: str
    demand: Demand
    severity: Severity
    span: Span
    verdict: Verdict
    asked: bool = True
    seed: int | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the requirement holds; None for unknown."""
        return self.verdict.holds

    @property
    def is_empty(self) -> bool:
        """Whether it was put and asks nothing."""
        return self.asked and not self.verdict.asked

    @property
    def detail(self) -> str:
        """The verdict in a sentence for the designer."""
        return self.verdict.detail

    @property
    def witness(self) -> Witness | None:
        """What shows the breach."""
        return self.verdict.witness

    @property
    def scope(self) -> Scope:
        """Which setups were asked about."""
        return self.verdict.scope

    @property
    def method(self) -> Method:
        """How the verdict was found."""
        return self.verdict.method

    @property
    def setups_total(self) -> int:
        """How many labelled setups the requirement speaks of."""
        return self.verdict.setups_total

    @property
    def setups_checked(self) -> int:
        """How many of them were looked at one by one."""
        return self.verdict.setups_checked

    @property
    def setups_covered(self) -> int:
        """For how many of them, in which something is asked, the verdict is shown."""
        return self.verdict.setups_covered
