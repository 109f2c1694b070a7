"""Read YAML and CSV into plain data with spans; validate documents against schemas; report mistakes as findings."""

from pnp.source.files import Disk, read_file
from pnp.source.rules import SOURCE_RULES
from pnp.source.schemas.gate import Schemas, load_schemas
from pnp.source.schemas.validate import validate
from pnp.source.table_files import TABLES, is_table, read_table
from pnp.source.table_rules import TABLE_RULES
from pnp.source.tables import CsvTable, Table
from pnp.source.tree import Listing, Mapping, Mark, Node, Scalar, Value
from pnp.source.yaml.document import Document, read_document

__all__ = [
    "SOURCE_RULES",
    "TABLES",
    "TABLE_RULES",
    "CsvTable",
    "Disk",
    "Document",
    "Listing",
    "Mapping",
    "Mark",
    "Node",
    "Scalar",
    "Schemas",
    "Table",
    "Value",
    "is_table",
    "load_schemas",
    "read_document",
    "read_file",
    "read_table",
    "validate",
]
