"""Writes files, with worker processes, or says why there are none."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from msgspec import Struct

from pnp.build_record import Written
from pnp.checks.sheet import NOT_OFFERED
from pnp.facts import manifest
from pnp.interrupts import held_back, pass_on_interrupt, raise_when_interrupted
from pnp.model.component import Component
from pnp.output import remove_leftovers, write_file
from pnp.timing import stage, staged

if TYPE_CHECKING:
    from pnp.build.examine import Examined

# Parallel work in forked processes: each is a copy of this one, so that tasks need not be pickled.

Result = TypeVar("Result")


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def side_by_side(tasks: Sequence[Callable[[], Result]], jobs: int) -> Iterator[Result]:
    """Yield the results of the tasks in order; up to `jobs` of them run at once, if processes can be forked.

    A task that a worker does not complete, for any reason, runs again here: it fails as it would alone, and there is
    more memory after the workers have ended.
    """
    count = min(jobs, len(tasks))
    if count < 2 or not _can_fork():
        yield from (task() for task in tasks)
        return
    from multiprocessing.connection import wait

    left, done = iter(range(len(tasks))), dict[int, Result]()
    pipe: Any
    with _workers(tasks, count) as pipes:
        for number, task in enumerate(tasks):
            while number not in done and pipes:
                for pipe in wait(pipes):
                    try:
                        done.update(pipe.recv())
                        pipe.send(next(left, None))
                    except (EOFError, OSError):  # the worker is gone
                        pipes.remove(pipe)
            yield done.pop(number) if number in done else task()


def _can_fork() -> bool:
    """Whether this process can be forked safely: not on macOS, whose libraries forbid it, nor with other threads."""
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


@contextmanager
def _workers(tasks: Sequence[Callable[[], Any]], count: int) -> Iterator[list[Any]]:
    """Run that many workers, which request numbers of tasks through these pipes; on exit all of them are ended."""
    from multiprocessing import get_context

    context, processes, pipes = get_context("fork"), [], []
    try:
        for _ in range(count):
            ours, theirs = context.Pipe()
            pipes.append(ours)
            process = context.Process(target=_work, args=(tasks, theirs, tuple(pipes)))
            with held_back():  # or an interrupt could take the worker back into the work of this process
                process.start()
                processes.append(process)
            theirs.close()
        yield list(pipes)
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        for pipe in pipes:
            pipe.close()


def _work(tasks: Sequence[Callable[[], Any]], pipe: Any, others: Sequence[Any]) -> NoReturn:
    """Run one task after another and send its result, while there are tasks and the parent process is waiting."""
    try:
        raise_when_interrupted()
        for other in others:  # so that the pipe ends with the process that waits
            other.close()
        pipe.send({})
        while (number := pipe.recv()) is not None:
            try:
                pipe.send({number: tasks[number]()})
            except Exception as error:  # it runs again where it can be reported
                pass_on_interrupt(error)
                pipe.send({})
    finally:  # never return into the parent's code
        os._exit(0)


# Writing the files of a build, each completely or not at all.


Say = Callable[[str], None]
"""Receives progress messages."""


def silent(_message: str) -> None:
    """Ignore the progress of a build."""


class Product(Struct, frozen=True):
    """One file to write: its path below the pack's output folder, a short description, and its bytes."""

    name: str
    what: str
    content: bytes

    @classmethod
    def of_json(cls, name: str, what: str, content: object) -> Product:
        """Return a file of JSON with a line for each value."""
        return cls(name, what, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


Batch = Callable[[], Iterable[Product]]
"""Makes some files one at a time, independently of other batches."""


def in_stage(name: str, batch: Batch) -> Batch:
    """Return the batch with its work timed as a stage of that name."""
    return lambda: staged(name, batch())


def write_all(batches: Iterable[Batch], folder: Path, jobs: int = 1) -> tuple[Written, ...]:
    """Return what was written below `folder`, in order, by up to `jobs` processes. Raises OutputError."""
    tasks = [partial(_write_batch, batch, folder) for batch in batches]
    return tuple(chain.from_iterable(side_by_side(tasks, jobs)))


def write_each(products: Iterable[Product], folder: Path) -> Iterator[Written]:
    """Yield what was written below `folder`, file by file, for callers that may stop.

    Temporary files of interrupted builds are removed.
    """
    tidied: set[Path] = set()
    for product in products:
        place = (folder / product.name).parent
        if place not in tidied:
            remove_leftovers(place, folder.parent)
            tidied.add(place)
        yield _write(product, folder)


def _write_batch(batch: Batch, folder: Path) -> tuple[Written, ...]:
    return tuple(write_each(batch(), folder))


def _write(product: Product, folder: Path) -> Written:
    path = folder / product.name
    with stage("writing"):
        changed = write_file(path, product.content, folder.parent)
        digest = hashlib.sha256(product.content).hexdigest()
    return Written(path, product.what, len(product.content), digest, changed)


# Why nothing was written.


def unwritten(examined: Examined, command: str, asked: Mapping[str, object]) -> str:
    """Return why a build or a rulebook has no files, and what to do."""
    game, report = examined.game, examined.report
    if report.errors and not asked.get("draft"):
        return "mend the errors first"
    if report.fails(bool(asked.get("strict"))) and not asked.get("draft"):
        return "mend the warnings first, or build without --strict"
    if command == "rulebook":
        if not examined.documents:
            return "it has no rules in this language: add a document of 'kind: rulebook'"
        if asked.get("reference"):
            return "no section of its rules is for the reference: write 'reference: true' in one"
        return "its rules have nothing in this format; tables, for csv"
    if any(each.code == NOT_OFFERED.code for each in report.findings):
        return "the print service takes none of its components: the warnings [not-offered] say why"
    if any(manifest(game)):
        return "its components have nothing to print: they have no rows, or none that can be drawn on this paper"
    if any(each.prints for each in game.all(Component)):
        return "'components' in pack.yaml names none of its components"
    only = "it has only tables, which print nothing" if any(game.all(Component)) else "it has nothing to print"
    return f"{only}: add a document of 'kind: component'"
