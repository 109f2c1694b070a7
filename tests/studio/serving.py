"""A studio that runs in this process, and requests to it as a browser or a stranger sends them."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from pnp.loader import find_targets
from pnp.studio.server import Server
from pnp.studio.session import Settings, StudioSession
from pnp.studio.views import views


@contextmanager
def served(pack: Path, **settings: Any) -> Iterator[Server]:
    """A studio of a pack, which ends with the block."""
    chosen = Settings(**{"out": pack.parent / "output", **settings})
    studio = StudioSession(find_targets([str(pack)])[0], chosen, views(chosen.read_only))
    server = Server(studio)
    worker = threading.Thread(target=studio.work, daemon=True)
    server.start()
    worker.start()
    try:
        yield server
    finally:
        studio.stop()
        server.stop()
        worker.join(10)


def cookie(server: Server) -> str:
    """The cookie that the address on the terminal is exchanged for."""
    return f"pnp-studio-{server.port}={server.secret.cookie}"


def raw(server: Server, head: str, body: bytes = b"", wait: float = 5.0) -> bytes:
    """What the server answers to bytes, until it closes the connection or `wait` seconds pass."""
    with socket.create_connection(("127.0.0.1", server.port), wait) as wire:
        wire.sendall(head.replace("\n", "\r\n").encode("latin-1") + body)
        answer = b""
        try:
            while read := wire.recv(65536):
                answer += read
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def get(server: Server, path: str = "/", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of a request as the studio's own page sends it; `headers` replace or, empty, omit."""
    sent = {"Host": f"127.0.0.1:{server.port}", "Cookie": cookie(server), "Connection": "close"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\n" for name, value in sent.items() if value)
    head, _, body = raw(server, f"GET {path} HTTP/1.1\n{lines}\n").partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    found = dict(line.lower().split(": ", 1) for line in rest)
    return int(first.split()[1]) if first else 0, found, body


@contextmanager
def page(server: Server) -> Iterator[Page]:
    """An open page: its socket."""
    headers = {"Cookie": cookie(server)}
    address = f"ws://127.0.0.1:{server.port}/live"
    with connect(address, origin=f"http://127.0.0.1:{server.port}", additional_headers=headers, max_size=None) as wire:  # type: ignore[arg-type]
        yield Page(wire)


class Page:
    """A page that asks the studio."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire, self.number = wire, 0
        self.news: list[dict[str, Any]] = []

    def send(self, ask: str, **data: Any) -> dict[str, Any]:
        """The whole answer to a question."""
        self.number += 1
        self.wire.send(json.dumps({"id": self.number, "ask": ask, **data}))
        while True:
            message = json.loads(self.wire.recv(timeout=60))
            if message.get("id") == self.number:
                return dict(message)
            self.news.append(message)

    def ask(self, ask: str, **data: Any) -> Any:
        """The answer to a question; AssertionError with the sentence if it is refused."""
        answer = self.send(ask, **data)
        assert "refused" not in answer, answer["refused"]
        return answer["answer"]

    def told(self, what: str) -> dict[str, Any]:
        """The next news of that name."""
        while True:
            found = next((each for each in self.news if each.get("tell") == what), None)
            if found:
                self.news.remove(found)
                return found
            self.news.append(json.loads(self.wire.recv(timeout=30)))
