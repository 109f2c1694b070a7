"""The pictures of the README and the tutorial, made of what `pnp build` wrote.

Say `pnp build`, `pnp build tests/gallery --format png`, `pnp build docs/pictures/potions --format png --format pdf
--format cut-svg` and `pnp inspect taxi-derby --format png`, the same for the other maps of `KINDS`, follow the tutorial
to its end, then `python docs/make_pictures.py output`. Pictures of what was not built stay as they are.
"""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import fontpkg
import pypdfium2
import resvg_py
from PIL import Image, ImageDraw, ImageFont, ImageOps

HERE = Path(__file__).parent / "pictures"
TABLE = "#E9E4D8"
EDGE = "#B9B2A2"


def page(file: Path, number: int, height: int) -> Image.Image:
    """One page of a PDF as a picture of that height, with a thin edge."""
    document = pypdfium2.PdfDocument(file)
    sheet = document[number - 1]
    picture = sheet.render(scale=2 * height / sheet.get_height()).to_pil().convert("RGB")
    shrunk = picture.resize((round(picture.width * height / picture.height), height), Image.Resampling.LANCZOS)
    return ImageOps.expand(shrunk, 1, EDGE)


def row(pictures: list[Image.Image], gap: int = 24) -> Image.Image:
    """The pictures side by side on a table."""
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) + 1)
    height = max(picture.height for picture in pictures) + 2 * gap
    table = Image.new("RGB", (width, height), TABLE)
    left = gap
    for picture in pictures:
        table.paste(picture, (left, (height - picture.height) // 2))
        left += picture.width + gap
    return table


def column(pictures: list[Image.Image], gap: int = 16) -> Image.Image:
    """The pictures one above the other on a table."""
    width = max(picture.width for picture in pictures)
    table = Image.new("RGB", (width, sum(picture.height for picture in pictures) + gap * (len(pictures) - 1)), TABLE)
    top = 0
    for picture in pictures:
        table.paste(picture, ((width - picture.width) // 2, top))
        top += picture.height + gap
    return table


def strip(file: Path, number: int, width: int, top: float, bottom: float) -> Image.Image:
    """The part of a page between two shares of its height, so wide, with a thin edge."""
    sheet = page(file, number, round(1.5 * width * 1.4143))
    cut = sheet.crop((0, round(top * sheet.height), sheet.width, round(bottom * sheet.height)))
    shrunk = cut.resize((width, round(cut.height * width / cut.width)), Image.Resampling.LANCZOS)
    return ImageOps.expand(shrunk, 1, EDGE)


def save(picture: Image.Image, name: str) -> None:
    """Write the picture with as few colours as it can do with."""
    HERE.mkdir(exist_ok=True)
    picture.quantize(256, kmeans=4).save(HERE / name, optimize=True)


def tutorial(game: Path) -> None:
    """The pictures of the tutorial: the board and the cards at its beginning, the deck that its reader made."""
    save(
        row([page(game / "starter-board-full-size.pdf", 1, 420), page(game / "starter-suppers-a4.pdf", 1, 420)]),
        "tutorial.png",
    )


def weather(game: Path) -> None:
    """The deck that the reader of the tutorial made, without the empty paper round it."""
    sheet = page(game / "my-game-weather-a4.pdf", 1, 760)
    width, height = sheet.size
    save(sheet.crop((0, round(0.24 * height), width, round(0.76 * height))), "tutorial-weather.png")


def maps(output: Path) -> None:
    """The pictures of the page on maps: what breaks the strand, and its choke points."""
    for name, file in (("overlay", "strand-02-nor-do-two-tokens"), ("heat", "strand/inspect/strand-heat")):
        picture = Image.open(output / f"{file}.png").convert("RGB")
        height = round(picture.height * 720 / picture.width)
        save(picture.resize((720, height), Image.Resampling.LANCZOS), f"{name}.png")


KINDS = (
    "amber-coast/inspect/realm-map", "silvermere/png/board/1-front", "three-fords/inspect/valley-map",
    "candle-vaults/inspect/vaults-map", "destination-race/png/board/1-front", "taxi-derby/inspect/lanthorn-map",
    "taxicab/inspect/city-map", "gallery/png/branch-board/1-front",
)  # fmt: skip
"""A map of each kind: what `pnp inspect --format png` and `pnp build --format png` wrote."""


def kinds(output: Path) -> None:
    """The picture at the top of the page on maps: a map of each kind, four in a row."""
    maps = []
    for name in KINDS:
        picture = Image.open(output / f"{name}.png").convert("RGB")
        frame = Image.new("RGB", (300, 230), "white")
        picture.thumbnail((294, 224), Image.Resampling.LANCZOS)
        frame.paste(picture, ((300 - picture.width) // 2, (230 - picture.height) // 2))
        maps.append(ImageOps.expand(frame, 1, EDGE))
    save(column([row(maps[at : at + 4], 12) for at in range(0, len(maps), 4)], 0), "map-kinds.png")


def cell_tiles(gallery: Path) -> None:
    """The picture of tiles laid over hexes: the board of the gallery, and its tiles."""
    board = Image.open(gallery / "png" / "branch-board" / "1-front.png").convert("RGB")
    board = board.resize((620, round(board.height * 620 / board.width)), Image.Resampling.LANCZOS)
    tiles = []
    for name in ("straight-1", "curve-1", "halt", "siding"):
        tile = Image.open(gallery / "png" / "branch-tiles" / f"{name}-front.png").convert("RGB")
        tile = tile.resize((130, round(tile.height * 130 / tile.width)), Image.Resampling.LANCZOS)
        mask, table = Image.new("L", tile.size), Image.new("RGB", tile.size, TABLE)
        corners = ((0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5))
        ImageDraw.Draw(mask).polygon([(x * tile.width, y * tile.height) for x, y in corners], fill=255)
        table.paste(tile, (0, 0), mask)
        tiles.append(table)
    save(row([ImageOps.expand(board, 1, EDGE), column(tiles)]), "cell-tiles.png")


def shelf(output: Path) -> None:
    """A picture of each further game: its board or city, and what lies on it."""
    derby, race, cab = (output / name for name in ("taxi-derby", "destination-race", "taxicab"))
    tiles = [page(derby / "taxi-derby-city-full-size.pdf", number, 262) for number in (1, 2, 3, 4)]
    tiles = [tile.crop((17, 17, 246, 246)) for tile in tiles]  # without bleed and marks
    city = Image.new("RGB", (458, 458))
    for number, tile in enumerate(tiles):
        city.paste(tile, (number % 2 * 229, number // 2 * 229))
    save(
        row(
            [city, page(derby / "taxi-derby-passengers-a4.pdf", 1, 460), page(derby / "taxi-derby-mats-a4.pdf", 1, 460)]
        ),
        "taxi-derby.png",
    )
    save(
        row(
            [
                page(race / "destination-race-board-full-size.pdf", 1, 620),
                column(
                    [
                        strip(race / "destination-race-addresses-a4.pdf", 1, 360, 0.03, 0.53),
                        strip(race / "destination-race-dispatch-a4.pdf", 1, 360, 0.03, 0.53),
                    ]
                ),
            ]
        ),
        "destination-race.png",
    )
    save(
        row(
            [
                page(cab / "taxicab-board-full-size.pdf", 1, 420),
                page(cab / "taxicab-tiles-a4.pdf", 1, 420),
                strip(cab / "taxicab-meters-a4.pdf", 1, 420, 0.18, 0.82),
            ]
        ),
        "taxicab.png",
    )


def generated(game: Path) -> None:
    """The pictures of the page on boards from tables: faces of the gallery, which `--format png` writes."""

    def face(name: str, height: int) -> Image.Image:
        picture = Image.open(game / "png" / f"{name}-front.png").convert("RGB")
        width = round(picture.width * height / picture.height)
        picture = picture.resize((width, height), Image.Resampling.LANCZOS)
        if name.partition("/")[0] not in ("rail-tiles", "rondel"):
            return ImageOps.expand(picture, 1, EDGE)
        mask, table = Image.new("L", picture.size), Image.new("RGB", picture.size, TABLE)
        if name.startswith("rondel"):
            ImageDraw.Draw(mask).ellipse((0, 0, width, height), fill=255)
        else:
            corners = ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
            ImageDraw.Draw(mask).polygon([(x * width, y * height) for x, y in corners], fill=255)
        table.paste(picture, (0, 0), mask)
        return table

    save(row([face(f"rail-tiles/{number:02}", 190) for number in (3, 5, 6, 10, 11)]), "rail-tiles.png")
    for name, height in (("rondel", 520), ("spiral", 560), ("tech-tree", 520)):
        save(row([face(f"{name}/1", height)]), f"{name}.png")


def faces(gallery: Path) -> None:
    """The pictures of the page on templates: faces of the gallery, built as PNG."""
    for name, file, width in (("turned-boxes", "spines/turned-boxes", 420), ("flows", "flows/flows", 420)):
        picture = Image.open(gallery / "png" / f"{file}-front.png").convert("RGB")
        height = round(picture.height * width / picture.width)
        save(ImageOps.expand(picture.resize((width, height), Image.Resampling.LANCZOS), 1, EDGE), f"{name}.png")


def styles(gallery: Path) -> None:
    """The picture of the page on map styles: one map in six of them, two in a row."""
    maps = []
    for number in range(1, 7):
        picture = Image.open(gallery / "png" / "charts" / f"{number}-front.png").convert("RGB")
        height = round(picture.height * 640 / picture.width)
        maps.append(ImageOps.expand(picture.resize((640, height), Image.Resampling.LANCZOS), 1, EDGE))
    save(column([row(maps[at : at + 2], 12) for at in range(0, len(maps), 2)], 0), "map-styles.png")


def drawing(file: Path, height: int) -> Image.Image:
    """An SVG file on paper, so high."""
    text = file.read_text(encoding="utf-8")
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, height=height)))).convert("RGBA")
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(picture, (0, 0), picture)
    return paper


def spreadsheet(file: Path, width: int, shown: int) -> Image.Image:
    """The first rows of a table, as a spreadsheet shows them, so wide."""
    with file.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))[: shown + 1]
    font = ImageFont.truetype(fontpkg.path("Fira Sans", 400), 15)
    widths = [round(max(font.getlength(row[at]) for row in rows)) + 18 for at in range(len(rows[0]) - 1)]
    widths.append(width - sum(widths))
    table = Image.new("RGB", (width + 1, 27 * len(rows) + 1), "white")
    draw = ImageDraw.Draw(table)
    for number, row in enumerate(rows):
        left = 0
        for cell, wide in zip(row, widths, strict=True):
            box = (left, 27 * number, left + wide, 27 * number + 27)
            draw.rectangle(box, fill="#F1EEE4" if number == 0 else "white", outline=EDGE)
            while font.getlength(cell) > wide - 14:
                cell = cell.removesuffix("…")[:-1] + "…"
            draw.text((left + 8, 27 * number + 4), cell, font=font, fill="#1E2328")
            left += wide
    return table


def bring(potions: Path) -> None:
    """The picture of what a designer can bring, and two of the sheet that comes of it: nine cards, and where to cut."""
    source = HERE / "potions"
    tray = row([drawing(source / "art" / f"{name}.svg", 118) for name in ("lantern", "frog", "moon", "ember")], 12)
    icons = row([drawing(source / "icons" / f"{name}.svg", 44) for name in ("leaf", "drop", "flame")], 12)
    table = spreadsheet(source / "cards.csv", tray.width - 1, 6)
    sheet = page(potions / "potions-cards-a4.pdf", 1, 560)
    save(row([column([table, tray, icons]), sheet]), "bring.png")
    save(row([page(potions / "potions-cards-a4.pdf", 1, 620)]), "nine-cards.png")
    cuts = next((potions / "cut").glob("potions-cards-*.svg"))
    lines = cuts.read_text(encoding="utf-8").replace('stroke-width="0.1"', 'stroke-width="0.7"').replace("mm", "")
    made = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=lines, zoom=3)))).convert("RGBA")
    made = made.resize((round(made.width * 620 / made.height), 620), Image.Resampling.LANCZOS)
    sheet = page(potions / "potions-cards-a4.pdf", 1, 620)
    faded = Image.blend(sheet, Image.new("RGB", sheet.size, "white"), 0.55)
    faded.paste(made, (1, 1), made)
    save(row([faded]), "cut-files.png")


def features(gallery: Path) -> None:
    """The pictures of the gallery on the site: faces of the gallery, each with the features of one page."""
    shown = {
        "gradients": "paints/gradients-and-shadows",
        "crops": "crops/cropped-pictures",
        "svg-art": "drawings/drawings",
        "own-icons": "signs/signs",
        "styled-words": "styled-words/styled-words",
    }
    for name, file in shown.items():
        picture = Image.open(gallery / "png" / f"{file}-front.png").convert("RGB")
        size = (360, round(picture.height * 360 / picture.width))
        save(ImageOps.expand(picture.resize(size, Image.Resampling.LANCZOS), 1, EDGE), f"{name}.png")


def boards(output: Path) -> None:
    """The boards of the examples of all kinds (`pnp build content/examples/… --format png`)."""
    for name in ("amber-coast", "three-fords", "candle-vaults", "silvermere"):
        picture = Image.open(output / name / "png" / "board" / "1-front.png").convert("RGB")
        size = (1100, round(1100 * picture.height / picture.width))
        save(picture.resize(size, Image.Resampling.LANCZOS), f"{name}.png")


def rules(game: Path) -> None:
    """The components, the set-up and the explained card of a rulebook."""
    save(row([page(game / "rulebook.pdf", number, 720) for number in (1, 2)]), "rulebook.png")


def main(output: Path) -> None:
    """Write every picture of the README, those of the tutorial and of the pages on maps and templates."""
    if (output / "gallery" / "png").is_dir():
        faces(output / "gallery")
        generated(output / "gallery")
        features(output / "gallery")
        styles(output / "gallery")
        cell_tiles(output / "gallery")
    if all((output / f"{name}.png").is_file() for name in KINDS):
        kinds(output)
    if (output / "potions").is_dir():
        bring(output / "potions")
    if (output / "three-fords" / "png").is_dir():
        boards(output)
    if (output / "strand").is_dir():
        maps(output)
    shelf(output)
    tutorial(output / "starter")
    rules(output / "starter")
    if (output / "my-game").is_dir():
        weather(output / "my-game")
    game = output / "bahama-taxi"
    whole = game / "bahama-taxi-a4.pdf"
    save(
        row([page(whole, 1, 560), page(game / "bahama-taxi-board-full-size.pdf", 1, 560), page(whole, 7, 560)]),
        "bahama-taxi.png",
    )
    parts = [game / f"bahama-taxi-{name}-a4.pdf" for name in ("taxi-mats", "taxis", "fare-table")]
    save(row([*(page(file, 1, 400) for file in parts), page(game / "rulebook.pdf", 1, 400)]), "bahama-taxi-parts.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "output"))
