"""YAML events to plain data with marks, within the limits.

Events come one by one, so that a hostile file costs no more than the part of it that is read before a limit is met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from pnp.records import dataclass
from pnp.source.anchors import Anchored, Anchors
from pnp.source.limits import ALIAS_TEXT, DEPTH, KEY, NODES
from pnp.source.rules import DUPLICATE_KEY, FORBIDDEN_YAML, OVER_LIMIT
from pnp.source.scalars import FIRST
from pnp.source.tree import Listing, Mapping, Mark, Unread, Value, below
from pnp.source.values import check_tag, is_clean, mark_of, read_value, scalar_mark, warn_of_surprise
from pnp.source.words import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pnp.source.ledger import Ledger


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is being read.

    `last` is where its last item or value stands, `key` the key whose value comes next; `drop` leaves that entry out,
    `spoilt` says that the whole can't be used.
    """

    value: Mapping | Listing
    start: CollectionStartEvent
    mark: Mark
    last: Mark
    key: str | None = None
    key_mark: Mark = (1, 1, 1, 1)
    drop: bool = False
    spoilt: bool = False
    weight: int = 1
    height: int = 1

    @property
    def token(self) -> str | None:
        """The key or index of what is read next; None between two entries."""
        return self.key if isinstance(self.value, Mapping) else str(len(self.value))


class Builder:
    """Reads the events of one document; `root` is its value and `mark` its place once `read` is done."""

    def __init__(self, text: str, ledger: Ledger) -> None:
        self.root: Value = None
        self.mark: Mark = (1, 1, 1, 1)
        self._text = text
        self._ledger = ledger
        self._anchors = Anchors(ledger)
        self._frames: list[_Frame] = []
        self._began = False
        self._nodes = 0
        ledger.where = self._pointer

    def read(self, events: Iterable[Event]) -> None:
        """Read all of `events`; raises `Stop` at the first one that ends the reading."""
        steps: dict[type[Event], Callable[[Any], None]] = {
            ScalarEvent: self._scalar,
            MappingStartEvent: self._open,
            SequenceStartEvent: self._open,
            MappingEndEvent: self._close,
            SequenceEndEvent: self._close,
            AliasEvent: self._alias,
            DocumentStartEvent: self._begin_document,
        }
        for event in events:
            step = steps.get(type(event))
            if step:  # the ends of the document and of the stream say nothing
                step(event)

    @property
    def top(self) -> Value:
        """The document's value as far as it was read."""
        return self._frames[0].value if self._frames else self.root

    @property
    def bracket(self) -> Mark | None:
        """Where the innermost list or mapping in brackets opens that is still being read."""
        return next((frame.mark for frame in reversed(self._frames) if frame.start.flow_style), None)

    def _begin_document(self, event: DocumentStartEvent) -> None:
        if self._began:
            hint = "write it into a file of its own, or delete the '---'"
            self._ledger.stop(FORBIDDEN_YAML, mark_of(event), "a second document begins here", hint)
        self._began = True

    def _scalar(self, event: ScalarEvent) -> None:
        mark = scalar_mark(event, self._text)
        self._count(mark)
        frame = self._frames[-1] if self._frames else None
        if frame and frame.key is None and isinstance(frame.value, Mapping):
            self._key(frame, event, mark)
            return
        value = read_value(event, mark, self._ledger)
        weight = 1 + len(event.value) // ALIAS_TEXT
        if event.anchor:
            self._anchors.set(event.anchor, Anchored(value, weight))
        self._put(value, mark, weight)

    def _key(self, frame: _Frame, event: ScalarEvent, mark: Mark) -> None:
        text, ledger = event.value, self._ledger
        if len(text) > KEY:
            ledger.stop(OVER_LIMIT, mark, f"a key of {len(text)} characters; at most {KEY} are read", "shorten the key")
        if event.anchor:
            self._anchors.set(event.anchor, Anchored(text, 1 + len(text) // ALIAS_TEXT))
        if event.tag:
            check_tag(event, ("str",), ledger)
        if text == "<<" and not event.style:
            message, hint = "the merge key '<<' is not read here", "write out the keys that it would bring in"
            ledger.once("merge", FORBIDDEN_YAML, mark, message, hint)
            frame.key, frame.drop, frame.spoilt = text, True, True
            return
        self._begin_entry(frame, text, mark)
        if event.style:
            frame.drop |= not is_clean(event, mark, ledger)
        elif not event.tag and text[:1] in FIRST:
            warn_of_surprise(text, mark, ledger)

    def _begin_entry(self, frame: _Frame, key: str, mark: Mark) -> None:
        assert isinstance(frame.value, Mapping)
        frame.key, frame.key_mark, frame.drop = key, mark, key in frame.value
        frame.weight += 1
        if frame.drop:
            first = frame.value.key_marks[key][0]
            message = f"the key {shown(key)} stands here a second time; the first is on line {first}"
            cause = (*frame.mark[:2], len(self._frames), key)
            self._ledger.once(cause, DUPLICATE_KEY, mark, message, "delete one of them")

    def _open(self, event: CollectionStartEvent) -> None:
        mark = mark_of(event)
        self._count(mark)
        self._check_depth(1, mark)
        value, tag = (Mapping(), "map") if isinstance(event, MappingStartEvent) else (Listing(), "seq")
        spoilt = bool(event.tag) and not check_tag(event, (tag,), self._ledger)
        if event.anchor:
            self._anchors.open(event.anchor)
        self._frames.append(_Frame(value, event, mark, mark, spoilt=spoilt))

    def _close(self, event: CollectionEndEvent) -> None:
        frame = self._frames.pop()
        end = mark_of(event) if frame.start.flow_style else frame.last
        mark = (*frame.mark[:2], *end[2:])
        value = Unread() if frame.spoilt else frame.value
        if frame.start.anchor:
            self._anchors.set(frame.start.anchor, Anchored(value, frame.weight, frame.height))
        self._put(value, mark, frame.weight, frame.height)

    def _alias(self, event: AliasEvent) -> None:
        mark = mark_of(event)
        self._count(mark)
        anchored = self._anchors.find(str(event.anchor), mark)
        self._check_depth(anchored.height, mark)
        self._put(anchored.value, mark, anchored.weight, anchored.height)

    def _put(self, value: Value, mark: Mark, weight: int, height: int = 0) -> None:
        if not self._frames:
            self.root, self.mark = value, mark
            return
        frame = self._frames[-1]
        frame.weight += weight
        if height >= frame.height:
            frame.height = height + 1
        frame.last = mark
        if isinstance(frame.value, Listing):
            frame.value.append(value)
            frame.value.marks.append(mark)
        elif frame.key is None:
            self._odd_key(frame, value, mark)
        else:
            if not frame.drop:
                frame.value[frame.key] = value
                frame.value.marks[frame.key] = mark
                frame.value.key_marks[frame.key] = frame.key_mark
            frame.key = None

    def _odd_key(self, frame: _Frame, key: Value, mark: Mark) -> None:
        """Begin an entry whose key is an alias to a text or, by mistake, a list or mapping."""
        if isinstance(key, str):
            self._begin_entry(frame, key, mark)
            return
        message, hint = "a list or mapping can't be a key", "quote a text that begins with '{' or '['"
        self._ledger.once("key", FORBIDDEN_YAML, mark, message, hint)
        frame.key, frame.drop, frame.spoilt = "", True, True

    def _count(self, mark: Mark) -> None:
        self._nodes += 1
        if self._nodes > NODES:
            message = f"the document has more than {NODES} values and keys"
            self._ledger.stop(OVER_LIMIT, mark, message, "split the document")

    def _check_depth(self, levels: int, mark: Mark) -> None:
        if len(self._frames) + levels > DEPTH:
            message = f"lists and mappings stand more than {DEPTH} deep"
            self._ledger.stop(OVER_LIMIT, mark, message, "close the brackets, or write it flatter")

    def _pointer(self) -> str:
        pointer = ""
        for frame in self._frames:
            pointer = pointer if frame.token is None else below(pointer, frame.token)
        return pointer
