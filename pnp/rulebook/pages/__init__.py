"""A document in; sheets of scene items out: the rulebook on paper, ready for a back end."""

from typing import TYPE_CHECKING

from pnp.records import when_asked

if TYPE_CHECKING:
    from pnp.rulebook.pages.compose import compose_reference, compose_rulebook


__all__ = ["compose_reference", "compose_rulebook"]

__getattr__ = when_asked(__name__, {"compose": ("compose_reference", "compose_rulebook")})
