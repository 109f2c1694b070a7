"""One pack in the studio: loaded, checked and drawn in one thread, again after each change of its files."""

from __future__ import annotations

import gc
import heapq
import itertools
import secrets
import threading
import time
from collections import ChainMap, OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from pnp.build.drawing import AllDrawn, DrawnBefore
from pnp.build.examine import Examined, at_home, draw, examine
from pnp.build.memo import Memo
from pnp.edit.texts import EditRefused
from pnp.facts import Facts
from pnp.interrupts import ProgressMessages, SupersededWork, pass_on_interrupt, pausing
from pnp.loader import Target
from pnp.loader.pack import Files, Loaded, changed, files_in, folders_of, load
from pnp.loader.reading import ReadCache
from pnp.loader.target import PathError, content_folder
from pnp.messages import Refused
from pnp.output import OUTPUT
from pnp.source import is_table
from pnp.studio.resources import Offers, Resource

Json = Any
Message = Mapping[str, Any]
View = Callable[["StudioSession", Message], Json]
Tell = Callable[[dict[str, Json]], None]

Pace = Literal["first", "soon", "long", "last"]
"""How urgent an answer is.

`first` are changes, what is typed, and what is moved on the page until the answer comes, in their order. What is
`long` may take seconds and writes nothing: it is given up when files change, and asked again. `last` are checks of the
whole pack: they are given up for other questions too.
"""


class Question(Struct, frozen=True):
    """A question that the page can ask: the view that answers it, how urgent that is, and whether it changes files."""

    view: View
    pace: Pace = "soon"
    writes: bool = False


class RequestRefused(ValueError):
    """A request that cannot be granted; the message is a sentence for a designer, `at` the place that it is about."""

    def __init__(self, message: str, at: Json = None) -> None:
        super().__init__(message)
        self.at = at


REFUSALS = (RequestRefused, EditRefused, Refused, PathError)
"""What is refused with a sentence for a designer; any other error is a fault of the studio."""


class Settings(Struct, frozen=True):
    """The options of `pnp studio`.

    `editor` is the address that opens a file in an editor, with {path}, {line} and {column}. A new pack is made in the
    folder `place`, by default with that `name`. A bundled pack is `read_only`, but `prints`.
    """

    out: Path = OUTPUT
    read_only: bool = False
    prints: bool = True
    place: Path = Path()
    name: str = ""
    editor: str = "vscode://file/{path}:{line}:{column}"


class DrawnPack(Struct, frozen=True):
    """The pack in one language and one variant of its theme, drawn."""

    loaded: Loaded
    facts: Facts
    all: AllDrawn


# The work of the studio: tasks by urgency, one at a time.

URGENT, SEEN, ASKED, AGAIN, LAST = range(5)
"""Kinds of tasks.

What cannot wait; a picture in sight; a question of the page; one that a change of files put off; a check of all.
"""

Task = Callable[[], None]


class Tasks:
    """Tasks that other threads hand in, the most urgent first."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Task]] = []
        self._numbers = itertools.count()
        self._ready = threading.Condition()

    def add(self, task: Task, urgency: int = ASKED) -> None:
        """Hand in a task."""
        with self._ready:
            heapq.heappush(self._waiting, (urgency, next(self._numbers), task))
            self._ready.notify()

    def take_more_urgent(self, urgency: int) -> Task | None:
        """Return the next task that is more urgent than that; None if there is none."""
        with self._ready:
            return heapq.heappop(self._waiting)[2] if self._waiting and self._waiting[0][0] < urgency else None

    def has_more_urgent(self, urgency: int) -> bool:
        """Whether a task waits that is more urgent than that."""
        with self._ready:
            return bool(self._waiting) and self._waiting[0][0] < urgency

    def next(self, patience: float) -> Task | None:
        """Return the next task; None if there is none for `patience` seconds."""
        with self._ready:
            if not self._waiting:
                self._ready.wait(patience)
            return heapq.heappop(self._waiting)[2] if self._waiting else None


POLL, IDLE = 0.02, 0.25
"""Seconds between two polls of the files, while a page is open and otherwise; a poll takes under 1 ms for a pack."""

IDLE_BEFORE_COLLECTING, GARBAGE_OBJECTS = 2.0, 200_000
"""Seconds without a task, and number of new objects, after which garbage is collected."""

POLL_IN_LONG_WORK = 0.04
"""Seconds between two polls of the files during long work."""

MOST_RESTARTS = 12
"""Number of times that long work is given up after which it is only given up for a change of files."""

SETTLED, PATIENCE = 0.008, 25
"""Seconds without changes after which a save is complete, and the maximum number of such waits."""

KEPT_DRAWINGS = 6
"""Maximum number of languages and variants that stay drawn."""


KEPT_USES = 40
"""Number of uses of a lasting memo after which results that were not used again are dropped."""


def memo_name(language: str | None = None, variant: str | None = None) -> str:
    """Return the name of the memo of drawings in a language and a variant of the theme."""
    return f"{language} {variant}"


OWN = memo_name()
"""The name of the memo of the pack's own language and colours."""


class StudioSession:
    """One pack, with what the views show of it. All methods but `ask`, `picture` and `stop` belong to one thread."""

    def __init__(
        self, target: Target | None, settings: Settings | None = None, views: Mapping[str, Question] | None = None
    ) -> None:
        self._target, self.settings = target, settings or Settings()
        self.revision = self.assets = 0
        """The number of changes, and of those of pictures, icons and fonts, which are in no document."""
        self.changed_files: tuple[str, ...] = ()
        self.tasks = Tasks()
        self.listeners: list[Tell] = []
        self.pages = 0
        self._views = dict(views or {})
        self._running = True
        self._files: dict[Path, Files] = {}
        self._folders: tuple[Path, ...] = (target.folder.resolve(),) if target else ()
        self._loaded: dict[str | None, Loaded] = {}
        self.shelf = ReadCache(always=True)
        """What was read of files that no change has touched."""
        self._memos: OrderedDict[str, Memo] = OrderedDict()
        self._drawings: dict[tuple[str | None, str | None], DrawnPack] = {}
        self._earlier: dict[tuple[str | None, str | None], DrawnPack] = {}
        self._examined: Examined | None = None
        self._first: Loaded | None = None
        self._first_revision = 0
        self.cached: dict[str, Any] = {}
        """What views store until the next change."""
        self.stored: dict[str, Any] = {}
        """What views store over changes."""
        self.token = secrets.token_hex(4)
        """Part of the ids of pictures, so that no browser shows those of another studio."""
        self.offers = Offers()
        self._finished: set[str] = set()
        """The memos whose results of this revision are complete."""
        self._pausing = False
        self._polled = 0.0

    @property
    def target(self) -> Target:
        """The pack. Raises RequestRefused while there is none."""
        if self._target is None:
            raise RequestRefused("there is no pack yet")
        return self._target

    @property
    def has_pack(self) -> bool:
        """Whether a pack is open; without one, the page makes one."""
        return self._target is not None

    def open(self, target: Target) -> None:
        """Show a pack that was made just now."""
        self._target, self._folders = target, (target.folder.resolve(),)
        self.renew()

    # What the views show.

    def loaded(self, language: str | None = None) -> Loaded:
        """Return the pack as its files are now. A mistake in them raises nothing: it is a finding."""
        if language not in self._loaded:
            self._files = self._files or self._state()
            self._loaded[language] = self._read(language)
        return self._loaded[language]

    def drawing(self, language: str | None = None, variant: str | None = None) -> DrawnPack:
        """Return the drawn components; those that no change has touched are not drawn again."""
        key = language, variant
        if key not in self._drawings:
            memo = self.memo(memo_name(language, variant))
            loaded = self.reading(language, variant)
            self._drawings[key] = DrawnPack(loaded, *draw(loaded, variant, memo))
            if key != (None, None):  # the report on the pack reuses more
                self._finished.add(memo_name(language, variant))
        return self._drawings[key]

    def is_drawn(self, language: str | None, variant: str | None) -> bool:
        """Whether all components are drawn as the files are now."""
        return (language, variant) in self._drawings

    def drawn_before(self, language: str | None, variant: str | None) -> DrawnBefore | None:
        """Return the pack as it was drawn last; None if more than documents and tables changed since."""
        found = self._earlier.get((language, variant))
        drawn = {each.parts.component: each for each in found.all.drawn} if found else {}
        return DrawnBefore(found.loaded.game, drawn) if found else None

    def reading(self, language: str | None, variant: str | None) -> Loaded:
        """Return the pack as it is drawn, with the objects of the last round for what no change has touched."""
        key = f"reading {language} {variant}"
        if key not in self.cached:
            self.cached[key] = self.memo(memo_name(language, variant)).reused(at_home(self.loaded(language)))
        found: Loaded = self.cached[key]
        return found

    @property
    def locked(self) -> str:
        """Why the studio writes nothing, as a sentence for the page; empty if it does."""
        if not self.settings.read_only:
            return ""
        if self.has_pack and self.target.bundled:
            return "a bundled game is only shown: 'pnp new' makes a game of your own"
        return "this studio only shows the pack: it was started with --read-only"

    @property
    def examined(self) -> Examined:
        """The pack with the report on it, in its own language."""
        if self._examined is None:
            self._examined = examine(self.drawing().loaded, draws_maps=True, memo=self.memo(OWN))
            self._finished.add(OWN)
        return self._examined

    @property
    def opened(self) -> Examined:
        """The pack with the report on it, as its files were when the studio read them first."""
        first = self._first or self.loaded()
        if self.revision == self._first_revision:
            return self.examined
        if "opened" not in self.stored:
            self.stored["opened"] = examine(at_home(first), draws_maps=True)
        found: Examined = self.stored["opened"]
        return found

    def examined_in(self, language: str | None) -> Examined:
        """Return the pack with the report on it, in a language; None for its own."""
        if language is None:
            return self.examined
        key = f"examined {language}"
        if key not in self.cached:
            memo = self.memo(memo_name(language))
            self.cached[key] = examine(self.drawing(language).loaded, draws_maps=True, memo=memo)
        found: Examined = self.cached[key]
        return found

    @property
    def is_examined(self) -> bool:
        """Whether the report is there without further work."""
        return self._examined is not None

    def path_of(self, file: str) -> Path | None:
        """Return the path of a file by its name in findings, such as `my-game/cards.csv`; None for one unknown."""
        if "\0" in file:
            return None
        names = [(self.target.folder, self.target.shown), *((folder, folder.name) for folder in self._folders[1:])]
        for folder, prefix in (*names, (content_folder(), "")):
            name = file if prefix in ("", ".") else file.removeprefix(f"{prefix}/")
            path = (folder / name).resolve()
            if (name != file or prefix in ("", ".")) and path.is_relative_to(folder.resolve()) and path.is_file():
                return path
        return None

    def is_own(self, path: Path) -> bool:
        """Whether a file is in the pack's folder, where alone the studio writes."""
        return path.resolve().is_relative_to(self.target.folder.resolve())

    # Questions of the page, and pictures that it loads.

    def picture(self, name: str, then: Callable[[Resource | None], None]) -> None:
        """Have something made that is offered, and hand it to `then`: None if it is not offered."""
        found = self.offers.made(name)
        if found:
            then(found)
        else:
            self.tasks.add(lambda: then(self.offers.make(name)), URGENT if self.offers.is_urgent(name) else SEEN)

    def ask(self, message: Message, then: Callable[[dict[str, Json]], None]) -> None:
        """Have a view answer a message, and hand the answer to `then`."""
        question = self._views.get(str(message.get("ask")))
        revision = self.revision
        if question and question.pace == "last":
            self.tasks.add(lambda: self._answer_long(message, then, LAST), LAST)
        elif question and question.pace == "long":
            self.tasks.add(lambda: self._answer_first(message, then, revision))
        else:
            urgency = URGENT if question and question.pace == "first" else ASKED
            self.tasks.add(lambda: then(self._answer(message)), urgency)

    def _answer_first(self, message: Message, then: Callable[[dict[str, Json]], None], revision: int) -> None:
        """Answer a long question of a revision; if files changed since, what the page asks about that comes first."""
        if self.revision == revision:
            self._answer_long(message, then)
        else:
            self.tasks.add(lambda: self._answer_long(message, then, AGAIN), AGAIN)

    def _answer_long(
        self, message: Message, then: Callable[[dict[str, Json]], None], urgency: int = ASKED, restarts: int = 0
    ) -> None:
        """Answer a question; more urgent tasks come between, and a change of files puts it off.

        Then it is answered after what the page asks about the change. Results that no change has touched are reused.
        """
        revision = self.revision
        progress = ProgressMessages(lambda what, at, of: self.tell("working", doing=what, number=at, total=of))

        def interrupt(*doing: Any) -> None:
            if self._pausing:
                return  # this is a more urgent task, which is finished
            progress(*doing)
            self._do_urgent_tasks()
            others = urgency > ASKED and restarts < MOST_RESTARTS and self.tasks.has_more_urgent(urgency)
            if others or self.revision != revision:
                raise SupersededWork

        try:
            with pausing(interrupt):
                answer = self._answer(message)
        except SupersededWork:
            later = max(urgency, AGAIN)
            self.tasks.add(lambda: self._answer_long(message, then, later, restarts + 1), later)
        else:
            then(answer)
        finally:
            progress.end()

    def _do_urgent_tasks(self) -> None:
        """Do the tasks that are more urgent than a long question, and poll the files from time to time."""
        self._pausing = True
        try:
            while task := self.tasks.take_more_urgent(ASKED):
                self._do(task)
            if time.monotonic() - self._polled > POLL_IN_LONG_WORK:
                self._do(self.poll_files)
                self._polled = time.monotonic()
        finally:
            self._pausing = False

    def _answer(self, message: Message) -> dict[str, Json]:
        question = self._views.get(str(message.get("ask")))
        try:
            if question is None:
                raise RequestRefused("this page is of another version of pnp: load it again")
            return {"id": message.get("id"), "answer": question.view(self, message)}
        except REFUSALS as refused:
            return {"id": message.get("id"), "refused": str(refused), "at": getattr(refused, "at", None)}
        except Exception as error:  # the studio must outlive a fault in one view
            pass_on_interrupt(error)
            return {"id": message.get("id"), "refused": f"this is a fault of pnp: {type(error).__name__}: {error}"}

    def tell(self, what: str, **data: Json) -> None:
        """Push a message to every open page."""
        for listener in tuple(self.listeners):
            listener({"tell": what, **data})

    # The work itself.

    def work(self) -> None:
        """Do the tasks that are handed in, and poll the files, until `stop`."""
        used = time.monotonic()
        while self._running:
            task = self.tasks.next(POLL if self.pages else IDLE)
            self._do(task or self.poll_files)
            if task:
                used = time.monotonic()
            elif time.monotonic() - used > IDLE_BEFORE_COLLECTING and gc.get_count()[0] > GARBAGE_OBJECTS:
                gc.collect()  # takes half a second for 1,000 cards, which a save does not wait for while nobody works

    def stop(self) -> None:
        """End `work` after its current task."""
        self._running = False
        self.tasks.add(lambda: None, URGENT)

    def _do(self, task: Task) -> None:
        try:
            task()
        except Exception as error:  # a folder removed while it is read must not end the studio
            pass_on_interrupt(error)
            self.tell("failed", message=f"{type(error).__name__}: {error}")

    def poll_files(self, waits: bool = True) -> None:
        """Read the files that were saved since the last poll, and notify the pages.

        It `waits` until a save is complete, because some editors write in steps; the studio writes whole files.
        """
        now = self._state()
        if now == self._files:
            return
        for _ in range(PATIENCE if waits else 0):
            time.sleep(SETTLED)
            before, now = now, self._state()
            if now == before:
                break
        if self._files:
            self.renew(changed(ChainMap(*self._files.values()), ChainMap(*now.values())))
        self._files = now

    def renew(self, files: tuple[str, ...] = ()) -> None:
        """Begin a new revision: what views ask for now is of the files as they are now."""
        if self._examined and self.revision == self._first_revision:
            self.stored["opened"] = self._examined
        self.revision += 1
        self.changed_files = files
        self._loaded.clear()
        self._earlier |= self._drawings
        if not all(file.endswith((".yaml", ".yml")) or is_table(file) for file in files):
            self._earlier.clear()
            self.assets += 1
        self._drawings.clear()
        self._examined = None
        self.cached.clear()
        for name, memo in self._memos.items():
            memo.turn(whole=name in self._finished)
        self._finished.clear()
        self.offers.begin(self.revision)
        self.tell("changed", revision=self.revision, files=[Path(file).name for file in files])

    def _state(self) -> dict[Path, Files]:
        """Return the files in each folder that the pack is read from."""
        return {folder: files_in([folder], self.settings.out) for folder in self._folders}

    def _read(self, language: str | None) -> Loaded:
        loaded = load(self.target, language, shelf=self.shelf)
        if self._first is None and language is None:
            self._first, self._first_revision = loaded, self.revision
        folders = folders_of(self.target, loaded)
        if folders != self._folders:
            self._folders = folders
            # Only folders that are new have the state of now: a file in the others may have been saved meanwhile.
            self._files = {folder: self._files.get(folder, files) for folder, files in self._state().items()}
        return loaded

    def lasting_memo(self, name: str) -> Memo:
        """Return results that are reused over all changes, until `KEPT_USES` uses of the memo did not need them."""
        memo, used = self.stored.get(f"memo {name}", (Memo(), 0))
        if used % KEPT_USES == KEPT_USES - 1:
            memo.turn()
        self.stored[f"memo {name}"] = memo, used + 1
        kept: Memo = memo
        return kept

    def memo(self, name: str) -> Memo:
        """Return the results that one kind of work reuses from revision to revision."""
        memo = self._memos.setdefault(name, Memo())
        self._memos.move_to_end(name)
        while len(self._memos) > KEPT_DRAWINGS:
            del self._memos[next(each for each in self._memos if each not in (OWN, name))]
            self._earlier = {key: each for key, each in self._earlier.items() if memo_name(*key) in self._memos}
        return memo
