"""A new pack from the page, where there is none."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pnp.studio.server import Server
from pnp.studio.session import Settings, StudioSession
from pnp.studio.views import views

from .serving import Page, get, page


@contextmanager
def unmade(place: Path) -> Iterator[Server]:
    """A studio that has no pack yet."""
    studio = StudioSession(None, Settings(place / "output", place=place, name="mine"), views())
    server = Server(studio)
    server.start()
    worker = threading.Thread(target=studio.work, daemon=True)
    worker.start()
    try:
        yield server
    finally:
        studio.stop()
        server.stop()
        worker.join(10)


@contextmanager
def without_pack(place: Path) -> Iterator[Page]:
    """The page of a studio that has no pack yet."""
    with unmade(place) as server, page(server) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("start", ["deck", "board", "tiles", "full"])
def test_a_new_pack_is_that_of_pnp_new_and_is_open_at_once(tmp_path: Path, start: str) -> None:
    from pnp.build.starter import new_pack

    with without_pack(tmp_path / "here") as opened:
        (tmp_path / "here").mkdir()
        assert opened.ask("shell.hello")["wizard"] is True
        assert opened.ask("start.offered")["name"] == "mine"
        opened.ask("start.make", name="mine", start=start)
        assert opened.ask("shell.hello")["title"] == "Mine"
        assert opened.ask("faces.list")["faces"]
        assert opened.ask("findings.summary")["errors"] == 0
    new_pack(tmp_path / "there" / "mine", start)
    made, expected = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "here" / "mine", tmp_path / "there" / "mine")
    )
    assert made == expected


@pytest.mark.slow
def test_a_deck_of_a_table(tmp_path: Path) -> None:
    with without_pack(tmp_path) as opened:
        table = "Title,Cost\nLamp,2\nRope,1\n"
        opened.ask("start.make", name="mine", start="deck", table=table, file="things.csv")
        rows = {face["row"] for face in opened.ask("faces.list")["faces"]}
        assert {"Lamp", "Rope"} <= rows
    assert (tmp_path / "mine" / "things.csv").read_text(encoding="utf-8") == table


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "..", "../out", "a/b", "/tmp/x", "C:\\x", ".git", "a\nb", "x" * 61, "a\0b"])
def test_a_name_that_is_a_path_makes_nothing(tmp_path: Path, name: str) -> None:
    here = tmp_path / "here"
    here.mkdir()
    with without_pack(here) as opened:
        assert "the name of a game" in opened.send("start.make", name=name, start="full")["refused"]
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
    assert list(here.iterdir()) == []


def test_a_folder_that_is_not_empty_is_refused_and_stays(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    with without_pack(tmp_path) as opened:
        assert "is not empty" in opened.send("start.make", name="mine", start="deck")["refused"]
        assert "no pack yet" in opened.send("faces.list")["refused"]
        assert "starts with" in opened.send("start.make", name="other", start="chess")["refused"]
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_a_second_pack_is_refused(tmp_path: Path) -> None:
    with without_pack(tmp_path) as opened:
        opened.ask("start.make", name="mine", start="deck")
        assert "has a pack already" in opened.send("start.make", name="other", start="deck")["refused"]


@pytest.mark.slow
@pytest.mark.parametrize("start", ["deck", "board", "tiles", "full"])
def test_a_preview_shows_what_a_new_pack_prints_and_makes_nothing(tmp_path: Path, start: str) -> None:
    with unmade(tmp_path) as server, page(server) as opened:
        found = opened.ask("start.preview", start=start)
        assert "pack.yaml" in found["files"]
        assert not any(name.startswith("schemas/") for name in found["files"])
        assert 1 < len(found["pictures"]) <= 4
        assert all(b"<svg" in get(server, each["src"])[2] for each in found["pictures"])
        assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_preview_of_a_table_shows_its_cards(tmp_path: Path) -> None:
    with unmade(tmp_path) as server, page(server) as opened:
        table = "name,text\nLantern,Shines.\nRope,Holds.\n"
        found = opened.ask("start.preview", start="deck", table=table, file="things.csv")
        assert "things.csv" in found["files"]
        assert found["pictures"] != opened.ask("start.preview", start="deck")["pictures"]
        refused = opened.send("start.preview", start="deck", table="name\n", file="things.csv")["refused"]
        assert "things.csv" in refused or "row" in refused


def test_a_page_that_is_opened_early_waits_for_its_studio(tmp_path: Path) -> None:
    server = Server(name="harbour")
    server.start()
    studio = StudioSession(None, Settings(tmp_path / "output", place=tmp_path, name="mine"), views())
    worker = threading.Thread(target=studio.work, daemon=True)
    try:
        with page(server) as left, page(server) as opened:
            assert opened.told("opening")["name"] == "harbour"
            left.wire.close()  # who gives up takes the studio from nobody
            opened.wire.send('{"id": 1, "ask": "shell.hello"}')
            assert get(server)[0] == 200
            server.attach(studio)
            worker.start()
            assert json.loads(opened.wire.recv(timeout=30))["answer"]["wizard"] is True
            assert opened.ask("shell.hello")["title"] == "A new game"
            assert studio.pages == 1
    finally:
        studio.stop()
        server.stop()


def test_a_picture_that_is_being_drawn_as_the_studio_ends_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    studio = StudioSession(None, Settings(tmp_path / "output", place=tmp_path, name="mine"), views())
    asked = threading.Event()
    studio.picture = lambda _name, _deliver: asked.set()  # type: ignore[method-assign]
    server = Server(studio)
    server.start()
    waiting = threading.Thread(target=get, args=(server, "/picture/a.png"), daemon=True)
    waiting.start()
    assert asked.wait(10)
    server.stop()
    waiting.join(10)
    assert [record.message for record in caplog.records if record.levelname == "ERROR" and record.exc_info] == []
