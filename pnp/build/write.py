"""Writes files, with worker processes."""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import selectors
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from msgspec import Struct

from pnp.build_record import Written
from pnp.interrupts import held_back, pass_on_interrupt, raise_when_interrupted
from pnp.output import remove_leftovers, write_file
from pnp.timing import stage, staged

# Parallel work in forked processes: each is a copy of this one, so that no input needs to be sent.

Result = TypeVar("Result")

NUMBER = 4
"""Bytes of the number of a task, and of the length of a result."""

MOST = 10_000
"""Maximum number of tasks for workers: their numbers must fit the buffer of a pipe."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def side_by_side(tasks: Sequence[Callable[[], Result]], jobs: int) -> Iterator[Result]:
    """Yield the results of the tasks in order, from up to `jobs` processes if these can be forked.

    A task that a process does not complete, for any reason, is done again in this one: it fails as it would alone, and
    there is more memory after the workers have ended.
    """
    count = min(jobs, len(tasks))
    if count < 2 or len(tasks) > MOST or not _can_copy():
        yield from (task() for task in tasks)
        return
    with _workers(tasks, count) as results:
        done: dict[int, Result] = {}
        for number, task in enumerate(tasks):
            while number not in done and (found := next(results, None)):
                done[found[0]] = found[1]
            yield done.pop(number) if number in done else task()


def _can_copy() -> bool:
    """Whether this process can be forked safely: not on macOS, whose system libraries forbid it, nor with other
    threads.
    """
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


@contextmanager
def _workers(tasks: Sequence[Callable[[], Any]], count: int) -> Iterator[Iterator[tuple[int, Any]]]:
    """Provide the results of the tasks with their numbers; on exit all processes are ended."""
    numbers, queue = os.pipe()
    for number in range(len(tasks)):
        os.write(queue, number.to_bytes(NUMBER, "big"))
    os.close(queue)
    processes: list[int] = []
    pipes: list[int] = []
    gc.freeze()  # keeps existing objects in shared memory pages
    try:
        for _ in range(count):
            ours, theirs = os.pipe()
            pipes.append(ours)
            with held_back():  # an interrupt in the child would unwind the parent's stack
                process = os.fork()
                if not process:
                    _work(tasks, numbers, theirs, pipes)
                processes.append(process)
            os.close(theirs)
        yield _results(pipes)
    finally:
        gc.unfreeze()
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
        for pipe in (numbers, *pipes):
            os.close(pipe)
        for process in processes:
            os.waitpid(process, 0)


def _work(tasks: Sequence[Callable[[], Any]], numbers: int, results: int, others: Sequence[int]) -> NoReturn:
    """Do one task after another, while there are tasks and the parent process reads results."""
    try:
        raise_when_interrupted()
        for pipe in others:  # so that writing to an ended process fails
            os.close(pipe)
        while taken := os.read(numbers, NUMBER):
            try:
                content = pickle.dumps(tasks[int.from_bytes(taken, "big")]())
            except Exception as error:  # the parent repeats it and reports the error
                pass_on_interrupt(error)
                continue
            with os.fdopen(results, "wb", closefd=False) as file:
                file.write(taken + len(content).to_bytes(NUMBER, "big") + content)
    finally:  # never return into the parent's code
        os._exit(0)


def _results(pipes: Sequence[int]) -> Iterator[tuple[int, Any]]:
    with selectors.DefaultSelector() as selector:
        for pipe in pipes:
            selector.register(pipe, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                head = _read(key.fd, 2 * NUMBER)
                content = _read(key.fd, int.from_bytes(head[NUMBER:], "big"))
                if content:
                    yield int.from_bytes(head[:NUMBER], "big"), pickle.loads(content)
                else:
                    selector.unregister(key.fd)


def _read(pipe: int, size: int) -> bytes:
    """Return that many bytes of a pipe; none if it ends before."""
    parts: list[bytes] = []
    while size and (part := os.read(pipe, size)):
        parts.append(part)
        size -= len(part)
    return b"" if size else b"".join(parts)


# Writing the files of a build, each completely or not at all.


class Product(Struct, frozen=True):
    """One file to write: its path below the pack's output folder, a short description, and its bytes."""

    name: str
    what: str
    content: bytes


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
