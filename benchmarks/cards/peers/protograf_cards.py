"""The cards in protograf: `python protograf_cards.py`, with CARDS and OUT in the environment, for it reads arguments
itself. A fill with a binding paints every card in the colour of the first, so that there is a hexagon for each colour.
"""

import os

from protograf import *

Create(
    filename=os.environ["OUT"],
    paper="A4",
    margin_left=0.975,
    margin_right=0.975,
    margin_top=1.515,
    margin_bottom=1.515,
)
Data(filename=os.environ["CARDS"])
Deck(
    card_size="poker",
    cols=3,
    rows=3,
    stroke=None,
    fill="white",
    grid_marks=True,
    grid_marks_length=0.6,
    grid_marks_stroke="black",
    grid_marks_stroke_width=0.3,
)
FONT = "Helvetica"
Card(
    "*",
    rectangle(x=0.3, y=0.3, width=5.75, height=8.29, rounding=0.3, stroke="black", stroke_width=1.4, fill=None),
    circle(
        cx=0.95,
        cy=0.95,
        radius=0.42,
        fill="white",
        stroke="black",
        stroke_width=0.8,
        label=T("{{ number }}"),
        label_size=13,
        label_font=FONT,
    ),
    text(x=3.6, y=1.05, text=T("{{ title }}"), font_name=FONT, font_size=12, align="centre"),
    text(x=0.6, y=5.3, width=5.15, height=3.1, wrap=True, text=T("{{ text }}"), font_name=FONT, font_size=9),
)
for colour, code in {"red": "#C0392B", "blue": "#2471A3", "green": "#1E8449", "orange": "#CA6F1E"}.items():
    shape = hexagon(cx=3.175, cy=3.4, radius=1.4, fill=code, stroke="black", stroke_width=0.8)
    Card("*", S("{{ colour == '%s' }}" % colour, shape))
Save()
