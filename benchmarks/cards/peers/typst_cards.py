"""The cards in typst: `python typst_cards.py CARDS.csv OUT.pdf FONTS`."""

import sys
from pathlib import Path

import typst

table, out, fonts = sys.argv[1:4]
here = Path(__file__).parent
typst.compile(
    here / "cards.typ", output=out, root="/", font_paths=[fonts], sys_inputs={"table": str(Path(table).resolve())}
)
