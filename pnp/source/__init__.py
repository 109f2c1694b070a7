"""Read YAML and CSV into plain data with spans; validate documents against schemas; report mistakes as findings."""

from pnp.source.files import Disk
from pnp.source.rules import SOURCE_RULES
from pnp.source.schemas.gate import load_schemas
from pnp.source.schemas.validate import validate
from pnp.source.table_files import is_table, read_table
from pnp.source.table_rules import TABLE_RULES
from pnp.source.tables import CsvTable
from pnp.source.tree import Mapping, Node
from pnp.source.yaml.document import Document, read_document

__all__ = [
    "SOURCE_RULES",
    "TABLE_RULES",
    "CsvTable",
    "Disk",
    "Document",
    "Mapping",
    "Node",
    "is_table",
    "load_schemas",
    "read_document",
    "read_table",
    "validate",
]
