"""The whole game in one file: the first sheet, and every component in the order of the manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.sheet.book import book
from pnp.sheet.chapter import Chapter, FirstSheetInfo
from pnp.sheet.gang import impose_together
from pnp.sheet.style import HOUSE
from pnp.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pnp.build.press import Printed
    from pnp.model.pack import Entry, Pack
    from pnp.scene.sheet import Sheet
    from pnp.sheet.options import Options
    from pnp.sheet.style import SheetStyle


def whole_game(
    components: Sequence[Printed], pack: Pack, options: Options, style: SheetStyle = HOUSE, rules: str | None = None
) -> tuple[Sheet, ...]:
    """The first sheet and those of every component that is not in a file of its own; `rules` is the rulebook's file."""
    entries = {entry.id: entry for entry in pack.components}
    runs = [
        (
            [_chapter(each, entries.get(each.parts.component)) for each in together],
            _sheets(together, entries, options, style),
        )
        for together in _together(components, entries)
    ]
    return book(_about(pack, rules), runs, options, style)


def _together(components: Sequence[Printed], entries: Mapping[str, Entry]) -> Iterator[tuple[Printed, ...]]:
    """The components, those that share a sheet and a paper in one group where the first of them stands."""
    groups: dict[tuple[str, str] | int, list[Printed]] = {}
    for place, each in enumerate(components):  # a draft may have two of one name
        entry = entries.get(each.parts.component)
        sheet = entry.sheet if entry and not entry.optional else None
        key = (sheet.name, each.parts.stock) if sheet else place
        groups.setdefault(key, []).append(each)
    yield from map(tuple, groups.values())


def _sheets(
    together: Sequence[Printed], entries: Mapping[str, Entry], options: Options, style: SheetStyle
) -> tuple[Sheet, ...]:
    first = together[0]
    if len(together) == 1:
        return () if first.parts.optional else first.sheets
    sheet = entries[first.parts.component].sheet
    assert sheet, "only components that name a sheet stand together"
    return impose_together(sheet.name, [each.parts for each in together], options, style)


def _chapter(printed: Printed, entry: Entry | None) -> Chapter:
    parts = printed.parts
    return Chapter(
        parts.name,
        parts.count,
        parts.stock,
        steps=parts.steps,
        file=printed.file if parts.optional else "",
        skip_note=entry.skip if entry else "",
        component=parts.component,
    )


def _about(pack: Pack, rules: str | None) -> FirstSheetInfo:
    credit, licence = pack.credit, pack.licence
    facts = (
        f"{pack.players} players",
        f"{pack.minutes.replace(' to ', '–')} minutes" if pack.minutes else "",
        f"rules: {rules}" if rules else "",
    )
    return FirstSheetInfo(
        title=pack.title,
        byline=", ".join(credit.designers) if credit else "",
        summary=pack.summary,
        facts=tuple(filter(None, facts)),
        credit_lines=(credit.line,) if credit else (),
        licence=licence.name if licence else "",
        licence_link=licence.link if licence else "",
        changes=credit.changes if credit else "",
        software=f"Made with pnp {__version__}",
    )
