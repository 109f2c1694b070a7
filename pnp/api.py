"""The public API (`docs/python.md`): `import pnp` offers the names in `__all__`, which stay; others may change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path

from pnp.build.examine import Examined, facts_of
from pnp.build.faces import Export, FacePicture, PrintedPart, draw_parts
from pnp.build.pipeline import build
from pnp.build.pipeline import check as check_target
from pnp.build.rules import RULE_FORMATS, RuleFormat, RuleOptions, write_rulebooks
from pnp.build.target import BuildOptions, other_language
from pnp.build.write import silent
from pnp.build_record import Written
from pnp.diagnostics import Fault, Finding, Severity, Span, check
from pnp.facts.contents import Contents, MapNetwork, NetworkMove, PackComponent, PackMap, PackRow, contents_of
from pnp.loader import Target, find_targets
from pnp.loader.pack import Loaded
from pnp.loader.pack import load as read
from pnp.messages import did_you_mean, many, require_known
from pnp.network import Place, Proof, Witness
from pnp.output import OutputError
from pnp.scene.parts import Side
from pnp.sheet.options import PAPERS, Cuts, Flip, Layout

__all__ = [
    "Contents",
    "Export",
    "FacePicture",
    "Fault",
    "Finding",
    "MapNetwork",
    "NetworkMove",
    "OutputError",
    "Pack",
    "PackComponent",
    "PackError",
    "PackMap",
    "PackRow",
    "Place",
    "PrintedPart",
    "Proof",
    "Severity",
    "Span",
    "Witness",
    "check",
    "load",
    "load_all",
]


MOST_SHOWN = 10
"""How many findings the message of an exception shows."""


class PackError(Exception):
    """A pack has errors, so nothing was written; `findings` are its errors."""

    def __init__(self, name: str, findings: Iterable[Finding]) -> None:
        self.findings = tuple(each for each in findings if each.severity is Severity.ERROR)
        shown = [f"{each.span}: {each.message} [{each.code}]" for each in self.findings[:MOST_SHOWN]]
        more = ["…"] if len(self.findings) > MOST_SHOWN else []
        super().__init__("\n".join([f"'{name}' has {many(len(self.findings), 'error')}", *shown, *more]))


def load(path: str | PathLike[str], language: str | None = None) -> Pack:
    """Read a pack's folder, one document, or a bundled pack by its name.

    Rows and faces are in that `language`, by default the pack's own. A mistake in the content raises nothing: it is one
    of the `findings`. Raises ValueError if there is no such pack or language, or if the folder holds several packs.
    """
    targets = find_targets([str(Path(path))])
    if len(targets) > 1:
        names = ", ".join(target.name for target in targets)
        raise ValueError(f"'{path}' holds {len(targets)} packs: {names}; load one of them, or all with load_all()")
    return Pack(targets[0], language)


def load_all(path: str | PathLike[str] | None = None) -> tuple[Pack, ...]:
    """Read all packs in a folder; by default those under `./content`, or the bundled packs if there is no such folder.

    Raises ValueError if there is none.
    """
    return tuple(map(Pack, find_targets([] if path is None else [str(Path(path))])))


class Pack:
    """A pack as it was when it was read. Load it again to see later changes of its files.

    It is checked when its findings or its proofs are first used, which takes as long as `pnp check`.
    """

    def __init__(self, target: Target, language: str | None = None) -> None:
        self._target, self._asked = target, language
        self._loaded = read(target, language)
        self._other = other_language(self._loaded, language)
        self._parts: dict[tuple[str, str | None, str | None], tuple[PrintedPart, ...]] = {}

    def __repr__(self) -> str:
        return f"<Pack '{self.name}': {len(self.components)} components, {len(self.maps)} maps>"

    @property
    def name(self) -> str:
        """The name of its folder, which its files begin with."""
        return self._loaded.name

    @property
    def title(self) -> str:
        """Its title; its name, if it has none."""
        return self._contents.title

    @property
    def language(self) -> str:
        """The code of the language that it was read in."""
        return self._contents.language

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that it declares, its own first."""
        return self._loaded.languages or (self.language,)

    @property
    def components(self) -> Mapping[str, PackComponent]:
        """Its components by id, in the order of the manifest."""
        return self._contents.components

    @property
    def maps(self) -> Mapping[str, PackMap]:
        """Its maps by id."""
        return self._contents.maps

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What `pnp check` reports, in all of its languages, in the order of files and lines."""
        return self._examined.report.findings

    @property
    def ok(self) -> bool:
        """Whether it has no error. There may be warnings."""
        return not self._examined.report.errors

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The verdict on each requirement of its maps."""
        return tuple(proof for _, proof in self._examined.report.proofs)

    def face(
        self,
        component: str,
        row: PackRow | str | int = 1,
        side: Side = "front",
        *,
        language: str | None = None,
        variant: str | None = None,
    ) -> FacePicture:
        """Return a face as `pnp build` draws it.

        The row is given as itself, by its name, or by its number from 1; of a die or another part that shows several
        rows, by the number of the part. A `variant` is one of the theme, such as `low-ink`. Faces of a pack with errors
        are drawn as far as that is possible.

        Raises ValueError if the pack has no such face, PackError if it has none because of errors.
        """
        parts = self._drawn(component, language or self._asked, variant)
        if not (parts or self.ok):
            raise PackError(self.name, self.findings)
        number = self._number(component, row, parts)
        part = parts[number - 1] if 0 < number <= len(parts) else None
        found = {"front": part.front, "back": part.back}.get(side) if part else None
        if found is None:
            raise ValueError(f"'{component}' of '{self.name}' has no {side} for {row!r}")
        return found

    def build(
        self,
        folder: str | PathLike[str] = "output",
        *,
        formats: Collection[str] | None = None,
        paper: str | None = None,
        layout: Layout | None = None,
        flip: Flip | None = None,
        margin: float | None = None,
        cuts: Cuts | None = None,
        profile: str = "home",
        language: str | None = None,
        printer: str | None = None,
        variant: str | None = None,
        dpi: int | None = None,
        only: Collection[str] = (),
        rows: Collection[int] = (),
        draft: bool = False,
    ) -> list[Path]:
        """Write sheets, pictures and rules into a subfolder of `folder` with the pack's name; return the paths.

        The options are those of `pnp build`. Raises PackError if the pack has errors and no `draft` is requested,
        ValueError for an option that the pack does not have, OutputError if a file can't be written.
        """
        asked = BuildOptions(
            out=Path(folder),
            formats=None if formats is None else tuple(formats),
            paper=paper,
            layout=layout,
            flip=flip,
            margin=margin,
            cuts=cuts,
            profile=profile,
            language=language or self._asked,
            printer=printer,
            variant=variant,
            dpi=dpi,
            only=tuple(only),
            rows=tuple(rows),
            draft=draft,
        )
        return self._written(*build(self._in(asked.language), asked, silent))

    def write_rules(
        self,
        folder: str | PathLike[str] = "output",
        *,
        formats: Collection[RuleFormat] = RULE_FORMATS,
        paper: str = "a4",
        language: str | None = None,
        reference: bool = False,
    ) -> list[Path]:
        """Write the rulebooks as `pnp rulebook` does; return the paths. Raises as `build` does."""
        require_known("paper", paper, PAPERS)
        for form in formats:
            require_known("format", form, RULE_FORMATS)
        asked = RuleOptions(Path(folder), paper, tuple(formats), reference, language or self._asked)
        return self._written(*write_rulebooks(self._in(asked.language), asked, silent))

    def _written(self, examined: Examined, written: tuple[Written, ...]) -> list[Path]:
        if not written and examined.report.errors:
            raise PackError(self.name, examined.report.findings)
        return [file.path for file in written]

    @cached_property
    def _examined(self) -> Examined:
        return check_target(self._target, first=None if self._other else self._loaded)

    @cached_property
    def _contents(self) -> Contents:
        return contents_of(facts_of(self._loaded.game), self.name)

    def _in(self, language: str | None) -> Loaded:
        """The game in a language, read again only if it is another one."""
        return self._loaded if language == self._asked else read(self._target, language)

    def _drawn(self, component: str, language: str | None, variant: str | None) -> tuple[PrintedPart, ...]:
        """The parts of a component, which are drawn once."""
        key = component, language, variant
        if key not in self._parts:
            asked = BuildOptions(only=(component,), language=language, variant=variant)
            self._parts[key] = draw_parts(self._in(language), asked)
        return self._parts[key]

    def _number(self, component: str, row: PackRow | str | int, parts: Sequence[PrintedPart]) -> int:
        """The number of the part that shows a row."""
        if isinstance(row, int):
            return row
        if self.components[component].makes == "die":
            raise ValueError(f"a part of '{component}' shows several rows: give the number of the part, from 1")
        if isinstance(row, PackRow):
            return row.number
        names = [part.name for part in parts]
        if row not in names:
            raise ValueError(f"'{component}' has no row '{row}'; {did_you_mean(row, names) or 'see its rows'}")
        return names.index(row) + 1
