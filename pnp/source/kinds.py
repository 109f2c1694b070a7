"""What a document says that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.source.rules import UNKNOWN_KIND, WRONG_TYPE
from pnp.source.tree import Mapping, Node, Unread
from pnp.source.words import found
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from pnp.source.ledger import Ledger
    from pnp.source.schemas import Schemas


def known_kind(root: Node, damaged: bool, schemas: Schemas, ledger: Ledger) -> str | None:
    """The kind of the document; None where it has none that is known.

    That is a finding, unless the document is `damaged` and its kind may have been in what could not be read.
    """
    value = root.value
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if damaged and (kind is None or isinstance(kind, Unread)):
        return None
    if not isinstance(value, Mapping):
        message = f"a document is a mapping that begins with its kind, not {found(value)}"
        ledger.add(WRONG_TYPE, root.mark, message, "begin it with a line such as 'kind: area-map'", "")
        return None
    if isinstance(kind, str) and kind in schemas.kinds:
        meant = _meant(value, kind, schemas)
        if meant:
            message = f"the document says that it is of kind '{kind}', but its keys are those of kind '{meant}'"
            ledger.add(UNKNOWN_KIND, root["kind"].mark, message, f"write 'kind: {meant}'", "/kind")
        return None if meant else kind
    if "kind" in value:
        _report_unknown(root["kind"], schemas, ledger)
    else:
        _report_missing(root, value, schemas, ledger)
    return None


def _report_unknown(node: Node, schemas: Schemas, ledger: Ledger) -> None:
    hint = did_you_mean(node.text, schemas.kinds) or f"kinds are {', '.join(schemas.kinds)}"
    ledger.add(UNKNOWN_KIND, node.mark, f"{found(node.value)} is no kind of document", hint, node.pointer)


def _report_missing(root: Node, value: Mapping, schemas: Schemas, ledger: Ledger) -> None:
    mark = value.key_marks[next(iter(value))] if value else root.mark
    likely = _likely(value, schemas)
    kinds = f"begin it with 'kind: …'; kinds are {', '.join(schemas.kinds)}"
    hint = f"begin it with 'kind: {likely}'" if likely else kinds
    ledger.add(UNKNOWN_KIND, mark, "the document does not say of what kind it is", hint, "")


def _meant(value: Mapping, kind: str, schemas: Schemas) -> str | None:
    """Another kind whose schema knows every key, where that of `kind` does not know several of them."""
    strange = sum(key not in schemas.schema(kind)["properties"] for key in value)
    likely = _likely(value, schemas) if strange > 1 else None
    return likely if likely and all(key in schemas.schema(likely)["properties"] for key in value) else None


def _likely(value: Mapping, schemas: Schemas) -> str | None:
    """The kind whose schema knows most of the mapping's keys, if one knows more than all others."""
    scores = {kind: sum(key in schemas.schema(kind)["properties"] for key in value) for kind in schemas.kinds}
    best = [kind for kind, score in scores.items() if score and score == max(scores.values())]
    return best[0] if len(best) == 1 else None
