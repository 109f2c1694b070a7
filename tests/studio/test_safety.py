"""Attacks on the studio: each is refused, and the page of its user still answers."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pnp.studio import safety
from pnp.studio.server import Server

from .serving import cookie, get, page, raw, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    pack = tmp_path_factory.mktemp("packs") / "mine"
    pack.mkdir()
    (pack / "pack.yaml").write_text("kind: pack\ntitle: Mine\n", encoding="utf-8")
    with served(pack) as running:
        yield running


def test_its_own_page_is_answered(server: Server) -> None:
    assert get(server)[0] == 200
    assert get(server, Host=f"localhost:{server.port}")[0] == 200
    assert get(server, Sec_Fetch_Site="none", Sec_Fetch_Mode="navigate")[0] == 200
    assert get(server, "/static/studio.js", Sec_Fetch_Site="same-origin")[0] == 200
    with page(server) as opened:
        assert opened.ask("shell.hello")["title"] == "Mine"


@pytest.mark.parametrize(
    ("attack", "headers", "status"),
    [
        ("rebinding: a stranger's name that resolves to this machine", {"Host": "evil.example"}, 421),
        ("rebinding with our port", {"Host": "evil.example:PORT"}, 421),
        ("a name that ends like ours", {"Host": "127.0.0.1.evil.example:PORT"}, 421),
        ("another port", {"Host": "127.0.0.1:1"}, 421),
        ("the address of every interface", {"Host": "0.0.0.0:PORT"}, 421),
        ("no host", {"Host": ""}, 421),
        ("a page of a stranger", {"Origin": "https://evil.example"}, 403),
        ("a page in a sandbox or of a file", {"Origin": "null"}, 403),
        ("another server of this machine", {"Origin": "http://127.0.0.1:1"}, 403),
        ("our port with TLS", {"Origin": "https://127.0.0.1:PORT"}, 403),
        ("localhost asks 127.0.0.1", {"Origin": "http://localhost:PORT"}, 403),
        ("a link or picture on a page of a stranger", {"Sec_Fetch_Site": "cross-site"}, 403),
        ("another server of this machine, by site", {"Sec_Fetch_Site": "same-site"}, 403),
        ("no cookie", {"Cookie": ""}, 403),
        ("an empty cookie", {"Cookie": "pnp-studio-PORT="}, 403),
        ("a guessed cookie", {"Cookie": "pnp-studio-PORT=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}, 403),
        ("a forged cookie before the real one", {"Cookie": "pnp-studio-PORT=forged; REAL"}, 403),
        ("the cookie of another studio", {"Cookie": "pnp-studio-1=SECRET"}, 403),
        ("the token as a cookie", {"Cookie": "pnp-studio-PORT=TOKEN"}, 403),
    ],
)
def test_strangers_are_refused(server: Server, attack: str, headers: dict[str, str], status: int) -> None:
    known = {"PORT": str(server.port), "SECRET": server.secret.cookie, "TOKEN": server.secret.token}
    for word, value in {"REAL": cookie(server), **known}.items():
        headers = {name: text.replace(word, value) for name, text in headers.items()}
    for path in ("/", "/static/studio.js", "/font/text", "/picture/x"):
        found, answered, body = get(server, path, **headers)
        assert found in ((status, 400) if "Host" in headers and not headers["Host"] else (status,)), attack
        assert b"<" not in body
        assert "access-control-allow-origin" not in answered
    assert get(server)[0] == 200


def test_the_token_opens_the_page_once_it_is_exchanged_for_a_strict_cookie(server: Server) -> None:
    status, headers, _ = get(server, f"/?token={server.secret.token}", Cookie="")
    assert status == 303
    assert headers["location"] == "/"
    told = headers["set-cookie"]
    assert told.startswith(f"pnp-studio-{server.port}=")
    assert "httponly" in told
    assert "samesite=strict" in told
    assert server.secret.token.lower() not in told


@pytest.mark.parametrize("token", ["", "x", "TOKENx", "TOKE", "%00", "é", "TOKEN&token=TOKEN", "%F0%28%8C"])
def test_a_wrong_token_opens_nothing(server: Server, token: str) -> None:
    query = token.replace("TOKEN", server.secret.token).replace("TOKE", server.secret.token[:-1])
    status, headers, _ = get(server, f"/?token={query}", Cookie="")
    assert status in (400, 403)
    assert "set-cookie" not in headers
    assert get(server, f"/static/studio.js?token={server.secret.token}", Cookie="")[0] == 403


def test_more_fields_than_the_page_sends_open_nothing(server: Server) -> None:
    assert get(server, f"/?token={server.secret.token}&a=1&b=2&c=3&d=4", Cookie="")[0] == 403


def test_a_stranger_with_the_token_is_refused(server: Server) -> None:
    assert get(server, f"/?token={server.secret.token}", Cookie="", Host="evil.example")[0] == 421
    assert get(server, f"/?token={server.secret.token}", Cookie="", Origin="https://evil.example")[0] == 403


def test_every_answer_keeps_strangers_out(server: Server) -> None:
    for path in ("/", "/static/studio.js", "/static/none", "/nothing", "/picture/none"):
        _, headers, _ = get(server, path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "'unsafe-eval'" not in policy
        assert ("'unsafe-inline'" in policy) == path.startswith("/picture/")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in get(server)[1]["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../session.py",
        "/static/..%2fsession.py",
        "/static/%2e%2e%2f%2e%2e%2fapi.py",
        "/static/..%5csession.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/session.py",
        "/picture/../../etc/passwd",
        "/picture/%2fetc%2fpasswd",
        "/font/../static/studio.js",
        "/font/%2fetc%2fpasswd",
        "//etc/passwd",
        "/%00",
        "/pack.yaml",
        "/.git/config",
    ],
)
def test_no_path_is_taken_from_the_address(server: Server, path: str) -> None:
    status, _, body = get(server, path)
    assert status in (400, 404)
    assert b"import" not in body
    assert b"root:" not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_nothing_but_reading_is_possible_by_http(server: Server, method: str) -> None:
    host = f"Host: 127.0.0.1:{server.port}\nCookie: {cookie(server)}\n"
    answer = raw(server, f"{method} / HTTP/1.1\n{host}\n")
    assert answer.startswith(b"HTTP/1.1 405")
    assert b"access-control" not in answer.lower()


@pytest.mark.parametrize("announced", ["Content-Length: 99999999999\n", "Transfer-Encoding: chunked\n"])
def test_a_body_is_refused_before_it_is_read(server: Server, announced: str) -> None:
    began = time.monotonic()
    head = f"GET / HTTP/1.1\nHost: 127.0.0.1:{server.port}\nCookie: {cookie(server)}\n{announced}\n"
    answer = raw(server, head, b"ff\r\n" + b"x" * 255)
    assert answer.startswith(b"HTTP/1.1 413")
    assert time.monotonic() - began < 3, "a slow body is not waited for"


def test_a_large_head_is_refused(server: Server) -> None:
    answer = raw(server, f"GET / HTTP/1.1\nHost: 127.0.0.1:{server.port}\nX: {'x' * 2 * safety.MOST_HEADERS}\n\n")
    assert not answer.startswith(b"HTTP/1.1 2")
    assert get(server)[0] == 200


def test_a_slow_head_is_not_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety, "PATIENCE", 0.3)
    began = time.monotonic()
    assert raw(server, "GET / HTTP/1.1\nHost: ", wait=8) == b""
    assert 0.2 < time.monotonic() - began < 4


@pytest.mark.slow
def test_five_hundred_silent_connections_do_not_lock_the_user_out(server: Server) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port), 5) for _ in range(500)]
    try:
        assert get(server)[0] == 200
        with page(server) as opened:
            assert opened.ask("shell.hello")["title"] == "Mine"
    finally:
        for each in silent:
            each.close()


@pytest.mark.parametrize(
    ("attack", "origin", "sent"),
    [
        ("a page of a stranger", "https://evil.example", "REAL"),
        ("no origin, as from a program", None, "REAL"),
        ("a sandbox", "null", "REAL"),
        ("another port of this machine", "http://127.0.0.1:1", "REAL"),
        ("no cookie", "OWN", ""),
        ("a forged cookie", "OWN", "pnp-studio-PORT=forged"),
    ],
)
def test_the_socket_refuses_strangers(server: Server, attack: str, origin: str | None, sent: str) -> None:
    asks = f"http://127.0.0.1:{server.port}" if origin == "OWN" else origin
    headers = {"Cookie": sent.replace("REAL", cookie(server)).replace("PORT", str(server.port))} if sent else {}
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/live", origin=asks, additional_headers=headers)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403, attack


def test_the_socket_refuses_a_rebound_name(server: Server) -> None:
    head = "GET /live HTTP/1.1\nUpgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n"
    origin = f"Origin: http://evil.example:{server.port}\nHost: evil.example:{server.port}\n"
    answer = raw(server, f"{head}{key}{origin}Cookie: {cookie(server)}\n\n", wait=3)
    assert answer.startswith(b"HTTP/1.1 403")


def test_an_oversized_message_ends_its_page_only(server: Server) -> None:
    with page(server) as other:
        with page(server) as opened, pytest.raises(ConnectionClosed):
            opened.send("x" * (safety.MOST_MESSAGE + 1))
        assert other.ask("shell.hello")["title"] == "Mine"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 50_000, '{"ask": []}', '{"ask": "os.system"}', "\x00"])
def test_nonsense_is_answered_with_a_sentence(server: Server, text: str) -> None:
    with page(server) as opened:
        opened.wire.send(text)
        opening, answer = (opened.wire.recv(timeout=10) for _ in range(2))
        assert "opening" in opening
        assert "refused" in answer
        assert opened.ask("shell.hello")["title"] == "Mine"


def test_pages_are_limited(server: Server) -> None:
    opened = [page(server) for _ in range(safety.MOST_SOCKETS)]
    try:
        for each in opened:
            each.__enter__()
        with pytest.raises(InvalidStatus), page(server):
            pass
    finally:
        for each in opened:
            each.__exit__(None, None, None)


def test_only_this_machine_is_served(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 5):
        pass
    with pytest.raises(OSError, match=r"."):
        socket.create_connection(("127.0.0.2", server.port), 2).close()


def test_read_only_refuses_what_writes(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("kind: pack\ntitle: Mine\n", encoding="utf-8")
    with served(tmp_path, read_only=True, out=tmp_path / "output") as server, page(server) as opened:
        hello = opened.ask("shell.hello")
        assert hello["read_only"] is True
        assert "--read-only" in hello["locked"], "the page says why buttons are off"
        assert "--read-only" in opened.send("shell.undo")["refused"]


def test_a_file_outside_the_pack_is_not_named(server: Server) -> None:
    with page(server) as opened:
        for file in ("/etc/passwd", "../../etc/passwd", "mine/../../../etc/passwd", "", "nothing.yaml", "a\0b"):
            assert "there is no file" in opened.send("shell.where", file=file)["refused"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere file names are texts")
def test_a_file_name_that_is_no_text_does_not_end_the_answers(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("kind: pack\ntitle: Mine\n", encoding="utf-8")
    Path(os.fsdecode(bytes(tmp_path) + b"/odd\xff.yaml")).write_text("kind: icons\n", encoding="utf-8")
    with served(tmp_path, out=tmp_path / "output") as server, page(server) as opened:
        for _ in range(2):
            assert any("odd" in each["file"] for each in opened.ask("source.list")["files"])
