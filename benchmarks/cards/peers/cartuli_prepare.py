"""What cartuli wants of the cards, made before it is measured: `python cartuli_prepare.py CARDS.csv FONT`.

It takes a value from a file for each card, wraps no text and sets no colour: so that the words are wrapped, the
hexagons drawn, and everything laid into files here, in the folder where it is run.
"""

import csv
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

LINES = 8


def wrapped(text: str, font: ImageFont.FreeTypeFont, width: int = 608) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines + [" "] * (LINES - len(lines))


def hexagon(code: str) -> Image.Image:
    drawn = Image.new("RGBA", (340, 340), (0, 0, 0, 0))
    ImageDraw.Draw(drawn).regular_polygon((170, 170, 165), 6, rotation=30, fill=code, outline="black", width=4)
    return drawn


def front() -> str:
    style = "font-family='sans-serif'"
    lines = "".join(
        f'<text id="line{at}" {style} font-size="37" x="71" y="{662 + 43 * at}"><tspan>t</tspan></text>'
        for at in range(LINES)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="750px" height="1050px" viewBox="0 0 750 1050">
<rect width="750" height="1050" fill="white"/>
<rect x="35" y="35" width="680" height="980" rx="35" fill="none" stroke="black" stroke-width="6"/>
<circle cx="112" cy="112" r="50" fill="white" stroke="black" stroke-width="3"/>
<text id="number" {style} font-size="54" text-anchor="middle" x="112" y="131"><tspan>0</tspan></text>
<text id="title" {style} font-size="50" text-anchor="middle" x="425" y="130"><tspan>t</tspan></text>
<image id="icon" x="205" y="230" width="340" height="340" xlink:href=""/>{lines}</svg>"""


def main(table: str, file: str) -> None:
    font = ImageFont.truetype(file, 37)
    names = ["title", "number", *(f"line{at}" for at in range(LINES))]
    for name in (*names, "icon"):
        Path(name).mkdir(exist_ok=True)
    with Path(table).open(encoding="utf-8", newline="") as rows:
        for card in csv.DictReader(rows):
            values = [card["title"], card["number"], *wrapped(card["text"], font)]
            for name, value in zip(names, values, strict=True):
                Path(name, f"{card['id']}.txt").write_text(value, encoding="utf-8")
            hexagon(card["code"]).save(Path("icon", f"{card['id']}.png"))
    Path("front.svg").write_text(front(), encoding="utf-8")
    parameters = "".join(f"          {name}: {name}/*.txt\n" for name in names)
    Path("Cartulifile.yml").write_text(
        f"""decks:
  cards:
    size: "Size(63.5*mm, 88.9*mm)"
    front:
      bleed: "0"
      template:
        file: front.svg
        name_parameter: icon
        parameters:
          icon: icon/*.png
{parameters}outputs:
  sheet:
    size: A4
    print_margin: 5*mm
    padding: 0
""",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(*sys.argv[1:3])
