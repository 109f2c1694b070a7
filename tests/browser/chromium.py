"""A headless Chromium driven over pipes in its DevTools protocol: no driver, no network, nothing else to install."""

from __future__ import annotations

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
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


_KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "Backspace": 8, "Delete": 46, "ArrowLeft": 37, "ArrowUp": 38,
         "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34, " ": 32}  # fmt: skip
"""The numbers of the keys that are no letters."""


_START = """import fcntl, os, sys
reads, writes = (fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3])
os.dup2(reads, 3), os.dup2(writes, 4)
os.execv(sys.argv[3], sys.argv[3:])"""
"""Puts the pipes where Chromium looks for them; a shell can't name files above 9, which a server in a test may hold."""


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

    def events(self, name: str) -> list[Any]:
        """The events of that name that came since the last page was opened; their domain must be enabled."""
        return [each for each in self._pipe.events() if each.get("method") == name]

    def size(self, width: int, height: int) -> None:
        """Makes the window so many pixels wide and high."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def wait(self, condition: str, seconds: float = 20.0) -> None:
        """Waits until an expression is true; PageError if it is not within the time."""
        until = time.monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > until:
                raise PageError(f"not within {seconds:g} s: {condition}")
            time.sleep(0.02)

    def dark(self, dark: bool = True) -> None:
        """Prefers dark or light colours, as the user's system does."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def mouse(self, kind: str, x: float, y: float, button: str = "left", **more: Any) -> None:
        """Sends one event of the mouse: Pressed, Released, Moved or Wheel (with deltaX and deltaY)."""
        self.call("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, button=button, clickCount=1, **more)

    def click(self, x: float, y: float) -> None:
        """Clicks at a point of the window."""
        for kind in ("Moved", "Pressed", "Released"):
            self.mouse(kind, x, y, buttons=1 if kind == "Pressed" else 0)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        """Drags from one point of the window to another."""
        self.mouse("Moved", *start, buttons=0)
        self.mouse("Pressed", *start, buttons=1)
        for step in range(1, steps + 1):
            x, y = (one + (other - one) * step / steps for one, other in zip(start, end, strict=True))
            self.mouse("Moved", x, y, buttons=1)
        self.mouse("Released", *end, buttons=0)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Sends one event of fingers: Start, Move, End or Cancel."""
        self.call("Input.dispatchTouchEvent", type=f"touch{kind}", touchPoints=[{"x": x, "y": y} for x, y in points])

    def key(self, key: str, control: bool = False, shift: bool = False) -> None:
        """Presses a key by its name, such as `a`, `Enter` or `ArrowLeft`, and lets it go."""
        held = (2 if control else 0) | (8 if shift else 0)
        text = "\r" if key == "Enter" else key if len(key) == 1 and not control else ""
        named = {"key": key, "code": f"Key{key.upper()}" if key.isalpha() and len(key) == 1 else key, "modifiers": held}
        number = _KEYS.get(key) or (ord(key.upper()) if len(key) == 1 else 0)
        named["windowsVirtualKeyCode"] = number
        self.call("Input.dispatchKeyEvent", type="keyDown", **({"text": text} if text else {}), **named)
        self.call("Input.dispatchKeyEvent", type="keyUp", **named)

    def type(self, text: str) -> None:
        """Types a text where the caret is."""
        self.call("Input.insertText", text=text)

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
            [sys.executable, "-I", "-S", "-c", _START, str(to_read), str(to_write), command, *_FLAGS,
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

    def events(self) -> list[dict[str, Any]]:
        return list(self._events)

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
