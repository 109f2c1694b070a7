"""The floor: the marks of the cards by plain reportlab calls, as one would write them for these cards alone.

`python floor.py CARDS.csv OUT.pdf`. It checks nothing, and knows no other card than this.
"""

import csv
import math
import sys
from pathlib import Path

import fontpkg
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
WIDTH, HEIGHT = 63.5 * MM, 88.9 * MM
PAGE = 210 * MM, 297 * MM
LEFT, FOOT = (PAGE[0] - 3 * WIDTH) / 2, (PAGE[1] - 3 * HEIGHT) / 2


def draw_card(canvas: Canvas, card: dict[str, str]) -> None:
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(1.4)
    canvas.roundRect(3 * MM, 3 * MM, WIDTH - 6 * MM, HEIGHT - 6 * MM, 3 * MM)
    canvas.setLineWidth(0.8)
    canvas.circle(9.5 * MM, HEIGHT - 9.5 * MM, 4.2 * MM)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Fira", 13)
    canvas.drawCentredString(9.5 * MM, HEIGHT - 11.1 * MM, card["number"])
    canvas.setFont("Fira", 12)
    canvas.drawCentredString(36 * MM, HEIGHT - 11 * MM, card["title"])
    canvas.setFillColor(card["code"])
    hexagon = canvas.beginPath()
    for corner in range(6):
        turn = math.pi / 3 * corner
        point = WIDTH / 2 + 14 * MM * math.cos(turn), HEIGHT - 34 * MM + 14 * MM * math.sin(turn)
        (hexagon.lineTo if corner else hexagon.moveTo)(*point)
    hexagon.close()
    canvas.drawPath(hexagon, stroke=1, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    words = canvas.beginText(6 * MM, HEIGHT - 56 * MM)
    words.setFont("Fira", 9, 11)
    for line in simpleSplit(card["text"], "Fira", 9, 51.5 * MM):
        words.textLine(line)
    canvas.drawText(words)


def draw_marks(canvas: Canvas) -> None:
    canvas.setLineWidth(0.3)
    for number in range(4):
        x, y = LEFT + number * WIDTH, FOOT + number * HEIGHT
        canvas.line(x, FOOT - 2 * MM, x, FOOT - 8 * MM)
        canvas.line(x, PAGE[1] - FOOT + 2 * MM, x, PAGE[1] - FOOT + 8 * MM)
        canvas.line(LEFT - 2 * MM, y, LEFT - 8 * MM, y)
        canvas.line(PAGE[0] - LEFT + 2 * MM, y, PAGE[0] - LEFT + 8 * MM, y)


def main(table: str, out: str) -> None:
    registerFont(TTFont("Fira", str(fontpkg.select_file(fontpkg.family("Fira Sans"), 400, "normal").path)))
    with Path(table).open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    canvas = Canvas(out, pagesize=PAGE)
    for first in range(0, len(cards), 9):
        for place, card in enumerate(cards[first : first + 9]):
            canvas.saveState()
            canvas.translate(LEFT + place % 3 * WIDTH, PAGE[1] - FOOT - (place // 3 + 1) * HEIGHT)
            draw_card(canvas, card)
            canvas.restoreState()
        draw_marks(canvas)
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:3])
