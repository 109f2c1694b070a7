"""The pages of the site that are made from other files when mkdocs builds it (`hooks` in mkdocs.yml).

`on_files` adds the pages of the repository's root, and a page for each kind of document (from its schema), for each
check (from its docstring) and for each bundled game (its printed sheets). `on_page_markdown` makes the links of the
repository view work on the site.
"""

from __future__ import annotations

import difflib
import json
import posixpath
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2
import yaml
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

from pnp.checks import RULES
from pnp.checks import map as maps
from pnp.checks.deck import DECK_CHECKS
from pnp.checks.pack import PACK_CHECKS
from pnp.checks.rulebook import COMPUTED_RULE_CHECKS, RULEBOOK_CHECKS
from pnp.checks.run import CRASHED_CHECK, UNUSED_ACCEPTANCE
from pnp.checks.scene import LETTERING_CHECKS, SCENE_CHECKS
from pnp.checks.sheet import EXPORT_RULES, SHEET_RULES
from pnp.checks.template import TEMPLATE_CHECKS
from pnp.checks.theme import THEME_CHECKS
from pnp.diagnostics import Check, Rule
from pnp.loader.rules import LOAD_RULES
from pnp.source import SOURCE_RULES, TABLE_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "output"
THUMBNAIL = 620
"""Width of the picture of a sheet, in pixels."""

FROM_ROOT = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "vulnerabilities.md",
    "LICENSE": "licence.md",
    "content/bahama-taxi/design-notes.md": "gallery/bahama-taxi-design.md",
    "content/taxi-derby/design-notes.md": "gallery/taxi-derby-design.md",
    "content/destination-race/design-notes.md": "gallery/destination-race-design.md",
    "content/taxicab/design-notes.md": "gallery/taxicab-design.md",
}
"""Files outside docs/ and their pages on the site."""

NOT_AT_HOME = ("Performance", "Contributing", "Licence")
"""Sections of the README that the site has in other places."""

GAMES = ("bahama-taxi", "taxi-derby", "destination-race", "taxicab", "starter")
GUIDES = {
    "area-map": "maps",
    "block-map": "block-maps",
    "grid-map": "grid-maps",
    "component": "components",
    "icons": "templates",
    "map-style": "maps",
    "translation": "components",
    "pack": "pack",
    "profile": "printing",
    "requirements": "maps",
    "rulebook": "rulebook",
    "street-map": "street-maps",
    "table": "rulebook",
    "template": "templates",
    "theme": "templates",
    "tile-map": "tile-maps",
}
"""The page that explains each kind of document with examples."""

FAMILIES: dict[str, tuple[Check[Any] | Rule, ...]] = {
    "Files and tables": (*SOURCE_RULES, *TABLE_RULES, *LOAD_RULES),
    "The pack": PACK_CHECKS,
    "Components and rows": DECK_CHECKS,
    "Templates": TEMPLATE_CHECKS,
    "Themes, icons and languages": THEME_CHECKS,
    "Drawn faces": (*SCENE_CHECKS, *LETTERING_CHECKS),
    "Sheets of paper": SHEET_RULES,
    "Virtual tables": EXPORT_RULES,
    "Rulebook": (*RULEBOOK_CHECKS, *COMPUTED_RULE_CHECKS),
    "Maps: names and connections": (*maps.MAP_CHECKS, *maps.AREA_MAP_CHECKS),
    "Maps: positions on paper": maps.LAYOUT_CHECKS,
    "Maps: moves and requirements": (*maps.NETWORK_CHECKS, *maps.PROOF_CHECKS),
    "Region maps": maps.REGION_CHECKS,
    "Grid maps": maps.GRID_MAP_CHECKS,
    "Tile maps": (*maps.SUPPLY_CHECKS, *maps.TILE_MAP_CHECKS),
    "Street maps": (*maps.STREET_CHECKS, *maps.STREET_MAP_CHECKS),
    "Block maps": maps.BLOCK_MAP_CHECKS,
    "Checks themselves": (CRASHED_CHECK, UNUSED_ACCEPTANCE),
}

CHECKS_HEAD = """\
# Checks

`pnp check` looks for {} kinds of mistake. The name in brackets at the end of a finding is the code of its check:
find it here, or run `pnp explain CODE`.

A build stops at an `error`; `--draft` prints anyway. It does not stop at a `warning` or an `info`.
[Accept](../pack.md) the ones that you intend.
"""

FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")
LOADED = re.compile(
    r"<(?:script|img|iframe|link rel=\"(?:stylesheet|preconnect|icon)\")[^>]* (?:src|href)=\"(?:https?:)?//[^>]*>"
)
CODE = re.compile(r"^(`{3,})\w*[^\n]*\n.*?^\1$|(?<!\[)`([a-z]+(?:-[a-z]+)+)`(?!\])", re.DOTALL | re.MULTILINE)


def on_config(config: MkDocsConfig) -> None:
    """Fill the entries of the navigation that end in a slash, and leave out pages that do not exist."""
    generated = {"gallery/": _gallery_nav(), "documents/": _document_nav(), "checks/": _check_nav()}
    config.nav = [_entry(title, pages, generated) for entry in config.nav or [] for title, pages in entry.items()]


def _entry(title: str, pages: Any, generated: dict[str, list[Any]]) -> dict[str, Any]:
    if isinstance(pages, list):
        named = [(name, path) for page in pages for name, path in page.items()]
        there = {*FROM_ROOT.values(), *(path.name for path in (ROOT / "docs").glob("*.md"))}
        return {title: [{name: path} for name, path in named if path in there]}
    return {title: generated.get(pages, pages)}


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the generated pages and pictures."""
    for name, page in FROM_ROOT.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        if name == "LICENSE":
            text = f"# Licence\n\n{text}"
        files.append(File.generated(config, page, content=_home(text) if name == "README.md" else text))
    for page, text in (*_document_pages(), *_check_pages()):
        files.append(File.generated(config, page, content=text))
    for page, content in _gallery_pages(config):
        given = {"content": content} if isinstance(content, str) else {"abs_src_path": str(content)}
        files.append(File.generated(config, page, **given))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links at pages of the site, name files in the titles of their code, and link the names of checks."""
    path = page.file.src_uri
    origin = {new: old for old, new in FROM_ROOT.items()}.get(path, f"docs/{path}")
    text = LINK.sub(lambda link: _relinked(link, origin, path), markdown)
    text = re.sub(r"^```(\w+)\n# file: (\S+)\n", r'```\1 title="\2"' + "\n", text, flags=re.MULTILINE)
    if not path.startswith(("checks/", "changelog", "documents/")):
        text = CODE.sub(lambda code: _with_check(code, path), text)
    return text


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name the theme's search dialog for screen readers."""
    search = 'data-md-component="search" role="dialog"'
    return output.replace(search, f'{search} aria-label="Search"')


def on_post_build(config: MkDocsConfig) -> None:
    """Make sure that no page loads anything from another host; the theme's script would, in old browsers."""
    site = Path(config.site_dir)
    for script in (site / "assets" / "javascripts").glob("bundle*.js"):
        script.write_text(script.read_text(encoding="utf-8").replace("https://unpkg.com/", "absent/"), encoding="utf-8")
        script.with_name(f"{script.name}.map").unlink(missing_ok=True)
    for page in site.rglob("*.html"):
        loaded = LOADED.findall(page.read_text(encoding="utf-8"))
        if loaded:
            raise PluginError(f"{page.relative_to(site)} loads from another host: {loaded[0]}")


def _relinked(link: re.Match[str], origin: str, page: str) -> str:
    before, target, anchor, after = link.group(1), link.group(2), link.group(3) or "", link.group(4)
    if ":" in target or origin.startswith(("docs/checks/", "docs/documents/", "docs/gallery/")):
        return link[0]
    named = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
    there = FROM_ROOT.get(named, named.removeprefix("docs/"))
    there = re.sub(r"^schemas/(.*)\.schema\.json$", r"documents/\1.md", there)
    return f"{before}{posixpath.relpath(there, posixpath.dirname(page) or '.')}{anchor}{after}"


def _with_check(code: re.Match[str], page: str) -> str:
    """A code that names a check as a link to its page; a block of code, or another name, as it is."""
    if code[2] not in _codes():
        return code[0]
    return f"[{code[0]}]({posixpath.relpath(f'checks/{code[2]}.md', posixpath.dirname(page) or '.')})"


def _home(readme: str) -> str:
    """The README without what only contributors need."""
    first, *sections = re.split(r"^(?=## )", readme, flags=re.MULTILINE)
    kept = [part for part in sections if part.splitlines()[0].removeprefix("## ") not in NOT_AT_HOME]
    first = re.sub(r"^Install the test dependencies.*?```\n\n", "", first, flags=re.DOTALL | re.MULTILINE)
    return "".join((first, *kept))


# Checks


def _codes() -> set[str]:
    return {rule.code for rule in RULES}


def _families() -> dict[str, list[Rule]]:
    """The rules of each family by its title, by code."""
    rules = {
        title: [each if isinstance(each, Rule) else each.rule for each in found] for title, found in FAMILIES.items()
    }
    return {title: sorted(found, key=lambda rule: rule.code) for title, found in rules.items()}


def _check_nav() -> list[Any]:
    families = [{title: [f"checks/{rule.code}.md" for rule in rules]} for title, rules in _families().items()]
    return ["checks/index.md", *families]


def _check_pages() -> Iterator[tuple[str, str]]:
    """The list of checks, and the page of each."""
    found = _findings_of_samples()
    head = [CHECKS_HEAD.format(len(RULES))]
    for title, rules in _families().items():
        head += [f"## {title}\n", "| check | severity | what it reports |", "|---|---|---|"]
        head += [f"| [`{rule.code}`]({rule.code}.md) | {_badge(rule)} | {_cell(rule.summary)} |" for rule in rules]
        head += [""]
        for rule in rules:
            yield f"checks/{rule.code}.md", _check_page(rule, title, found.get(rule.code))
    yield "checks/index.md", "\n".join(head)


def _badge(rule: Rule) -> str:
    return f'<span class="severity {rule.severity.value}">{rule.severity.value}</span>'


def _check_page(rule: Rule, family: str, finding: dict[str, Any] | None) -> str:
    prose, _, samples = rule.page.partition("\nBad:\n")
    about, _, fix = prose.partition("\nFix: ")
    summary, _, why = about.partition("\n")
    parts = [f"# {rule.code}\n", f"{_badge(rule)} {family}\n", f"**{summary}**\n", why.strip(), "\n## Fix\n"]
    parts += [fix.strip()[:1].upper() + fix.strip()[1:] + "\n"]
    if samples:
        bad, good = (_files(textwrap.dedent(part)) for part in samples.split("\nGood:\n"))
        shown = {name: text for name, text in good.items() if bad.get(name) != text}
        parts += ["## Bad\n", *_blocks(bad, good)]
        if finding:
            span = finding["file"], finding["line"], finding["column"]
            hint = f"\n    → {finding['hint']}" if finding.get("hint") else ""
            text = "{}:{}:{}".format(*span) + f"  {finding['severity']}  {finding['message']}  [{rule.code}]{hint}"
            parts += ["`pnp check` reports:\n", f"```{{ .text .wrap }}\n{text}\n```\n"]
        parts += ["## Good\n", *_blocks(shown or good, bad)]
        if shown and len(shown) < len(good):
            parts += ["The other documents stay the same.\n"]
    return "\n".join(parts)


def _files(sample: str) -> dict[str, str]:
    """The documents of a sample by name, one without a name under the empty one."""
    alone, *named = FILE.split(sample.strip("\n") + "\n")
    return dict(zip(named[::2], named[1::2], strict=True)) if named else {"": alone}


def _blocks(mine: dict[str, str], others: dict[str, str]) -> Iterator[str]:
    """Blocks of code, the lines that the other sample lacks highlighted."""
    for name, text in mine.items():
        kind = "yaml" if name.endswith((".yaml", "")) and not name.endswith((".csv", ".tsv", ".txt")) else "text"
        title = f' title="{name}"' if name else ""
        lines = _lines_that_differ(text, others.get(name, ""))
        marked = f' hl_lines="{" ".join(map(str, lines))}"' if lines and name in others else ""
        yield f"```{kind}{title}{marked}\n{text.rstrip()}\n```\n"


def _lines_that_differ(text: str, other: str) -> list[int]:
    matcher = difflib.SequenceMatcher(None, text.splitlines(), other.splitlines(), autojunk=False)
    changes = (change for change in matcher.get_opcodes() if change[0] != "equal")
    return [line + 1 for change in changes for line in range(change[1], change[2])]


def _findings_of_samples() -> dict[str, dict[str, Any]]:
    """The finding of each bad sample, as `pnp check` reports it."""
    with tempfile.TemporaryDirectory() as work:
        targets = []
        for rule in RULES:
            bad = rule.page.partition("\nBad:\n")[2].partition("\nGood:\n")[0]
            documents = _files(textwrap.dedent(bad)) if bad else {}
            for name, text in documents.items():
                path = Path(
                    work, rule.code, name or ("pack.yaml" if text.startswith("kind: pack\n") else "sample.yaml")
                )
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            if documents:
                pack = (Path(work) / rule.code / "pack.yaml").exists()
                targets.append(rule.code if pack else f"{rule.code}/{next(iter(documents)) or 'sample.yaml'}")
        command = [sys.executable, "-m", "pnp", "check", "--format", "json", *targets]
        printed = subprocess.run(
            command, cwd=work, capture_output=True, text=True, check=False, encoding="utf-8"
        ).stdout
    found: dict[str, dict[str, Any]] = {}
    for finding in json.loads(printed)["findings"]:
        folder, _, file = finding["file"].partition("/")
        if folder == finding["code"]:
            found.setdefault(folder, {**finding, "file": file})
    return found


# Documents


def _schemas() -> dict[str, dict[str, Any]]:
    """The schemas of the kinds of document, by kind; `common` too."""
    found = {}
    for path in sorted((ROOT / "schemas").glob("*.schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        name = path.name.removesuffix(".schema.json")
        if name == "common" or "const" in schema.get("properties", {}).get("kind", {}):
            found[name] = schema
    return found


def _document_nav() -> list[Any]:
    return ["documents/index.md", *(f"documents/{kind}.md" for kind in _schemas() if kind != "common")]


def _document_pages() -> Iterator[tuple[str, str]]:
    schemas = _schemas()
    rows = [
        f"| [`{kind}`]({kind}.md) | {_cell(schema['description'])} | {_guide(kind)} |"
        for kind, schema in schemas.items()
        if kind != "common"
    ]
    intro = (
        "# Kinds of document\n\nEach YAML file of a pack is a document. Its first key, `kind`, says what it describes. "
        "These pages list every key, as an editor with a YAML language server shows it.\n\n"
        "| kind | what it describes | guide |\n|---|---|---|\n"
    )
    yield "documents/index.md", intro + "\n".join(rows) + "\n"
    for kind in schemas:
        if kind != "common":
            yield f"documents/{kind}.md", _KindPage(kind, schemas).text()


def _guide(kind: str) -> str:
    return f"[guide](../{GUIDES[kind]}.md)" if kind in GUIDES else ""


def _cell(text: str) -> str:
    escaped = " ".join(text.split()).replace("|", "\\|").replace("*", "\\*")
    return escaped.replace("<", "&lt;").replace("{", "&#123;")  # braces after a word would be attributes


class _KindPage:
    """The keys of one kind of document, a section for each mapping."""

    def __init__(self, kind: str, schemas: dict[str, dict[str, Any]]) -> None:
        self.kind, self.schemas = kind, schemas
        self.sections: dict[str, list[str]] = {}
        self.seen: dict[int, str] = {}

    def text(self) -> str:
        schema = self.schemas[self.kind]
        self._section("", schema, self.kind)
        parts = [f"# {self.kind}\n", schema["description"], ""]
        if self.kind in GUIDES:
            parts += [f"Examples and explanations: [guide](../{GUIDES[self.kind]}.md).\n"]
        for name, lines in self.sections.items():
            parts += [f"## `{name}`\n" if name else "## Keys\n", '<div class="keys" markdown>\n', *lines, "\n</div>\n"]
        return "\n".join(parts)

    def _section(self, path: str, node: dict[str, Any], file: str) -> str:
        """Add the section of a mapping, and return its name; the same mapping twice has one section."""
        if id(node) in self.seen:
            return self.seen[id(node)]
        self.seen[id(node)] = path
        lines = self.sections[path] = ["| key | value | meaning |", "|---|---|---|"]
        required = node.get("required", [])
        for key, value in node["properties"].items():
            child, where = self._resolved(value, file)
            mark = " **required**" if key in required else ""
            link = self._link(f"{path}.{key}" if path else key, child, where)
            about = _cell(value.get("description") or child.get("description", ""))
            lines.append(f"| `{key}`{mark} | {_value(child)} | {about}{link} |")
        return path

    def _link(self, path: str, node: dict[str, Any], file: str) -> str:
        names = [self._section(name, child, where) for name, child, where in self._mappings(path, node, file)]
        links = dict.fromkeys(f"[`{name}`](#{_slug(name)})" for name in names if name)
        return f" See {', '.join(links)}." if links else ""

    def _mappings(self, path: str, node: dict[str, Any], file: str) -> Iterator[tuple[str, dict[str, Any], str]]:
        """The mappings with keys of their own below a value."""
        if node.get("properties"):
            yield path, node, file
        inner = [(path, each) for each in (*node.get("anyOf", ()), *node.get("oneOf", ()))]
        inner += [(path, node["items"])] if isinstance(node.get("items"), dict) else []
        more = node.get("additionalProperties")
        inner += [(f"{path}.…", more)] if isinstance(more, dict) and not node.get("properties") else []
        for name, each in inner:
            child, where = self._resolved(each, file)
            yield from self._mappings(name, child, where)

    def _resolved(self, node: dict[str, Any], file: str) -> tuple[dict[str, Any], str]:
        """The node that a reference names, and the schema that it is in."""
        while "$ref" in node:
            name, _, pointer = node["$ref"].partition("#/")
            file = name.removesuffix(".schema.json") or file
            node = self.schemas[file]
            for step in pointer.split("/"):
                node = node[step]
        return node, file


def _slug(name: str) -> str:
    return re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-")


def _value(node: dict[str, Any]) -> str:
    """What a value may be, in a few words."""
    if "const" in node:
        return f"`{node['const']}`"
    if "enum" in node:
        return ", ".join(f"`{json.dumps(each) if isinstance(each, bool) else each}`" for each in node["enum"])
    if "x-expected" in node:
        return _cell(node["x-expected"])
    if "anyOf" in node and all("enum" in each or "const" in each for each in node["anyOf"]):
        return ", ".join(map(_value, node["anyOf"]))
    kind = node.get("type", "")
    if kind in ("number", "integer"):
        word = "number" if kind == "number" else "whole number"
        low, high = node.get("minimum", node.get("exclusiveMinimum")), node.get("maximum")
        return f"{word} {low}–{high}" if low is not None and high is not None else word
    names = {"string": "text", "boolean": "`true` or `false`", "array": "a list", "object": "a mapping"}
    return names.get(kind, "") if isinstance(kind, str) else "a value"


# Gallery


def _gallery_nav() -> list[Any]:
    return [
        "gallery/index.md",
        *(f"gallery/{game}.md" for game in GAMES),
        *(page for page in FROM_ROOT.values() if page.startswith("gallery/")),
    ]


def _gallery_pages(config: MkDocsConfig) -> Iterator[tuple[str, str | Path]]:
    """The gallery: a page for each bundled game with its printed sheets; the files to print."""
    command = [sys.executable, "-m", "pnp", "build", *GAMES, "-o", str(OUTPUT)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    about = "Five complete games to look at, print and play, then the [features](#features) of cards and boards.\n"
    index = ["# Gallery\n", about]
    for game in GAMES:
        pack = yaml.safe_load((ROOT / "content" / game / "pack.yaml").read_text(encoding="utf-8"))
        pdf, rules = OUTPUT / game / f"{game}-a4.pdf", OUTPUT / game / "rulebook.pdf"
        sheets = list(_sheets(pdf, Path(config.site_dir).with_name("site-pictures") / game))
        facts = f"{pack['players']} players, {pack['minutes']} minutes, {len(sheets)} sheets. "
        facts += f"Licence: {pack['licence']['name']}."
        files = f"[Print the game (PDF, A4)]({pdf.name}) · [the rules (PDF)]({game}-rules.pdf)"
        head = f"{pack['summary'].strip()}\n\n{facts}\n\n{files}\n"
        pictures = [
            f'<a href="{game}/{picture.name}"><img src="{game}/{picture.name}" loading="lazy" width="{width}" '
            f'height="{height}" alt="Sheet {number} of {pack["title"]}: {title}"></a>'
            for number, (picture, title, (width, height)) in enumerate(sheets, 1)
        ]
        credit = pack["credit"].get("line") or f"{pack['title']} by {', '.join(pack['credit']['designers'])}"
        grid = '<div class="sheets">\n' + "\n".join(pictures) + "\n</div>"
        yield f"gallery/{game}.md", f"# {pack['title']}\n\n{head}\n{credit}.\n\n## Sheets\n\n{grid}\n"
        yield f"gallery/{pdf.name}", pdf
        yield f"gallery/{game}-rules.pdf", rules
        for picture, _, _ in sheets:
            yield f"gallery/{game}/{picture.name}", picture
        titles = [title for _, title, _ in sheets]
        shown = [pictures[titles.index(title)] for title in dict.fromkeys(titles[2:])][:4]
        first = '<div class="sheets">\n' + "\n".join(shown) + "\n</div>"
        index += [f"## [{pack['title']}]({game}.md)\n", head, first, ""]
    yield "gallery/index.md", "\n".join([*index, *_features()])


def _features() -> Iterator[str]:
    """The section of the gallery that shows what a face can have."""
    yield '## Features\n\nEach title leads to its page of the guide.\n\n<div class="features" markdown>\n'
    for shown in yaml.safe_load((ROOT / "docs" / "site" / "features.yaml").read_text(encoding="utf-8")):
        picture = f"![{shown['title']}](../pictures/{shown['picture']}.png)"
        link = f"**[{shown['title']}](../{shown['page']})**"
        yield f"<figure markdown>\n\n{picture}\n\n{link} {shown['caption']}\n\n</figure>\n"
    yield "</div>\n"


def _sheets(pdf: Path, folder: Path) -> Iterator[tuple[Path, str, tuple[int, int]]]:
    """A picture of each page, the component printed on it, and the picture's size; old pictures are reused."""
    document = pypdfium2.PdfDocument(pdf)
    titles = {mark.get_dest().get_index(): mark.get_title() for mark in document.get_toc() if mark.get_dest()}
    title = "how to print"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(len(document)):
        page = document[number]
        title = titles.get(number, title)
        size = THUMBNAIL, round(THUMBNAIL * page.get_height() / page.get_width())
        path = folder / f"{number + 1}.png"
        if not path.exists() or path.stat().st_mtime < pdf.stat().st_mtime:
            page.render(scale=THUMBNAIL / page.get_width()).to_pil().quantize(96).save(path, optimize=True)
        yield path, title, size
