"""The files beside the documents of a pack and its kits."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.source.rules import MISSING_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.diagnostics import Finding, Span
    from pnp.source import Disk

MOST_BYTES = 32 * 2**20
"""The size of a picture or a font."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Reads files from the first folder that has them: the pack's own, then those of its kits."""

    folders: tuple[Path, ...]
    disk: Disk = field(compare=False)

    def read(self, name: str, span: Span) -> bytes | Finding:
        """The content of the file; the finding that tells at `span` why it can't be read."""
        found = [self.disk.file(self.folders[0], name, span, MOST_BYTES)]
        for folder in self.folders[1:]:
            if isinstance(found[-1], bytes) or found[-1].code != MISSING_FILE.code:
                return found[-1]
            found.append(self.disk.file(folder, name, span, MOST_BYTES))
        return found[-1] if isinstance(found[-1], bytes) else found[0]
