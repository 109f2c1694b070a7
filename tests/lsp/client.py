"""A client of the language server that speaks the protocol to a real process."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from tests.pipeline import ROOT

PATIENCE = 60
"""Seconds after which an answer is missing; a quiet machine needs a hundredth."""


class Client:
    """Sends requests and notifications, and collects what the server sends."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self.process, self.folder = process, folder
        self._number = 0
        self._came: Queue[dict[str, Any]] = Queue()
        self.published: dict[str, list[dict[str, Any]]] = {}
        self.messages: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream
        while head := stream.readline():
            length = int(head.split(b":")[1]) if head.lower().startswith(b"content-length") else 0
            while stream.readline().strip():
                pass
            self._came.put(json.loads(stream.read(length)))

    def raw(self, content: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin
        self.process.stdin.write(content)
        self.process.stdin.flush()

    def send(self, message: dict[str, Any]) -> None:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))

    def notify(self, method: str, **params: Any) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its result; raises RuntimeError for an error."""
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        return self.answer(self._number)

    def answer(self, number: int) -> Any:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self._take(end - time.monotonic())
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message.get("result")
        raise TimeoutError(f"no answer to request {number}")

    def _take(self, seconds: float) -> dict[str, Any]:
        try:
            message = self._came.get(timeout=max(0.01, seconds))
        except Empty:
            raise TimeoutError("the server is silent") from None
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif message.get("method") == "window/showMessage":
            self.messages.append(message["params"]["message"])
        return message

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> None:
        text = (self.folder / name).read_text(encoding="utf-8") if text is None else text
        document = {"uri": self.uri(name), "languageId": "yaml", "version": 1, "text": text}
        self.notify("textDocument/didOpen", textDocument=document)

    def change(self, name: str, text: str, version: int = 2) -> None:
        document = {"uri": self.uri(name), "version": version}
        self.notify("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def at(self, method: str, name: str, line: int, character: int, **more: Any) -> Any:
        """Ask about a position, which counts from 0."""
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": self.uri(name)}, position=place, **more)

    def codes(self, name: str) -> list[str]:
        return [each["code"] for each in self.published.get(self.uri(name), [])]

    def until(self, name: str, *, code: str | None = None, absent: str | None = None) -> list[dict[str, Any]]:
        """Wait until a document has a finding of that code, or none of the absent code; return its findings."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            known = self.uri(name) in self.published
            if known and (code is None or code in self.codes(name)) and absent not in self.codes(name):
                return self.published[self.uri(name)]
            self._take(end - time.monotonic())
        raise TimeoutError(f"'{name}' has {self.codes(name)}")


@contextmanager
def running(folder: Path, encodings: tuple[str, ...] = ("utf-16",)) -> Iterator[Client]:
    """Start a server, greet it, and end it by its process."""
    command = [sys.executable, "-m", "pnp", "lsp", "--stdio"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    client = Client(process, folder)
    try:
        capabilities = {"general": {"positionEncodings": list(encodings)}}
        client.ask("initialize", processId=None, rootUri=folder.as_uri(), capabilities=capabilities)
        client.notify("initialized")
        yield client
    finally:
        process.kill()
        process.wait()
