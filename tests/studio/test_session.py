"""The studio follows the files: what is asked is answered of the files as they are."""

from __future__ import annotations

import json
import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pnp.draw import component
from pnp.interrupts import pause
from pnp.loader import find_targets
from pnp.studio import session
from pnp.studio.session import MOST_RESTARTS, Question, StudioSession
from tests.packs import HARBOUR
from tests.pipeline import write

from .serving import get, page, served


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    write(folder, HARBOUR)
    return folder


def replaced(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.slow
def test_a_save_tells_the_pages_and_changes_one_face(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        before = {face["id"]: face for face in opened.ask("faces.list")["faces"]}
        assert opened.ask("findings.summary") == {"revision": 0, "errors": 0, "warnings": 0, "broken": 0}
        replaced(pack / "boats.yaml", "name: Cutter", "name: Dinghy")
        news = opened.told("changed")
        assert (news["revision"], news["files"]) == (1, ["boats.yaml"])
        after = {face["id"]: face for face in opened.ask("faces.list")["faces"]}
        kept = set(before) & set(after)
        assert set(after) - set(before) == {"boats/dinghy/front"}
        assert "boats/sloop/front" in kept
        assert all(before[each]["src"] == after[each]["src"] for each in kept), (
            "what looks the same is not fetched again"
        )


def test_a_save_while_the_pack_is_first_read_is_noticed(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = session.load

    def slow(*given: Any, **more: Any) -> Any:
        found = load(*given, **more)
        replaced(pack / "pack.yaml", "Harbour", "Haven")
        return found

    studio = StudioSession(find_targets([pack])[0])
    with monkeypatch.context() as patch:
        patch.setattr(session, "load", slow)
        assert studio.loaded().game.pack.title == "Harbour"
    studio.poll_files(waits=False)
    assert studio.loaded().game.pack.title == "Haven"
    studio.poll_files(waits=False)
    assert studio.revision == 1


@pytest.mark.slow
def test_a_row_above_changes_no_picture(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        before = {face["id"]: face["digest"] for face in opened.ask("faces.list")["faces"]}
        replaced(pack / "boat.yaml", "kind: template", "# a comment moves every line\nkind: template")
        opened.told("changed")
        assert {face["id"]: face["digest"] for face in opened.ask("faces.list")["faces"]} == before


@pytest.mark.slow
def test_a_broken_file_is_a_finding_and_the_rest_stays(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("faces.list")
        replaced(pack / "maps" / "bay.yaml", "[60, 20]", "[60, 20")
        opened.told("changed")
        assert opened.ask("findings.summary")["errors"] >= 1
        assert any(face["component"] == "boats" for face in opened.ask("faces.list")["faces"])


@pytest.mark.slow
def test_pictures_are_drawings_and_old_ones_go(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        first = opened.ask("faces.list")["faces"][0]
        status, headers, body = get(server, first["src"])
        assert (status, headers["content-type"]) == (200, "image/svg+xml")
        assert b"<svg" in body
        assert get(server, "/picture/none")[0] == 404


@pytest.mark.slow
def test_one_face_names_its_row_its_layers_and_their_places(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        found = opened.ask("faces.one", face="boats/sloop/front")
        assert found["at"]["file"].endswith("boats.yaml")
        assert {each["name"]: each["value"] for each in found["fields"]} == {"name": "Sloop", "sails": 1}
        text = (pack / "boat.yaml").read_text(encoding="utf-8").splitlines()
        for layer in found["layers"]:
            assert layer["at"]["file"].endswith("boat.yaml")
            assert text[layer["at"]["line"] - 1].lstrip().startswith(("-", "background:"))
        named = next(each for each in found["layers"] if each.get("text") == "Sloop")
        left, top, right, bottom = named["box"]
        assert 0 <= left < right <= found["width"]
        assert 0 <= top < bottom <= found["height"]
        assert named["content"]["line"] == found["at"]["line"], "the text of a row is written in the row"


@pytest.mark.slow
def test_a_face_that_is_gone_and_a_language_that_is_not_there_are_refused(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        assert "no longer" in opened.send("faces.one", face="boats/none/front")["refused"]
        assert "no texts in 'xx'" in opened.send("faces.list", language="xx")["refused"]
        assert "no variant 'xx'" in opened.send("faces.list", variant="xx")["refused"]


def test_a_fault_of_the_studio_is_not_told_as_a_refusal(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_studio: object, _message: object) -> int:
        return int("abc")

    with served(pack) as server, page(server) as opened:
        monkeypatch.setitem(server.studio._views, "faces.list", Question(broken))
        assert opened.send("faces.list")["refused"].startswith("this is a fault of pnp: ValueError")


@pytest.mark.slow
def test_a_variant_is_drawn_beside_the_colours_of_the_design(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        assert "low-ink" in opened.ask("shell.hello")["variants"]
        plain = {face["id"]: face["digest"] for face in opened.ask("faces.list")["faces"]}
        pale = {face["id"]: face["digest"] for face in opened.ask("faces.list", variant="low-ink")["faces"]}
        assert set(plain) == set(pale)
        assert plain != pale


def test_findings_are_on_their_faces(pack: Path) -> None:
    replaced(
        pack / "boats.yaml",
        "name: Cutter",
        "name: A cutter with a name that no card of this size can hold at all, ever",
    )
    with served(pack) as server, page(server) as opened:
        found = opened.ask("faces.findings")
        (face,) = found["faces"]
        assert face.startswith("boats/a-cutter")
        assert found["findings"][found["faces"][face][0]]["file"].endswith(".yaml")
        listed = opened.ask("findings.list")["findings"]
        assert face in {each["face"] for each in listed}


@pytest.mark.slow
def test_a_finding_on_a_map_names_it(pack: Path) -> None:
    replaced(pack / "maps" / "bay.yaml", "Gate -- Market", "Gate")
    replaced(pack / "maps" / "customs.yaml", "is: 2", "is: 1")
    with served(pack) as server, page(server) as opened:
        report = opened.ask("findings.list")
        assert any(proof["holds"] is False and proof["map"] == "bay" for proof in report["proofs"])
        assert opened.ask("findings.summary")["broken"] == 1


def test_an_editor_opens_the_file_at_the_line(pack: Path) -> None:
    with served(pack, editor="test://{path}#{line}:{column}") as server, page(server) as opened:
        at = opened.ask("faces.one", face="boats/sloop/front")["at"]
        found = opened.ask("shell.where", **at)
        expected = (pack / "boats.yaml").resolve().as_posix().lstrip("/")
        assert found["editor"] == f"test://{expected}#{at['line']}:{at['column']}"
        assert found["own"] is True


@pytest.mark.slow
def test_what_was_saved_is_shown_before_all_else(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        at_start = opened.ask("faces.list", first=True)
        assert {face["component"] for face in at_start["faces"]} == {"boats"}, "the first line of the manifest"
        opened.ask("faces.list")
        assert "partial" not in opened.ask("faces.list", first=True), "all is drawn already"
        replaced(pack / "boats.yaml", "name: Cutter, sails: 2", "name: Cutter, sails: 3")
        opened.told("changed")
        saved = opened.ask("faces.list", first=True)
        assert saved["partial"] is True
        copies = {face["id"]: face["copies"] for face in saved["faces"]}
        assert copies == {"boats/sloop/front": 1, "boats/cutter/front": 2, "boats/all/back": 3}
        whole = {face["id"]: face["src"] for face in opened.ask("faces.list")["faces"]}
        assert {face["id"]: face["src"] for face in saved["faces"]}.items() <= whole.items()
        assert {each.partition("/")[0] for each in whole} == {"boats", "chart"}


@pytest.mark.slow
def test_only_the_row_that_was_saved_is_drawn_before_all_else(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    draw = component.draw_face
    monkeypatch.setattr(component, "draw_face", lambda *given: drawn.append(given[3]) or draw(*given))
    with served(pack) as server, page(server) as opened:
        before = {face["id"]: face for face in opened.ask("faces.list")["faces"]}
        drawn.clear()
        replaced(pack / "boats.yaml", "name: Cutter, sails: 2", "name: Cutter, sails: 3")
        opened.told("changed")
        saved = {face["id"]: face for face in opened.ask("faces.list", first=True, known=True)["faces"]}
        assert drawn == ["Cutter", ""], "its front, and the back of all"
        assert saved["boats/sloop/front"] == {"id": "boats/sloop/front", "src": before["boats/sloop/front"]["src"]}
        assert saved["boats/all/back"] == {"id": "boats/all/back", "src": before["boats/all/back"]["src"]}
        assert saved["boats/cutter/front"]["text"]
        assert saved["boats/cutter/front"]["src"] != before["boats/cutter/front"]["src"]
        whole = {face["id"]: face for face in opened.ask("faces.list")["faces"]}
        assert whole["boats/cutter/front"] == saved["boats/cutter/front"]
        drawn.clear()
        replaced(pack / "boats.yaml", "name: Cutter, sails: 3", "name: Cutter, sails: 2")
        opened.told("changed")
        undone = {face["id"]: face["src"] for face in opened.ask("faces.list", first=True, known=True)["faces"]}
        assert undone == {name: before[name]["src"] for name in undone}


@pytest.mark.slow
def test_a_save_of_something_shared_draws_all(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("faces.list")
        replaced(pack / "icons.yaml", "M5 13Q12 24 19 13", "M5 13Q12 22 19 13")
        opened.told("changed")
        assert "partial" not in opened.ask("faces.list", first=True)


def test_a_row_without_a_name_is_called_by_its_first_text(pack: Path) -> None:
    replaced(pack / "boats.yaml", "{name: Sloop, sails: 1}", "{sails: 1, harbour: Dock}")
    with served(pack) as server, page(server) as opened:
        face = opened.ask("faces.list")["faces"][0]
        assert (face["row"], face["label"]) == ("1", "Dock")
        board = next(each for each in opened.ask("faces.list")["faces"] if each["component"] == "chart")
        assert (board["row"], board["label"]) == ("1", "Chart")


def test_a_bundled_game_is_printed_but_not_changed() -> None:
    from pnp.studio.views import views

    shown = views(read_only=True, prints=True)
    only_shown = views(read_only=True)
    assert shown["print.build"].view is not only_shown["print.build"].view
    assert shown["shell.undo"].view is only_shown["shell.undo"].view is shown["source.save"].view


@pytest.mark.slow
def test_a_page_has_the_name_of_the_pack_at_once_and_sees_what_is_drawn(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.interrupts.ProgressMessages.BEGIN", 0.0)
    with served(pack) as server, page(server) as opened:
        assert opened.told("opening")["name"] == "harbour"
        opened.ask("faces.list")
        news = opened.told("working")
        assert (news["doing"], news["number"]) == ("drawing boats", 1)
        assert news["total"] > 1
        while news["doing"]:
            news = opened.told("working")


def in_steps(monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[str]:
    """Make every check of the pack take a while; returns the list of rounds that began."""
    began: list[str] = []
    examine = session.examine

    def slow(*given: object, **more: object) -> object:
        began.append("examine")
        for _ in range(int(seconds / 0.01)):
            time.sleep(0.01)
            pause()
        return examine(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(session, "examine", slow)
    return began


@pytest.mark.slow
def test_what_is_dragged_is_answered_in_the_midst_of_a_check(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("map.facts", map="bay")
        in_steps(monkeypatch, 3)
        began = time.monotonic()
        opened.wire.send(json.dumps({"id": 900, "ask": "findings.summary"}))
        time.sleep(0.2)
        opened.ask("map.play", map="bay")
        assert time.monotonic() - began < 2, "the check takes three seconds"
        while True:
            answer = json.loads(opened.wire.recv(timeout=30))
            if answer.get("id") == 900:
                break
        assert answer["answer"]["errors"] == 0


@pytest.mark.slow
def test_a_save_gives_a_check_up_that_begins_again(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("faces.list")
        began = in_steps(monkeypatch, 1)
        opened.wire.send(json.dumps({"id": 900, "ask": "findings.summary"}))
        time.sleep(0.3)
        replaced(pack / "maps" / "customs.yaml", "is: 2", "is: 1")
        asked = time.monotonic()
        opened.told("changed")
        assert time.monotonic() - asked < 0.6, "the change is noticed in the midst of the check"
        answer = next(each for each in iter(lambda: json.loads(opened.wire.recv(timeout=30)), None) if each.get("id"))
        assert answer["answer"] == {"revision": 1, "errors": 1, "warnings": 0, "broken": 1}
        assert began == ["examine", "examine"]


@pytest.mark.slow
def test_what_a_page_asks_of_a_change_comes_before_a_check_that_it_put_off(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("faces.list")
        in_steps(monkeypatch, 1)
        opened.wire.send(json.dumps({"id": 900, "ask": "findings.summary"}))
        time.sleep(0.3)
        replaced(pack / "boats.yaml", "name: Cutter, sails: 2", "name: Cutter, sails: 3")
        opened.told("changed")
        time.sleep(0.2)  # the check has begun again
        opened.wire.send(json.dumps({"id": 901, "ask": "faces.list", "first": True}))
        answers = (json.loads(opened.wire.recv(timeout=30)) for _ in range(1_000))
        assert [each["id"] for each in islice((each for each in answers if each.get("id")), 2)] == [901, 900]


@pytest.mark.slow
def test_what_an_unfinished_round_has_drawn_and_what_it_had_not_is_reused(pack: Path) -> None:
    from pnp.loader import find_targets
    from pnp.studio import faces
    from pnp.studio.session import Settings, StudioSession

    studio = StudioSession(find_targets([str(pack)])[0], Settings(pack.parent / "output"))
    assert studio.examined.drawn
    before = {drawn.parts.component: drawn for drawn in studio.drawing().all.drawn}
    studio.renew()
    studio.renew()  # nothing was asked between them
    replaced(pack / "boats.yaml", "name: Cutter", "name: Dinghy")
    studio.renew()
    after = {drawn.parts.component: drawn for drawn in studio.drawing().all.drawn}
    assert after["chart"] is before["chart"]
    assert after["boats"] is not before["boats"]
    assert faces.listed(studio, {})["faces"]


def test_changes_are_made_before_other_questions_and_in_their_order(pack: Path) -> None:
    from pnp.studio.views import views

    studio = StudioSession(find_targets([str(pack)])[0], views=views())
    came: list[Any] = []
    for name in ("faces.list", "source.list", "table.change", "shell.undo"):
        studio.ask({"ask": name, "id": name}, lambda answer: came.append(answer["id"]))
    for _ in range(2):
        task = studio.tasks.next(0)
        assert task
        task()
    assert came == ["table.change", "shell.undo"]


@pytest.fixture
def busy(pack: Path) -> tuple[StudioSession, list[str]]:
    """A studio with a check of three steps; what is done is noted, and what `between` holds is done in its midst."""
    done: list[str] = []

    def check(studio: StudioSession, message: Any) -> int:
        for number in range(3):
            done.append(f"step {number}")
            for act in studio.stored.pop("between", []):
                act()
            pause()
        return studio.revision

    questions = {
        "check": Question(check, "last"),
        "draw": Question(check, "long"),
        "list": Question(lambda _studio, _message: done.append("list")),
        "undo": Question(lambda studio, _message: (done.append("undo"), studio.renew())[1], "first"),
    }
    return StudioSession(find_targets([str(pack)])[0], views=questions), done


def asked(studio: StudioSession, done: list[str], name: str) -> None:
    studio.ask({"ask": name}, lambda answer: done.append(f"{name}: {answer['answer']}"))


def worked(studio: StudioSession) -> None:
    while task := studio.tasks.next(0):
        task()


def test_a_check_of_the_whole_pack_gives_way_to_what_the_page_asks(busy: tuple[StudioSession, list[str]]) -> None:
    studio, done = busy
    studio.stored["between"] = [lambda: asked(studio, done, "list")]
    asked(studio, done, "check")
    worked(studio)
    assert done == ["step 0", "list", "list: None", "step 0", "step 1", "step 2", "check: 0"]


def test_what_was_asked_of_older_files_comes_after_what_is_asked_of_new_ones(
    busy: tuple[StudioSession, list[str]],
) -> None:
    studio, done = busy
    asked(studio, done, "draw")
    studio.renew()
    asked(studio, done, "list")
    worked(studio)
    assert done == ["list", "list: None", "step 0", "step 1", "step 2", "draw: 1"]


@pytest.mark.parametrize("name", ["source.check", "source.complete"])
def test_what_is_typed_is_answered_in_the_midst_of_a_check_that_was_given_up_many_times(
    busy: tuple[StudioSession, list[str]], name: str
) -> None:
    from pnp.studio.views import views

    studio, done = busy
    typed = views()[name]
    studio._views[name] = Question(lambda _studio, _message: done.append(name), typed.pace)
    asked(studio, done, "check")
    for _ in range(MOST_RESTARTS):
        studio.stored["between"] = [lambda: asked(studio, done, "list")]
        for _ in range(2):
            task = studio.tasks.next(0)
            assert task
            task()
    done.clear()
    studio.stored["between"] = [lambda: asked(studio, done, name)]
    worked(studio)
    assert done == ["step 0", name, f"{name}: None", "step 1", "step 2", "check: 0"]


def test_undo_is_done_in_the_midst_of_a_check_that_was_given_up_many_times(
    busy: tuple[StudioSession, list[str]],
) -> None:
    studio, done = busy
    asked(studio, done, "check")
    for _ in range(20):
        studio.stored["between"] = [lambda: asked(studio, done, "undo")]
        task = studio.tasks.next(0)
        assert task
        task()
    assert done == ["step 0", "undo", "undo: None"] * 20
    worked(studio)
    assert done[-1] == "check: 20"
