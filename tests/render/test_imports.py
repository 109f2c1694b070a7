from __future__ import annotations

import subprocess
import sys

HEAVY = ("reportlab", "svgwrite", "fontTools", "fontpkg", "pypdfium2", "PIL")


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    modules = "pnp.scene.typesetting.typeset, pnp.scene.items, pnp.scene.parts, pnp.render.pdf, pnp.render.svg"
    script = f"import sys, {modules}; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
