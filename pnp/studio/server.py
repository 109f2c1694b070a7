"""The server of the studio: static files, pictures by id, and one socket for everything else.

It imports little, so that a browser loads the page while the rest of pnp is imported.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pnp.studio.resources import STATIC, TABLE, Resource
from pnp.studio.safety import MOST_HEADERS, MOST_MESSAGE, BoundedProtocol, Guard, Secrets, new_secrets

if TYPE_CHECKING:
    from pnp.studio.session import StudioSession

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

FONTS = {
    "text": ("Fira Sans", 400, False),
    "bold": ("Fira Sans", 600, False),
    "italic": ("Fira Sans", 400, True),
    "figures": ("Barlow Condensed", 600, False),
}
"""The fonts of the page, which are those of the printed pages: family, weight and slant."""

LOOPBACK = "127.0.0.1"

STORED, FRESH = "private, max-age=86400, immutable", "no-store"
"""How long a browser stores an answer: a picture as long as it likes, because its id is new when its content is."""

Answer = dict[str, Any]


def static_files() -> dict[str, Path]:
    """Return the files of the page by name; nothing else is read for an address."""
    return {path.name: path for path in sorted(STATIC.iterdir()) if path.suffix in KINDS}


class Server:
    """The studio on a port of this machine, in a separate thread; `address` opens it in a browser."""

    def __init__(
        self, studio: StudioSession | None = None, port: int = 0, secret: Secrets | None = None, name: str = ""
    ) -> None:
        """Take the port, a free one for 0. Raises OSError if it is taken.

        Pages wait for a studio that comes with `attach`; until then they show the `name` of its pack.
        """
        self._name = name
        self._given: Future[StudioSession] = Future()
        self._socket = socket.create_server((LOOPBACK, port), backlog=512)
        self.port: int = self._socket.getsockname()[1]
        self.secret = secret or new_secrets()
        self._files = static_files()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: set[asyncio.Queue[str]] = set()
        routes = [
            Route("/", self._page),
            Route("/static/{name}", self._static),
            Route("/font/{name}", self._font),
            Route("/picture/{name}", self._picture),
            Route("/table/{name}", self._table),
            WebSocketRoute("/live", self._live),
        ]
        config = uvicorn.Config(
            Guard(Starlette(routes=routes), self.secret, self.port),
            http=BoundedProtocol,
            ws="websockets-sansio",
            ws_max_size=MOST_MESSAGE,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=MOST_HEADERS,
            lifespan="off",
            timeout_keep_alive=30,
            timeout_graceful_shutdown=1,
            log_config=None,
            access_log=False,
            server_header=False,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="studio server", daemon=True)
        if studio:
            self.attach(studio)

    @property
    def studio(self) -> StudioSession:
        """The studio that is attached."""
        return self._given.result(0)

    def attach(self, studio: StudioSession) -> None:
        """Have a studio answer the pages."""
        studio.listeners.append(self._tell)
        self._given.set_result(studio)

    async def _attached(self) -> StudioSession:
        """Return the studio as soon as there is one."""
        return await asyncio.shield(asyncio.wrap_future(self._given))  # who gives up waiting takes it from nobody

    @property
    def address(self) -> str:
        """The address with the token, for the browser of the user."""
        return f"http://{LOOPBACK}:{self.port}/?token={self.secret.token}"

    def start(self) -> None:
        """Begin to answer, and return at once."""
        self._thread.start()

    def stop(self) -> None:
        """End all connections."""
        self._server.should_exit = True
        self._thread.join(3)
        self._socket.close()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve(sockets=[self._socket])

    # Files.

    async def _page(self, _request: Request) -> Response:
        return self._file("index.html")

    async def _static(self, request: Request) -> Response:
        return self._file(request.path_params["name"])

    def _file(self, name: str) -> Response:
        path = self._files.get(name)
        if path is None:
            return _missing()
        return Response(path.read_bytes(), headers={"content-type": KINDS[path.suffix], "cache-control": FRESH})

    async def _font(self, request: Request) -> Response:
        named = FONTS.get(request.path_params["name"])
        if named is None:
            return _missing()
        content = await asyncio.to_thread(_font, *named)
        return Response(content, headers={"content-type": "font/ttf", "cache-control": STORED})

    async def _picture(self, request: Request) -> Response:
        found = await self._picture_of(request)
        if found is None:
            return _missing()
        headers = {"content-type": found.kind, "cache-control": STORED}
        if found.name:
            headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(found.name)}"
        return Response(found.content, headers=headers)

    async def _table(self, request: Request) -> Response:
        found = await self._picture_of(request)
        if found is None or found.kind != TABLE or found.name:
            return _missing()
        return Response(found.content, headers={"content-type": TABLE, "cache-control": FRESH})

    async def _picture_of(self, request: Request) -> Resource | None:
        """Return what the studio's own thread makes for an address."""
        studio = await self._attached()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Resource | None] = loop.create_future()

        def deliver(value: Resource | None) -> None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(_settle, answer, value)

        studio.picture(request.path_params["name"], deliver)
        try:
            return await answer
        except asyncio.CancelledError:  # the server stops and the page has gone: no error to print
            return None

    # The socket.

    async def _live(self, page: WebSocket) -> None:
        await page.accept()
        outbox: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        given = self._given
        name = (given.result().target.name if given.result().has_pack else "") if given.done() else self._name
        _put(outbox, _as_text({"tell": "opening", "name": name}))
        self._pages.add(outbox)
        sender = asyncio.create_task(self._send(page, outbox))
        try:
            studio = await self._attached()
            studio.pages = len(self._pages)
            while True:
                self._ask(studio, await page.receive_text(), outbox)
        except (WebSocketDisconnect, KeyError, RuntimeError):  # a message of bytes is no message
            pass
        finally:
            sender.cancel()
            self._pages.discard(outbox)
            if given.done():
                given.result().pages = len(self._pages)

    def _ask(self, studio: StudioSession, text: str, outbox: asyncio.Queue[str]) -> None:
        """Pass a question on; its answer goes into the outbox, whenever it comes."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            _put(outbox, json.dumps({"refused": "this is no question"}))
            return
        loop = asyncio.get_running_loop()

        def deliver(answer: Answer) -> None:
            text = _as_text(answer)
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_put, outbox, text)

        studio.ask(message, deliver)

    async def _send(self, page: WebSocket, outbox: asyncio.Queue[str]) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await page.send_text(await outbox.get())

    def _tell(self, message: Answer) -> None:
        """Push a message to all pages; called in any thread."""
        loop, text = self._loop, _as_text(message)
        if loop:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._put_all, text)

    def _put_all(self, text: str) -> None:
        for outbox in tuple(self._pages):
            _put(outbox, text)


MOST_WAITING = 1_000
"""Maximum number of messages that wait for a page that does not read them; later ones are dropped."""


def _as_text(message: Answer) -> str:
    """Return a message as JSON; what no UTF-8 can say, such as a byte of a file name, is escaped."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        text = json.dumps(message, separators=(",", ":"))
    return text


def _put(outbox: asyncio.Queue[str], text: str) -> None:
    with suppress(asyncio.QueueFull):
        outbox.put_nowait(text)


def _font(family: str, weight: int, italic: bool) -> bytes:
    from pnp.scene.typesetting.fonts import face

    return Path(face(family, weight, italic).path).read_bytes()


def _settle(answer: asyncio.Future[Any], value: object) -> None:
    if not answer.done():  # the page may have gone
        answer.set_result(value)


def _missing() -> Response:
    return Response(
        "there is nothing here\n", 404, {"content-type": "text/plain; charset=utf-8", "cache-control": FRESH}
    )
