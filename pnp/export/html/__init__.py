"""The game as one HTML file that plays without a network: `table_page` returns its bytes, `files_of` is the target."""

from pnp.export.html.table_page import PageLimits, files_of, table_page

__all__ = ["PageLimits", "files_of", "table_page"]
