"""Finds and reads the files of packs and kits: paths in, games with their findings out.

`target` finds them, `reader` and `pack` read them.
"""

from pnp.loader.target import PathError, Target, find_targets, shown

__all__ = ["PathError", "Target", "find_targets", "shown"]
