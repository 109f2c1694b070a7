"""The language server as an editor meets it: a real process, the protocol over its streams."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from pnp.build.examine import examine
from pnp.interrupts import pausing
from tests import pipeline
from tests.language.packs import PACK, write
from tests.lsp.client import Client, running
from tests.packs import HARBOUR

BAY = 5
"""The line of `areas` in the map, from 0."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("harbour")
    write(folder, PACK.replace("Gate", "Gäte 😀"))
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    with running(folder) as client:
        client.open("bay.yaml")
        client.open("cards.csv")
        yield client


@pytest.mark.slow
def test_findings_come_as_one_types_and_go_when_it_is_mended(client: Client, folder: Path) -> None:
    text = (folder / "bay.yaml").read_text(encoding="utf-8")
    client.change("bay.yaml", text.replace("to: Market", "to: Markt"))
    (found,) = [each for each in client.until("bay.yaml", code="unknown-place") if each["code"] == "unknown-place"]
    assert "did you mean 'Market'?" in found["message"]
    assert found["source"] == "pnp"
    line = text.split("\n").index("  - {from: Gäte 😀, to: Market}")
    assert found["range"]["start"]["line"] == line
    assert found["range"]["start"]["character"] == len("  - {from: Gäte 😀, to: ".encode("utf-16-le")) // 2
    client.change("bay.yaml", text)
    client.until("bay.yaml", absent="unknown-place")


@pytest.mark.slow
def test_a_text_that_is_no_yaml_is_reported_and_the_rest_works_on(client: Client, folder: Path) -> None:
    text = (folder / "bay.yaml").read_text(encoding="utf-8")
    client.change("bay.yaml", text + "broken: {")
    client.until("bay.yaml", code="syntax-error")
    found = client.at("completion", "bay.yaml", 0, 6)
    assert "area-map" in [each["label"] for each in found["items"]]
    client.change("bay.yaml", text)
    client.until("bay.yaml", absent="syntax-error")


@pytest.mark.slow
def test_a_new_document_is_completed_and_the_finding_that_it_is_not_listed_has_a_fix(tmp_path: Path) -> None:
    write(tmp_path)
    new = tmp_path / "new.yaml"
    new.write_text("kind: icons\nicons: {dot: [{fill: M2 2H8V8Z}]}\n", encoding="utf-8")
    with running(tmp_path) as client:
        client.open("new.yaml")
        (found,) = client.until("new.yaml", code="unlisted-document")
        assert "rulebook" in [each["label"] for each in client.at("completion", "new.yaml", 0, 6)["items"]]
        document: dict[str, Any] = {"uri": client.uri("new.yaml")}
        asked = {"range": found["range"], "context": {"diagnostics": [found]}}
        (action,) = client.ask("textDocument/codeAction", textDocument=document, **asked)
        assert action["title"] == "List new.yaml in the pack"
        (edit,) = action["edit"]["changes"][client.uri("pack.yaml")]
        assert edit["newText"] == ", new.yaml"


@pytest.mark.slow
def test_a_fault_between_two_places_leads_to_the_other(tmp_path: Path) -> None:
    write(tmp_path, PACK.replace("rules.yaml]", "rules.yaml, cells.yaml]", 1))
    sides = "sides:\n  - {of: A1, towards: E, kind: wall}\n  - {of: B1, towards: W, kind: river}\n"
    (tmp_path / "cells.yaml").write_text(f"kind: grid-map\ncells: square\nextent: 3 x 2\n{sides}", encoding="utf-8")
    with running(tmp_path) as client:
        client.open("cells.yaml")
        (found,) = [
            each
            for each in client.until("cells.yaml", code="contradicting-sides")
            if each["code"] == "contradicting-sides"
        ]
    (other,) = found["relatedInformation"]
    assert (found["range"]["start"]["line"], other["location"]["range"]["start"]["line"]) == (5, 4)
    assert other["location"]["uri"].endswith("/cells.yaml")


def test_completion_hover_definition_references_and_symbols(client: Client) -> None:
    labels = {each["label"] for each in client.at("completion", "bay.yaml", 6, 32)["items"]}
    assert "town" in labels
    hover = client.at("hover", "bay.yaml", 6, 4)
    assert "neighbours" in hover["contents"]["value"]
    assert "`bay.yaml:7:3`" in client.at("hover", "cards.csv", 1, 9)["contents"]["value"]
    (found,) = client.at("definition", "cards.csv", 1, 9)
    assert found["uri"].endswith("bay.yaml")
    assert found["range"]["start"] == {"line": 6, "character": 2}
    places = client.at("references", "bay.yaml", 6, 4, context={"includeDeclaration": True})
    assert {each["uri"].rpartition("/")[2] for each in places} == {"bay.yaml", "cards.csv", "pack.yaml", "rules.yaml"}
    symbols = client.ask("textDocument/documentSymbol", textDocument={"uri": client.uri("bay.yaml")})
    assert [each["name"] for each in symbols][:3] == ["town", "Market", "start"]


@pytest.mark.slow
def test_a_place_is_renamed_in_every_file(client: Client) -> None:
    placeholder = client.at("prepareRename", "bay.yaml", 6, 4)
    assert placeholder["placeholder"] == "Market"
    edit = client.at("rename", "bay.yaml", 6, 4, newName="Square")
    files = {uri.rpartition("/")[2]: [each["newText"] for each in edits] for uri, edits in edit["changes"].items()}
    assert set(files) == {"bay.yaml", "cards.csv", "pack.yaml", "rules.yaml"}
    assert all(text == "Square" for texts in files.values() for text in texts)


def test_a_name_after_an_emoji_is_renamed_in_the_units_of_the_editor(client: Client, folder: Path) -> None:
    edit = client.at("rename", "bay.yaml", 8, 3, newName="Gate")
    text = (folder / "bay.yaml").read_text(encoding="utf-8")
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    for each in edit["changes"][client.uri("bay.yaml")]:
        start, end = each["range"]["start"], each["range"]["end"]
        assert lines[start["line"]][2 * start["character"] : 2 * end["character"]].decode("utf-16-le") == "Gäte 😀"


def test_a_refused_renaming_says_why(client: Client) -> None:
    assert client.at("rename", "bay.yaml", 6, 4, newName="Old pier") is None
    assert any(each.startswith("there is a place 'Old pier' already, at bay.yaml:") for each in client.messages)


@pytest.mark.slow
def test_a_text_that_a_renaming_leaves_is_reported(tmp_path: Path) -> None:
    write(tmp_path, PACK.replace("requirements:", "  said: \"'shop' if sloops else 'none'\"\nrequirements:", 1))
    with running(tmp_path) as client:
        client.open("bay.yaml")
        column = next(line.index("shop") for line in PACK.split("\n") if line.endswith("tags: [shop]}"))
        edit = client.at("rename", "bay.yaml", 7, column, newName="store")
        assert all(each["newText"] == "store" for edits in edit["changes"].values() for each in edits)
        assert any("not changed" in each and "pack.yaml:9:" in each for each in client.messages)


@pytest.mark.slow
def test_a_fix_that_was_tried_is_offered(client: Client, folder: Path) -> None:
    text = (folder / "bay.yaml").read_text(encoding="utf-8")
    client.change("bay.yaml", text.replace("to: Market", "to: Markt"))
    (found,) = [each for each in client.until("bay.yaml", code="unknown-place") if each["code"] == "unknown-place"]
    document: dict[str, Any] = {"uri": client.uri("bay.yaml")}
    actions = client.ask(
        "textDocument/codeAction", textDocument=document, range=found["range"], context={"diagnostics": [found]}
    )
    assert [each["title"] for each in actions][:1] == ["Change to 'Market'"]
    (edit,) = actions[0]["edit"]["changes"][client.uri("bay.yaml")]
    assert edit["newText"] == "Market"
    client.change("bay.yaml", text)
    client.until("bay.yaml", absent="unknown-place")


@pytest.mark.nightly
def test_positions_are_counted_in_utf_8_where_the_editor_offers_only_that(folder: Path) -> None:
    with running(folder, ("utf-8",)) as client:
        client.open("bay.yaml")
        client.until("bay.yaml")
        edit = client.at("rename", "bay.yaml", 8, 3, newName="Gate")
        lines = (folder / "bay.yaml").read_bytes().split(b"\n")
        for each in edit["changes"][client.uri("bay.yaml")]:
            start, end = each["range"]["start"], each["range"]["end"]
            assert lines[start["line"]][start["character"] : end["character"]].decode() == "Gäte 😀"


@pytest.mark.nightly
def test_a_hostile_client_does_not_end_the_server(folder: Path, tmp_path: Path) -> None:
    with running(folder) as client:
        client.open("bay.yaml")
        client.notify(
            "textDocument/didOpen", textDocument={"uri": "http://x/y", "languageId": "", "version": 1, "text": "a"}
        )
        client.notify(
            "textDocument/didOpen", textDocument={"uri": "file:///%00", "languageId": "", "version": 1, "text": "a"}
        )
        for name in ("../../../etc/passwd", "no/such/file.yaml"):
            document = {"uri": client.uri(name), "languageId": "yaml", "version": 1, "text": "kind: {" * 2_000}
            client.notify("textDocument/didOpen", textDocument=document)
        client.send({"id": 900, "method": "no/such", "params": {}})
        with pytest.raises(RuntimeError):
            client.answer(900)
        client.send({"id": 901, "method": "textDocument/hover", "params": {"position": "here"}})
        for line, character in ((10**6, 10**6), (0, 10**6), (3, 0)):
            client.at("hover", "bay.yaml", line, character)
            client.at("completion", "bay.yaml", line, character)
        client.change("bay.yaml", "[" * 100_000)
        client.until("bay.yaml")
        client.change("bay.yaml", "kind: area-map\nareas: {A: {}}\n\ufffe\x00")
        assert client.at("completion", "bay.yaml", 0, 6)["items"]
        assert client.process.poll() is None


@pytest.mark.slow
def test_documents_that_did_not_change_are_parsed_once_and_findings_stay_the_same(tmp_path: Path) -> None:
    from pnp.lsp.packs import OpenPack, target_for

    folder = tmp_path / "harbour"
    pipeline.write(folder, HARBOUR)
    pack = OpenPack(target_for((folder / "pack.yaml").resolve()))
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in ("boats.yaml", "maps/bay.yaml", "boat.yaml")}
    edits = (
        ("maps/bay.yaml", "Church -- Pier", "Church -- Nowhere"),
        ("boats.yaml", "template: boat\n", "template: none\n"),
        ("maps/bay.yaml", "", ""),
        ("boat.yaml", "card-title", "no-such-style"),
        ("boats.yaml", "", ""),
        ("boat.yaml", "", ""),
    )
    for name, before, after in edits:
        pack.set_text((folder / name).resolve(), texts[name].replace(before, after, 1) if before else texts[name])
        fresh = OpenPack(pack.saved)
        fresh._texts = dict(pack._texts)
        assert pack.check_early() == fresh.check_early(), name
        assert pack.check_fully() == fresh.check_fully(), name
    (folder / "boats.yaml").write_text(texts["boats.yaml"].replace("sails: 2", "sail: 2"), encoding="utf-8")
    pack.set_text((folder / "boats.yaml").resolve(), None)
    pack.touch()
    assert pack.check_fully() == OpenPack(pack.saved).check_fully(), "what changed on disk is read"


@pytest.mark.slow
def test_a_full_check_ends_when_a_text_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.interrupts import SupersededWork, pause
    from pnp.lsp import packs

    folder = tmp_path / "harbour"
    pipeline.write(folder, HARBOUR)
    pack = packs.OpenPack(packs.target_for((folder / "pack.yaml").resolve()))
    text = (folder / "boats.yaml").read_text(encoding="utf-8")
    examine = packs.examine

    def typed_meanwhile(*given: object, **more: object) -> object:
        pack.set_text((folder / "boats.yaml").resolve(), text.replace("template: boat\n", "template: none\n"))
        pause()
        return examine(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(packs, "examine", typed_meanwhile)
    with pytest.raises(SupersededWork):
        pack.check_fully()
    monkeypatch.setattr(packs, "examine", examine)
    assert any("none" in each.message for each in pack.check_fully())


@pytest.mark.slow
def test_a_full_check_looks_up_at_each_layer_and_digests_only_documents_that_are_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A keystroke waits for the full check to look up: both share one lock of the interpreter."""
    from pnp.build import memo
    from pnp.lsp import packs

    folder = tmp_path / "harbour"
    pipeline.write(folder, HARBOUR)
    path = (folder / "boat.yaml").resolve()
    pack = packs.OpenPack(packs.target_for(path))
    doings: list[object] = []
    monkeypatch.setattr(packs, "pausing", lambda _act: pausing(lambda *doing: doings.append(doing)))
    pack.check_fully()
    layers = sum(len(face) for each in examine(pack.loaded()).drawn for face in each.faces)
    assert len(doings) > 2 * layers > 0, "once to draw each, and again to check it"

    digested: list[object] = []
    digest = memo._digest
    monkeypatch.setattr(memo, "_digest", lambda thing: digested.append(thing) or digest(thing))
    pack.set_text(path, path.read_text(encoding="utf-8") + "\n")
    pack.check_fully()
    assert 0 < len(digested) < len(pack.loaded().game.documents) / 2


@pytest.mark.nightly
def test_an_orderly_end_has_status_0(folder: Path) -> None:
    with running(folder) as client:
        client.ask("shutdown")
        client.notify("exit")
        assert client.process.wait(30) == 0
