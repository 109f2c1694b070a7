"""A document in; sheets of scene items out: the rulebook on paper, ready for a back end."""

from pnp.rulebook.pages.compose import compose_reference, compose_rulebook

__all__ = ["compose_reference", "compose_rulebook"]
