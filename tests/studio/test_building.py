"""Sheets as they will print, rules as pages, and builds with progress."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tests.packs import HARBOUR
from tests.pipeline import write

from .serving import get, page, served
from .test_session import replaced


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    write(folder, HARBOUR)
    return folder


@pytest.mark.slow
def test_sheets_are_the_pages_of_the_build(pack: Path) -> None:
    from pypdfium2 import PdfDocument

    with served(pack) as server, page(server) as opened:
        for given, suffix in (({}, "a4"), ({"paper": "letter"}, "letter"), ({"layout": "duplex"}, "duplex-a4")):
            pages = opened.ask("sheets.list", **given)["pages"]
            opened.ask("print.build", formats=["pdf"], **given)
            built = opened.told("built")
            assert built["refused"] is None
            whole = next(each for each in built["files"] if each["path"] == f"harbour/harbour-{suffix}.pdf")
            status, headers, content = get(server, whole["src"])
            assert status == 200
            assert f"harbour-{suffix}.pdf" in headers["content-disposition"]
            pdf = PdfDocument(content)
            sizes = [(pdf[number].get_width(), pdf[number].get_height()) for number in range(len(pdf))]
            assert len(sizes) == len(pages)
            for (width, height), shown in zip(sizes, pages, strict=True):
                assert (shown["width"], shown["height"]) == pytest.approx((width * 25.4 / 72, height * 25.4 / 72), 0.01)


@pytest.mark.slow
def test_a_page_is_a_picture_that_stays_while_it_looks_the_same(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        before = opened.ask("sheets.list")["pages"]
        status, headers, content = get(server, before[0]["src"])
        assert (status, headers["content-type"]) == (200, "image/png")
        assert Image.open(io.BytesIO(content)).width == pytest.approx(before[0]["width"] / 25.4 * 96, abs=2)
        text = (pack / "boats.yaml").read_text(encoding="utf-8")
        (pack / "boats.yaml").write_text(text.replace("Cutter", "Dinghy"), encoding="utf-8")
        opened.told("changed")
        after = opened.ask("sheets.list")["pages"]
        kept = {each["src"] for each in before} & {each["src"] for each in after}
        assert kept
        assert len(kept) < len(before)


@pytest.mark.slow
def test_one_component_and_one_profile(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        whole = opened.ask("sheets.list")["pages"]
        boats = opened.ask("sheets.list", only=["boats"])["pages"]
        assert 0 < len(boats) < len(whole)
        assert all(each["components"] == ["boats"] for each in boats)
        assert "for a printing service, no sheets" in opened.send("sheets.list", profile="the-game-crafter")["refused"]


def test_what_fits_each_profile_is_offered(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        found = opened.ask("print.offered")
        assert not server.studio.is_examined, "the choices do not wait until the pack is checked"
        assert (found["prints"]["home"], found["prints"]["the-game-crafter"]) == ("sheets", "faces")
        assert "home" not in found["flat"]
        assert "silhouette" in found["flat"]


@pytest.mark.slow
def test_what_does_not_fit_the_paper_is_listed_with_what_helps(pack: Path) -> None:
    for name in ("boat.yaml", "boat-back.yaml"):
        replaced(pack / name, "size: 63 x 88", "size: 150 x 190")
    with served(pack) as server, page(server) as opened:
        found = opened.ask("sheets.list", paper="photo")
        assert found["errors"] == len(found["wrong"]) == 1
        (wrong,) = found["wrong"]
        assert "150 × 190 mm does not fit on" in wrong["message"]
        assert wrong["hint"].startswith("choose a larger paper")
        assert wrong["file"].endswith("boats.yaml")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"paper": "a9"}, "there is no paper 'a9'"),
        ({"paper": 4}, "'paper' is not a text"),
        ({"only": "boats"}, "'only' is not a list"),
        ({"only": ["boat"]}, "has no component 'boat'"),
        ({"profile": "none"}, "has no profile 'none'"),
        ({"flip": "short"}, "add --layout duplex"),
        ({"language": "xx"}, "xx"),
    ],
)
def test_what_the_pack_does_not_have_is_refused(pack: Path, given: dict[str, object], told: str) -> None:
    with served(pack) as server, page(server) as opened:
        assert told in opened.send("sheets.list", **given)["refused"]


@pytest.mark.slow
def test_rules_are_pages(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        (book,) = opened.ask("rules.list")["books"]
        assert len(book["pages"]) == 1
        assert get(server, book["pages"][0]["src"])[2][:4] == b"\x89PNG"


@pytest.mark.slow
def test_a_build_says_what_it_does_and_a_broken_pack_loses_nothing(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("print.build", formats=["pdf"])
        built = opened.told("built")
        assert next(each["text"] for each in opened.news if each.get("tell") == "building").startswith("harbour: ")
        before = {path: path.read_bytes() for path in (pack.parent / "output").rglob("*.pdf")}
        assert len(built["files"]) > len(before) > 2
        text = (pack / "boats.yaml").read_text(encoding="utf-8")
        (pack / "boats.yaml").write_text(text.replace("template: boat\n", "template: none\n"), encoding="utf-8")
        opened.told("changed")
        opened.ask("print.build", formats=["pdf"])
        assert "mend the errors first" in opened.told("built")["refused"]
        assert {path: path.read_bytes() for path in (pack.parent / "output").rglob("*.pdf")} == before


def test_one_build_at_a_time_and_it_can_be_cancelled(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("print.build", formats=["pdf", "png"], dpi=1200)
        assert "a build is running" in opened.send("print.build", formats=["pdf"])["refused"]
        opened.ask("print.cancel")
        assert "cancelled" in opened.told("built")["refused"]


@pytest.mark.slow
def test_the_game_is_laid_on_a_table_that_can_do_nothing_else(pack: Path) -> None:
    with served(pack, read_only=True) as server, page(server) as opened:
        opened.ask("play.make")
        laid = opened.told("laid")
        assert "refused" not in laid
        status, headers, content = get(server, laid["src"])
        assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "sandbox allow-scripts allow-downloads" in policy
        assert "allow-same-origin" not in policy
        assert "connect-src" not in policy, "default-src refuses every connection"
        assert b"<title>Harbour</title>" in content
        for secret in (server.secret.token, server.secret.cookie):
            assert secret.encode() not in content
        _, headers, saved = get(server, laid["file"])
        assert "attachment" in headers["content-disposition"]
        assert saved == content
        assert get(server, laid["src"], Cookie="")[0] == 403
        picture = opened.ask("faces.list")["faces"][0]["src"].replace("/picture/", "/table/")
        assert get(server, picture)[0] == 404, "only a table is served as a page"
    assert not (pack.parent / "output").exists()


@pytest.mark.slow
def test_a_table_says_what_is_not_on_it(pack: Path) -> None:
    replaced(pack / "boats.yaml", "makes: card", "makes: sticker")
    replaced(pack / "boats.yaml", "back: boat-back\n", "")
    with served(pack) as server, page(server) as opened:
        opened.ask("play.make")
        assert opened.told("laid")["left_out"] == ["'boats' is not exported: a sticker is stuck onto something else"]


@pytest.mark.slow
def test_a_table_of_a_broken_pack_and_of_an_unknown_language_is_refused(pack: Path) -> None:
    text = (pack / "boats.yaml").read_text(encoding="utf-8")
    (pack / "boats.yaml").write_text(text.replace("template: boat\n", "template: none\n"), encoding="utf-8")
    with served(pack) as server, page(server) as opened:
        assert "no texts in 'xx'" in opened.send("play.make", language="xx")["refused"]
        opened.ask("play.make")
        assert "mend the errors first" in opened.told("laid")["refused"]


def test_what_the_profile_says_is_offered_by_its_value(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        home = opened.ask("print.offered")["defaults"]["home"]
    assert home == {"paper": "a4", "layout": "single", "flip": "long", "cuts": "auto", "backs": "needed"}


@pytest.mark.slow
def test_read_only_builds_nothing(pack: Path) -> None:
    with served(pack, read_only=True) as server, page(server) as opened:
        assert "--read-only" in opened.send("print.build")["refused"]
        assert opened.ask("sheets.list")["pages"]
    assert not (pack.parent / "output").exists()
