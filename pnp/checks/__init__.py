"""Models, networks and scenes in, faults out.

The registry of all checks and rules is read when it is asked for: a game without maps does without theirs."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.checks.registry import CHECKS, RULES, every_rule


__all__ = ["CHECKS", "RULES", "every_rule"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from pnp.checks import registry

    return getattr(registry, name)
