"""Who may talk to the studio: only the page that it served itself, in a browser on this machine.

A web page of a stranger can send requests to a server on this machine, and a name of his own can be made to resolve to
127.0.0.1 (DNS rebinding). Therefore each request must name this server as its `Host`, come from the server's own page
(`Origin`, `Sec-Fetch-Site`), and carry a cookie that only the address printed on the terminal is exchanged for. Nothing
is ever uploaded by HTTP: changes are messages on the socket, which passes the same gate.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qs

from msgspec import Struct
from uvicorn.protocols.http.h11_impl import H11Protocol

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = dict[bytes, list[bytes]]

# What is bounded.

MOST_HEADERS = 16 * 1024
"""Maximum size of a request's head in bytes."""

MOST_MESSAGE = 4 * 2**20
"""Maximum size of a message on the socket in bytes: a table pasted from a spreadsheet."""

MOST_SOCKETS = 16
"""Maximum number of open sockets, one for each tab."""

MOST_CONNECTIONS = 128
"""Maximum number of connections that have not sent a request yet; the oldest is closed for a new one."""

PATIENCE = 10.0
"""Seconds in which a connection must send the head of its request."""

# Headers of every answer.

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self' {socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: files of this server alone, and no script or style within the page."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""What a picture may load if it is opened alone: nothing."""

TABLE_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads"
)
"""What the table in its own tab may do: run the script that its own policy names by its hash, and load nothing. In the
sandbox it has no origin: it gets no cookie, and the socket refuses it."""

POLICIES = {"/picture/": PICTURE_POLICY, "/table/": TABLE_POLICY}
"""The policies of answers that are no part of the studio's page, by how their addresses begin."""

ANSWERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
}


class Secrets(Struct, frozen=True):
    """The token in the address on the terminal, and the cookie that it is exchanged for."""

    token: str
    cookie: str


def new_secrets() -> Secrets:
    """Return new secrets of 192 bits each."""
    return Secrets(secrets.token_urlsafe(24), secrets.token_urlsafe(24))


class Guard:
    """An application that passes on only what the studio's own page requests."""

    def __init__(self, app: App, secret: Secrets, port: int) -> None:
        self.app, self.secret, self.port = app, secret, port
        self.hosts = frozenset(f"{host}:{port}".encode() for host in ("127.0.0.1", "localhost"))
        self.cookie = f"pnp-studio-{port}"  # cookies do not know ports
        self._sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it before anything of its body is read."""
        headers = _headers(scope["headers"])
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            await self._socket(refusal, scope, receive, send)
        elif refusal:
            await _answer(send, *refusal)
        elif self._enters(scope):
            told = f"{self.cookie}={self.secret.cookie}; Path=/; HttpOnly; SameSite=Strict"
            await _answer(send, 303, "", (("location", "/"), ("set-cookie", told)))
        elif not self._knows(headers):
            await _answer(send, 403, "open the address that pnp studio printed on the terminal")
        else:
            await self.app(scope, receive, self._with_policy(scope, send))

    async def _socket(self, refusal: Refusal | None, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal or not self._knows(_headers(scope["headers"])) or self._sockets >= MOST_SOCKETS:
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: status 403
            return
        self._sockets += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets -= 1

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Return the status and the reason for which a request is refused."""
        host, origins = headers.get(b"host", []), headers.get(b"origin", [])
        if len(host) != 1 or host[0].lower() not in self.hosts:
            return 421, "this is not the server of that name"
        own = [b"http://" + host[0].lower()]
        socket = scope["type"] == "websocket"
        if (origins or socket) and [origin.lower() for origin in origins] != own:
            return 403, "a page of another server asks"
        sites = headers.get(b"sec-fetch-site", [b"same-origin"])
        if any(site not in (b"same-origin", b"none") for site in sites):
            return 403, "a page of another server asks"
        if socket:
            return None
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "only GET and HEAD"
        if b"transfer-encoding" in headers or any(length != b"0" for length in headers.get(b"content-length", [])):
            return 413, "a request has no body"
        return None

    def _enters(self, scope: Scope) -> bool:
        """Whether a request brings the token."""
        if scope["path"] != "/" or not scope["query_string"]:
            return False
        try:
            given = parse_qs(scope["query_string"].decode("ascii", "replace"), max_num_fields=4).get("token", [""])
        except ValueError:  # more fields than any page of ours sends
            return False
        return len(given) == 1 and compare_digest(given[0].encode(), self.secret.token.encode())

    def _knows(self, headers: Headers) -> bool:
        """Whether a request has the cookie."""
        pairs = (pair.strip().partition(b"=") for line in headers.get(b"cookie", []) for pair in line.split(b";"))
        given = [value for name, _, value in pairs if name == self.cookie.encode()]
        return len(given) == 1 and compare_digest(given[0], self.secret.cookie.encode())

    def _with_policy(self, scope: Scope, send: Send) -> Send:
        """Return a function that sends an answer with the headers that keep strangers out."""
        of_page = PAGE_POLICY.format(socket=f"ws://127.0.0.1:{self.port} ws://localhost:{self.port}")
        policy = next((policy for start, policy in POLICIES.items() if scope["path"].startswith(start)), of_page)

        async def with_policy(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                added = {**ANSWERS, "content-security-policy": policy}
                message["headers"] = [*message["headers"], *_encoded(added.items())]
            await send(message)

        return with_policy


Refusal = tuple[int, str]


def _headers(given: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return the values of each header; a header that is given twice has two."""
    found: Headers = {}
    for name, value in given:
        found.setdefault(name, []).append(value)
    return found


def _encoded(pairs: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in pairs]


async def _answer(send: Send, status: int, text: str, more: tuple[tuple[str, str], ...] = ()) -> None:
    """Send a short answer, and close the connection: what else it sends is not read."""
    body = f"{text}\n".encode() if text else b""
    headers = {
        **ANSWERS,
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "connection": "close",
        **dict(more),
    }
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers.items())})
    await send({"type": "http.response.body", "body": body})


class BoundedProtocol(H11Protocol):
    """HTTP connections that must send a request soon.

    uvicorn waits for the first request without a limit, and its own limit of connections refuses the newest: 500 idle
    ones would lock the user out. Here the oldest silent one is closed.
    """

    _silent: dict[BoundedProtocol, asyncio.TimerHandle] = {}  # noqa: RUF012  # those of the process, oldest first

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        if len(self._silent) >= MOST_CONNECTIONS:
            next(iter(self._silent)).abandon()
        self._silent[self] = self.loop.call_later(PATIENCE, self.abandon)

    def abandon(self) -> None:
        """Close the connection at once."""
        self._heard()
        if not self.transport.is_closing():
            self.transport.abort()

    def handle_events(self) -> None:
        """Stop waiting when the head of a request is complete."""
        super().handle_events()
        if self.cycle is not None or self.transport.get_protocol() is not self:
            self._heard()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._heard()
        super().connection_lost(exc)

    def _heard(self) -> None:
        timer = self._silent.pop(self, None)
        if timer:
            timer.cancel()
