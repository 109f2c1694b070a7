"""Colours, type and distances on paper; the stylesheet for screens."""

from functools import cache

from msgspec import Struct
from msgspec.structs import asdict, replace

from pnp.scene.items import Colour
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.text import HOUSE_FAMILIES, TextStyle
from pnp.scene.vision import contrast
from pnp.units import POINTS_PER_MM

# The appearance of the pages: colours, type and distances.

INK = "#1E2328"
WHITE = "#FFFFFF"
QUIET = "#565D66"
AMBER = "#F2A900"
SAND = "#F5F0E1"
PALE = "#D8D2C2"
LINK = "#1F5FA8"

BODY, DISPLAY = HOUSE_FAMILIES


class Type(Struct, frozen=True):
    """The styles of one kind of page, in millimetres: `gap` is between paragraphs, `space` above a heading.

    Bands of headings, rules, bars and bullets are in the `accent` of the game.
    """

    body: TextStyle
    lead: TextStyle
    title: TextStyle
    headings: tuple[TextStyle, TextStyle]
    label: TextStyle
    cell: TextStyle
    head: TextStyle
    small: TextStyle
    gap: float
    space: float
    accent: Colour = AMBER


def _display(size: float, leading: float) -> TextStyle:
    return TextStyle(DISPLAY, size, INK, weight=700, leading=leading)


BOOK = Type(
    body=TextStyle(BODY, 10, INK, leading=13),
    lead=TextStyle(BODY, 11.5, INK, leading=15),
    title=_display(34, 36),
    headings=(_display(17, 19), _display(12.5, 15)),
    label=_display(11.5, 14),
    cell=TextStyle(BODY, 9, INK, leading=11),
    head=_display(9.5, 11),
    small=TextStyle(BODY, 8, QUIET, leading=10),
    gap=1.9,
    space=6.5,
)
"""The rulebook: a leaflet to read at the table."""

REFERENCE = Type(
    body=TextStyle(BODY, 8.5, INK, leading=10.75),
    lead=TextStyle(BODY, 8.5, INK, leading=10.75),
    title=_display(22, 24),
    headings=(_display(13, 15), _display(10.5, 12.5)),
    label=_display(9.5, 11.5),
    cell=TextStyle(BODY, 8, INK, leading=9.75),
    head=_display(8.5, 10),
    small=TextStyle(BODY, 8, QUIET, leading=9.75),
    gap=1.2,
    space=4.2,
)
"""The rule reference: as much as fits a sheet, nothing under 8 points."""

FOOT = TextStyle(BODY, 6.5, QUIET, leading=8)
"""The credit at the foot of each page."""

FOLIO = _display(9, 10)
"""The title and the number at the foot of each page."""


def tightened(look: Type) -> Type:
    """Return the style with its lines and paragraphs a little closer to each other."""
    return replace(
        look,
        body=_nearer(look.body),
        lead=_nearer(look.lead),
        label=_nearer(look.label),
        cell=_nearer(look.cell),
        head=_nearer(look.head),
        small=_nearer(look.small),
        gap=0.75 * look.gap,
        space=0.7 * look.space,
    )


def _nearer(style: TextStyle) -> TextStyle:
    return replace(style, leading=0.955 * style.line * POINTS_PER_MM)


def falling_back(look: Type, fallback: tuple[str | Family, ...]) -> Type:
    """Return the style with the families for characters that the house fonts lack."""
    plain = {
        name: replace(style, fallback=fallback) for name, style in asdict(look).items() if isinstance(style, TextStyle)
    }
    first, second = look.headings
    return replace(look, headings=(replace(first, fallback=fallback), replace(second, fallback=fallback)), **plain)


def linked(style: TextStyle) -> TextStyle:
    """Return the style of links."""
    return replace(style, colour=LINK)


READABLE = 4.5
"""The minimum contrast of styled words with the ground of a box (WCAG 2, level AA)."""


@cache
def readable(colour: Colour) -> Colour:
    """Return the colour, mixed with ink until it can be read on the page: faces may have dark grounds."""
    mixed, step = colour, 0
    while contrast(mixed, SAND) < READABLE and step < 20:
        step += 1
        parts = [(int(colour[at : at + 2], 16), int(INK[at : at + 2], 16)) for at in (1, 3, 5)]
        mixed = "#" + "".join(f"{round(one + (ink - one) * step / 20):02X}" for one, ink in parts)
    return mixed


def lettering_on(colour: Colour) -> Colour:
    """Return ink or white, whichever can be read better on that colour."""
    return max((INK, WHITE), key=lambda each: contrast(each, colour))


def quiet(style: TextStyle) -> TextStyle:
    """Return the style of secondary text."""
    return replace(style, colour=QUIET)


# The appearance of the page on screens and when printed from a browser.

STYLES = """
:root{--ink:#1E2328;--quiet:#565D66;--sand:#F5F0E1;--line:#D8D2C2;--link:#1F5FA8;color-scheme:light}
*{box-sizing:border-box}
html{font-size:100%;scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;color:var(--ink);background:#FFF;font:1rem/1.5 "Fira Sans","pnp-fallback",sans-serif}
h1,h2,h3,caption,th,dt,.label,nav p{font-family:"Barlow Condensed","pnp-fallback",sans-serif;font-weight:700}
h1,h2,h3,caption,th,dt,.label,nav p{line-height:1.15}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999rem;background:#FFF;padding:.5rem 1rem}
.skip:focus{left:1rem;top:1rem}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
header,main,nav,footer,.frieze{max-width:46rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem}
header::before{content:"";display:block;width:5rem;height:.6rem;background:var(--accent);margin-bottom:1rem}
header:has(.cover)::before{display:none}
.cover{line-height:0;margin-bottom:1.5rem}
.cover svg{width:100%;height:auto}
h1{font-size:3.2rem;margin:0}
.wordmark svg{display:block;width:auto;height:auto;max-width:100%;max-height:6.5rem;margin-bottom:.5rem}
.cover+h1 .wordmark{display:table;position:relative;margin:calc(-1*min(3.2rem,7vw)) auto .2rem}
.cover+h1 .wordmark{padding:.6rem .9rem 0;line-height:0;background:#FFF;border-radius:.4rem}
.cover+h1 .wordmark svg{margin:0;max-width:min(100%,60vw)}
.frieze{line-height:0}
.frieze svg{width:100%;height:auto}
h1 small{font-size:1.6rem;color:var(--quiet);font-weight:700;margin-left:.4em}
.summary{font-size:1.15rem;font-style:italic;margin:.6rem 0 1rem}
dl{display:flex;flex-wrap:wrap;gap:.2rem 2rem;margin:0 0 1.5rem}
dl div{display:flex;gap:.5rem;align-items:baseline}
dt{color:var(--quiet)}
dd{margin:0}
nav{margin-bottom:2rem}
nav p{margin:0 0 .4rem}
nav ol{margin:0;padding:.8rem 1.2rem;list-style:none;columns:13rem}
nav ol,.box{background:var(--sand);border-left:.35rem solid var(--accent)}
nav a{display:block;padding:.1rem 0;text-decoration:none}
nav a:hover{text-decoration:underline}
h2{font-size:1.8rem;margin:2.6rem 0 .8rem;padding:.25rem .7rem .3rem;border-radius:.25rem}
h2{color:var(--on-accent);background:var(--accent)}
h2 a{color:inherit}
h3{font-size:1.35rem;margin:1.6rem 0 .4rem}
p,ol,ul{margin:0 0 .8rem;overflow-wrap:break-word}
main ol,main ul{padding-left:1.6rem}
main li{margin-bottom:.35rem}
main li::marker{font-family:"Barlow Condensed","pnp-fallback",sans-serif;font-weight:700}
.box{padding:.8rem 1rem;margin:0 0 1rem}
.variant{background:none;border-left-color:var(--line)}
.box>:last-child{margin-bottom:0}
.label{font-size:1.15rem;margin:0 0 .3rem}
.icon{height:1.05em;width:1.05em;vertical-align:-.17em}
.table{margin:1.2rem 0 1.6rem;overflow-x:auto}
table{border-collapse:collapse;font-size:.95rem;min-width:50%}
caption{text-align:left;font-size:1.15rem;padding-bottom:.35rem}
caption span{color:var(--quiet);margin-right:.2em}
th,td{padding:.3rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th,thead td{vertical-align:bottom;border-bottom:3px solid var(--accent)}
tbody th{font-weight:700}
.c{text-align:center}
.r{text-align:right;font-variant-numeric:tabular-nums}
.total td,.total th{border-top:2px solid var(--ink);border-bottom:0;font-weight:700}
.caption{font-size:.9rem;color:var(--quiet);margin-top:-1rem}
.figures{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;margin:1.2rem 0 1.6rem}
figure{margin:0;width:calc(var(--wide)*1.8);max-width:100%}
figure svg{display:block;width:100%;height:auto;border-radius:.2rem}
figcaption{font-size:.9rem;line-height:1.35;margin-top:.4rem}
.index{columns:16rem;list-style:none;padding:0}
.keyed{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;margin:1.2rem 0 1.6rem;align-items:center}
.keyed ol{flex:1 1 16rem;margin:0}
.gallery{list-style:none;padding:0;margin:1.2rem 0 1.6rem}
main .gallery>li{display:flex;gap:1.2rem;align-items:center;padding:.8rem 0;margin:0}
.gallery>li{border-bottom:1px solid var(--line)}
.gallery figure{flex:0 0 9.5rem;width:9.5rem}
.gallery svg{width:auto;max-width:100%;height:auto;max-height:9rem;margin:0 auto}
.gallery p{margin:0}
.wide table{font-size:.85rem;line-height:1.25}
.wide th,.wide td{padding:.18rem .35rem}
.wide tbody tr:nth-child(even){background:var(--sand)}
.wide tbody th{position:sticky;left:0;background:inherit}
.wide tbody tr:nth-child(odd) th{background:#FFF}
.frieze+footer{margin-top:0;border-top:.2rem solid var(--accent)}
footer{margin-top:3rem;overflow-wrap:break-word;padding:1rem 1.25rem 2rem;font-size:.8rem;color:var(--quiet)}
@media (min-width:64rem){
.wide{margin-left:calc(50% - 30rem);margin-right:calc(50% - 30rem)}
}
@page{margin:16mm}
@page wide{size:landscape;margin:9mm}
@media print{
html{font-size:10pt}
body{line-height:1.3}
header,main,nav,footer,.frieze{max-width:none;padding:0}
nav,.skip{display:none}
footer{margin-top:4mm;break-before:avoid}
h1{font-size:30pt}
h1,h2,h3,caption,.label{break-after:avoid}
h2{margin-top:7mm}
p,li{orphans:2;widows:2}
.box,.keyed,.wide,.index,.table:not(:has(tbody tr:nth-child(13))),tr,li,figure{break-inside:avoid}
tbody,tbody tr:first-child{break-before:avoid}
tbody tr:nth-child(-n+3){break-after:avoid}
tbody tr:nth-last-child(-n+3){break-before:avoid}
figure{width:var(--wide)}
thead{display:table-header-group}
.table{overflow:visible}
.wide,h2:has(+.wide){page:wide;margin:0}
h2:has(+.wide){font-size:13pt}
.wide table{font-size:6.5pt;line-height:1.05;width:100%}
.wide th,.wide td{padding:.15mm .3mm}
h2,.box,.wide tr,nav ol,figure{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{color:inherit;text-decoration:none}
}
"""
"""The style sheet, without its fonts."""
