"""A headless Chromium driven over pipes in its DevTools protocol: no driver, no network, nothing else to install."""

from __future__ import annotations

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

PATIENCE = 60.0
"""Seconds that one answer may take."""

_FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-sandbox",  # it reads nothing but our own files, and who tests may be root
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--no-first-run",
    "--hide-scrollbars",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
)


class NoBrowser(Exception):
    """There is no Chromium on this machine, or none that starts."""


class PageError(Exception):
    """A page could not be opened, or a script on it failed."""


def executable() -> str:
    """Where Chromium is: the variable CHROMIUM says so, else the usual names are looked for."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        raise NoBrowser(f"there is no Chromium: none of {', '.join(NAMES)} is on the path, and CHROMIUM names none")
    return found


class Page:
    """One tab."""

    def __init__(self, pipe: _Pipe, session: str) -> None:
        self._pipe, self._session = pipe, session

    def call(self, method: str, **parameters: Any) -> Any:
        """What a method of the protocol answers."""
        return self._pipe.call(method, parameters, self._session)

    def open(self, url: str) -> None:
        """Goes to the address and waits until it is there with all that it loads."""
        self._pipe.forget("Page.loadEventFired")
        answer = self.call("Page.navigate", url=url)
        if answer.get("errorText"):
            raise PageError(f"{url}: {answer['errorText']}")
        self._pipe.wait_for("Page.loadEventFired")

    def run(self, script: str) -> Any:
        """What a script comes to; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description") or details.get("text", "a script failed"))
        return answer["result"].get("value")

    def size(self, width: int, height: int) -> None:
        """Makes the window so many pixels wide and high."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, **options: Any) -> bytes:
        """The window as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **options)["data"])

    def print(self, **options: Any) -> bytes:
        """The page as the printer gets it: a PDF, in the sizes that its style sheet asks for."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=False, **options)["data"])


@contextmanager
def browser() -> Iterator[Page]:
    """A tab of a Chromium that starts now and ends with the block; NoBrowser where there is none."""
    command = executable()
    with tempfile.TemporaryDirectory(prefix="pnp-browser-", ignore_cleanup_errors=True) as profile:
        to_read, ours_to_write = os.pipe()
        ours_to_read, to_write = os.pipe()
        process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "sh", command, *_FLAGS,
             f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        pipe = _Pipe(ours_to_read, ours_to_write)
        try:
            try:
                target = pipe.call("Target.createTarget", {"url": "about:blank"})["targetId"]
            except (BrokenPipeError, PageError) as error:
                raise NoBrowser(f"{command} does not start") from error
            session = pipe.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
            page = Page(pipe, session)
            page.call("Page.enable")
            yield page
        finally:
            process.terminate()
            process.wait(10)
            pipe.close()


class _Pipe:
    """Messages to and from Chromium: JSON, a NUL after each."""

    def __init__(self, reads: int, writes: int) -> None:
        self._reads, self._writes = reads, writes
        self._numbers = itertools.count(1)
        self._rest = b""
        self._events: list[dict[str, Any]] = []

    def call(self, method: str, parameters: dict[str, Any], session: str | None = None) -> Any:
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self._write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == number:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._events.append(answer)

    def forget(self, event: str) -> None:
        self._events = [each for each in self._events if each.get("method") != event]

    def wait_for(self, event: str) -> None:
        while not any(each.get("method") == event for each in self._events):
            self._events.append(self._message())
        self._events.clear()

    def close(self) -> None:
        os.close(self._reads)
        os.close(self._writes)

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._writes, data) :]

    def _message(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._reads], [], [], max(0.0, until - time.monotonic()))
            read = os.read(self._reads, 1 << 20) if ready else b""
            if not read:
                raise PageError("Chromium does not answer" if not ready else "Chromium went away")
            self._rest += read
        first, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        return message


def address(path: Path) -> str:
    """The address of a file."""
    return path.resolve().as_uri()
