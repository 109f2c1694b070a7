"""`python -m tests.quality.preflight [PROFILE …]`: looks at what print services are sent, as a print shop would.

It builds the starter with each profile of the house that writes PDFs, and the gallery with those that are prepared for
PDF/X, then looks at every file: with rules of our own for PDF/X-1a:2003 (ISO 15930-4), PDF/X-4 (ISO 15930-7) and files
in CMYK, and with each of these tools that is there:

- qpdf: the structure of the file
- ghostscript: every page is interpreted, and an error stops it
- mutool: another interpreter, which reports what it had to repair

veraPDF is not among them: it looks at PDF/A and PDF/UA, which the files are not. None of this certifies a file. It ends
with status 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.model.profile import Profile
from pnp.render.prepress import X_1A, X_4
from tests.pipeline import ROOT

PACKS = {"starter": ROOT / "content" / "starter", "gallery": ROOT / "tests" / "gallery"}

TOOLS: dict[str, Sequence[str]] = {
    "qpdf": ("qpdf", "--check", "--no-warn"),
    "ghostscript": ("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dPDFSTOPONERROR", "-sDEVICE=nullpage"),
    "mutool": ("mutool", "draw", "-q", "-F", "trace", "-o", "/dev/null"),
}
"""The commands that look at a file, whose name follows."""

_RGB = {"rg", "RG"}
_XMP = re.compile(rb"<x:xmpmeta.*?</x:xmpmeta>", re.DOTALL)
_PX = {X_1A: "pdfx:GTS_PDFXVersion", X_4: "pdfxid:GTS_PDFXVersion"}


def main(arguments: list[str] | None = None) -> int:
    """Build the packs for the profiles, and report what is wrong; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality.preflight", description=__doc__.splitlines()[0])
    parser.add_argument("profiles", nargs="*", help="the profiles; default: all that write PDFs for print shops")
    asked = parser.parse_args(arguments)
    here = {name: command for name, command in TOOLS.items() if shutil.which(command[0])}
    missing = sorted(set(TOOLS) - set(here))
    _say(f"with our own rules, {', '.join(here) or 'no tools'}{f'; not here: {missing}' if missing else ''}")
    wrong, looked_at = 0, dict[str, int]()
    with tempfile.TemporaryDirectory() as folder:
        for pack, place in PACKS.items():
            (target,) = find_targets([str(place)])
            loaded = load(target)
            for profile in profiles(loaded, asked.profiles, prepared=pack == "gallery"):
                files = _built(loaded, profile, Path(folder) / pack / profile.id)
                looked_at[profile.id] = looked_at.get(profile.id, 0) + len(files)
                found = [(file, fault) for file in files for fault in preflight(file, profile, here)]
                _say(f"{pack}, {profile.id}: {len(files)} files, {len(found)} faults")
                for file, fault in found:
                    _say(f"  {file.name}: {fault}")
                wrong += len(found)
    idle = [name for name in asked.profiles or looked_at if not looked_at.get(name)]
    for name in idle:
        _say(f"'{name}': no file to look at")
    return int(bool(wrong or idle))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def profiles(loaded: Loaded, named: Sequence[str], *, prepared: bool) -> Iterator[Profile]:
    """Yield the profiles to look at: of the gallery only those of PDF/X, since the rest would be built twice.

    Those of a bundled kit are among them, though they are read only when they are used.
    """
    names = dict.fromkeys([*loaded.game.profiles, *(each.id for each in loaded.game.all(Profile))])
    for profile in filter(None, (loaded.game.find(Profile, name) for name in names)):
        wanted = profile.id in named if named else profile.standard or profile.colour == "cmyk" or not prepared
        if wanted and profile.file == "pdf":
            yield profile


RULES = re.compile(r"rulebook|-reference-[a-z0-9]+\.pdf$")
"""Files of the rules, which are printed at home."""


def _built(loaded: Loaded, profile: Profile, folder: Path) -> list[Path]:
    formats = ("pdf",) if profile.prints == "sheets" else None
    _, written = build(loaded, BuildOptions(out=folder, profile=profile.id, formats=formats), lambda _said: None)
    pdfs = [each.path for each in written if each.path.suffix == ".pdf"]
    return [path for path in pdfs if not RULES.search(path.name)]


def preflight(file: Path, profile: Profile, tools: dict[str, Sequence[str]]) -> Iterator[str]:
    """Yield what is wrong with a file for a profile, by our rules and by the tools."""
    yield from faults(file.read_bytes(), profile.standard, four=profile.colour == "cmyk", layered=profile.pdf_layers)
    for name, command in tools.items():
        done = subprocess.run([*command, str(file)], capture_output=True, text=True, errors="replace", check=False)
        said = (done.stdout + done.stderr).strip() if name != "qpdf" else done.stderr.strip()
        said = "\n".join(line for line in said.splitlines() if "ICC support" not in line)  # how Debian builds mutool
        if done.returncode or (said and name != "qpdf"):
            yield f"{name}: {said.splitlines()[-1] if said else f'status {done.returncode}'}"


# Our own rules.


def faults(content: bytes, standard: str | None, *, four: bool = False, layered: bool = True) -> Iterator[str]:
    """Yield what a print shop would find wrong with a file that is prepared for a standard, or for none.

    Files for `four` inks have no RGB; those that are not `layered` have no layers.
    """
    with pikepdf.open(BytesIO(content)) as pdf:
        yield from _description(pdf, content)
        yield from _pages(pdf)
        yield from _resources(pdf)
        if four or standard:
            yield from (f"RGB in {where}" for where in dict.fromkeys(_rgb(pdf)))
        if (standard == X_1A or not layered) and "/OCProperties" in pdf.Root:
            yield "has layers"
        if standard:
            yield from _prepared(pdf, content, standard)
        if standard == X_1A:
            yield from (f"transparency: {what}" for what in dict.fromkeys(_transparency(pdf)))


def _description(pdf: pikepdf.Pdf, content: bytes) -> Iterator[str]:
    packets = _XMP.findall(content)
    if len(packets) != 1 or "/Metadata" not in pdf.Root or "/Filter" in pdf.Root.Metadata:
        yield "no XMP metadata that every tool finds"
        return
    xmp = packets[0].decode()
    for name, key in (("dc:title", "/Title"), ("dc:creator", "/Author"), ("pdf:Producer", "/Producer")):
        found = re.search(rf"<{name}>(.*?)</{name}>", xmp, re.DOTALL)
        told = re.sub("<[^>]*>", "", found[1]) if found else ""
        wanted = str(pdf.docinfo.get(key, ""))
        if told != wanted.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"):
            yield f"{name} of the metadata is {told!r}, that of the file {wanted!r}"
    if str(pdf.docinfo.get("/Trapped", "")) not in ("/True", "/False"):
        yield "does not say whether it is trapped"
    if "/ID" not in pdf.trailer or len({bytes(each) for each in pdf.trailer.ID}) != 1:
        yield "no identity"
    if "uuid:00000000" in xmp or "xmpMM:DocumentID" not in xmp:
        yield "no identity in the metadata"


def _pages(pdf: Any) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, 1):
        media, bleed, trim = ([float(v) for v in box] for box in (page.mediabox, page.bleedbox, page.trimbox))
        if not all(key in page.obj for key in ("/TrimBox", "/BleedBox")):
            yield f"page {number}: no boxes"
        for outer, inner, words in ((media, bleed, "bleed beyond the paper"), (bleed, trim, "trim beyond the bleed")):
            ends = zip(outer[:2] + inner[2:], inner[:2] + outer[2:], strict=True)
            if any(low > high + 0.01 for low, high in ends):
                yield f"page {number}: {words}"
    for each in pdf.objects:
        is_font = isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
        if is_font and not {"/FontFile", "/FontFile2", "/FontFile3"} & set(each.keys()):
            yield f"the font {each.get('/FontName')} is not embedded"


def _resources(pdf: Any) -> Iterator[str]:
    """Yield the names that a page or a form uses and does not have: strict readers stop there."""
    kinds = {"gs": "/ExtGState", "Do": "/XObject", "Tf": "/Font"}
    for where, content in _contents(pdf):
        own = content.obj if isinstance(content, pikepdf.Page) else content
        there = own.get("/Resources", {})
        for operands, operator in pikepdf.parse_content_stream(content):
            kind = kinds.get(str(operator))
            if kind and str(operands[0]) not in there.get(kind, {}):
                yield f"{where} lacks {operands[0]}"


def _prepared(pdf: Any, content: bytes, standard: str) -> Iterator[str]:
    root, version = pdf.Root, "1.4" if standard == X_1A else "1.6"
    if pdf.pdf_version != version:
        yield f"version {pdf.pdf_version} instead of {version}"
    if f"<{_PX[standard]}>{standard}</{_PX[standard]}>".encode() not in content:
        yield f"the metadata does not name {standard}"
    if standard == X_1A and str(pdf.docinfo.get("/GTS_PDFXVersion", "")) != X_1A:
        yield f"the file does not name {X_1A}"
    yield from _intent(root, standard)
    for number, page in enumerate(pdf.pages, 1):
        if "/Annots" in page.obj or "/AA" in page.obj:
            yield f"page {number}: annotations or actions"
    yield from (f"{key} in the file" for key in ("/OpenAction", "/AA", "/AcroForm", "/JavaScript") if key in root)
    if pdf.is_encrypted:
        yield "encrypted"
    layers = root.get("/OCProperties")
    if layers is not None and ("/AS" in layers.D or "/Name" not in layers.D):
        yield "layers with automatic states, or without the name of their configuration"


def _intent(root: Any, standard: str) -> Iterator[str]:
    intents = [each for each in root.get("/OutputIntents", []) if str(each.get("/S")) == "/GTS_PDFX"]
    if len(intents) != 1 or not str(intents[0].get("/OutputConditionIdentifier", "")):
        yield "no output intent"
    elif standard == X_4 and "/DestOutputProfile" not in intents[0]:
        yield "no ICC profile in the output intent"
    elif "/RegistryName" not in intents[0] and "/DestOutputProfile" not in intents[0]:
        yield "the printing condition is neither registered nor described"


def _contents(pdf: Any) -> Iterator[tuple[str, Any]]:
    """Yield pages, forms and patterns with a name for them."""
    yield from ((f"page {number}", page) for number, page in enumerate(pdf.pages, 1))
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form":
            yield f"form {each.objgen[0]}", each


def _rgb(pdf: Any) -> Iterator[str]:
    for where, content in _contents(pdf):
        if any(str(operator) in _RGB for _, operator in pikepdf.parse_content_stream(content)):
            yield where
        own = content.obj if isinstance(content, pikepdf.Page) else content
        for pattern in own.get("/Resources", {}).get("/Pattern", {}).values():
            if str(pattern.get("/Shading", {}).get("/ColorSpace")) == "/DeviceRGB":
                yield f"a gradient of {where}"
    for each in pdf.objects:
        is_picture = isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        if is_picture and str(each.get("/ColorSpace")) == "/DeviceRGB":
            yield f"picture {each.objgen[0]}"


def _transparency(pdf: Any) -> Iterator[str]:
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
            continue
        yield from (key.strip("/") for key in ("/SMask", "/Group") if key in each and str(each[key]) != "/None")
        resources = each.get("/Resources")
        states = resources.get("/ExtGState", {}) if isinstance(resources, pikepdf.Dictionary) else {}
        for state in states.values():
            yield from (key.strip("/") for key in ("/ca", "/CA") if float(state.get(key, 1)) != 1)
            if str(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
                yield "BM"


if __name__ == "__main__":
    sys.exit(main())
