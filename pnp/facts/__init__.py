"""A game in; what its expressions may know of it out: maps, components, the pack, and the definitions that the pack
adds.
"""

from pnp.facts.facts import Facts, gather_facts
from pnp.facts.rows import count_of, is_sure, rows_of

__all__ = ["Facts", "count_of", "gather_facts", "is_sure", "rows_of"]
