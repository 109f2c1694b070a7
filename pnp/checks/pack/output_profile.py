"""The ICC profile of a print shop's press, which a profile names and PDFs embed."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, Finding, check
from pnp.facts import Facts
from pnp.model.game import Game
from pnp.model.profile import Profile

ASK = "ask the print shop for the ICC profile of its press, for CMYK"


@check("bad-output-profile", severity=ERROR)
def bad_output_profile(facts: Facts) -> Iterator[Fault]:
    """A profile names an ICC profile that cannot be embedded, or lacks the one that its standard needs.

    Files prepared as PDF/X-4 have the ICC profile of the printing condition inside, so that a shop sees and prints the
    colours that were meant. It is a file for CMYK output, which the shop offers for download.

    Fix: save the file of the shop in the pack's folder and name it under `output-profile`, or use `standard: PDF/X-1a`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [shop.yaml]
        # file: shop.yaml
        kind: profile
        name: Card shop
        prints: faces
        standard: PDF/X-4
        output-condition: FOGRA39

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [shop.yaml]
        # file: shop.yaml
        kind: profile
        name: Card shop
        prints: faces
        standard: PDF/X-1a
        output-condition: FOGRA39
    """
    for profile in facts.game.all(Profile):
        if profile.damaged or profile.standard is None:
            continue
        if profile.output_profile:
            found = output_profile(profile, facts.game)
            if isinstance(found, Fault):
                yield found
        elif profile.standard == "PDF/X-4":
            yield Fault(profile.span, "PDF/X-4 needs the ICC profile of the press: there is no 'output-profile'", ASK)
        elif profile.condition is None:
            message = "PDF/X-1a needs a printing condition: there is no 'output-condition'"
            yield Fault(profile.span, message, "add the one that the shop prints by, such as FOGRA39")


def output_profile(profile: Profile, game: Game) -> bytes | Fault | None:
    """Return the ICC profile that a profile names, or the fault of it; None if it names none."""
    ref = profile.output_profile
    if ref is None:
        return None
    content = game.assets.read(ref.name, ref.span)
    if isinstance(content, Finding):
        return Fault(ref.span, content.message, content.hint)
    wrong = unusable(content)
    return Fault(ref.span, f"'{ref.name}' {wrong}", ASK) if wrong else content


# The parts of an ICC profile (ICC.1:2022, 7.2) that are read. The file is a stranger's, and is embedded as it is.

_HEADER = 128
_COLOURS, _CLASS, _SIGNATURE = slice(16, 20), slice(12, 16), slice(36, 40)
MOST_TAGS = 200
"""The maximum number of tags of a profile."""


def unusable(icc: bytes) -> str | None:
    """Return why a file is not the ICC profile of a press for CMYK; None if it is."""
    if len(icc) < _HEADER + 4 or icc[_SIGNATURE] != b"acsp":
        return "is no ICC profile"
    if int.from_bytes(icc[:4], "big") != len(icc):
        return "is an ICC profile that is cut short, or has something after its end"
    if icc[_CLASS] != b"prtr" or icc[_COLOURS] != b"CMYK":
        what = icc[_COLOURS].decode("ascii", "replace").strip()
        return f"is an ICC profile for {what or 'something else'}, not for a press that prints CMYK"
    if icc[8] not in (2, 4):
        return f"is an ICC profile of version {icc[8]}; PDF/X-4 takes 2 and 4"
    tags = dict(_tags(icc))
    missing = [name for name in ("A2B0", "B2A0", "wtpt", "desc") if name not in tags]
    return f"is an ICC profile without the table '{missing[0]}'" if missing else None


def _tags(icc: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the tags of a profile that are inside of it, with their content."""
    count = min(int.from_bytes(icc[_HEADER : _HEADER + 4], "big"), MOST_TAGS)
    for start in range(_HEADER + 4, _HEADER + 4 + 12 * count, 12):
        entry = icc[start : start + 12]
        first, size = int.from_bytes(entry[4:8], "big"), int.from_bytes(entry[8:12], "big")
        if len(entry) == 12 and first >= _HEADER and first + size <= len(icc):
            yield entry[:4].decode("ascii", "replace"), icc[first : first + size]


def described(icc: bytes) -> str:
    """Return the name that a profile has in its tag `desc`: text in version 2, text in several languages in 4."""
    content = dict(_tags(icc)).get("desc", b"")
    if content[:4] == b"desc":
        length = int.from_bytes(content[8:12], "big")
        name = content[12 : 12 + min(length, 200)].decode("ascii", "replace")
    elif content[:4] == b"mluc":
        length, first = (int.from_bytes(content[at : at + 4], "big") for at in (20, 24))
        name = content[first : first + min(length, 400)].decode("utf-16-be", "replace")
    else:
        return ""
    return name.rstrip("\0").strip()
