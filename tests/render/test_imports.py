"""What back ends take from libraries: late, and through public names."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.pipeline import ROOT

HEAVY = ("reportlab", "svgwrite", "fontTools", "fontpkg", "pypdfium2", "PIL")


@pytest.mark.slow
def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    modules = "pnp.scene.typesetting.typeset, pnp.scene.items, pnp.scene.parts, pnp.render.pdf, pnp.render.svg"
    script = f"import sys, {modules}; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_only_public_names_of_libraries_are_used_and_none_is_replaced() -> None:
    """But for a setting that ezdxf has for it, the document of a canvas, which is read in one place, and the keys of
    a document's root, to which optional layers are added.
    """
    found = []
    for path in sorted((ROOT / "pnp" / "render").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        imported = {(alias.asname or alias.name).partition(".")[0] for node in imports for alias in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                owner = ast.unparse(node.value)
                private = node.attr.startswith("_") and owner not in ("self", "super()")
                if private or (isinstance(node.ctx, ast.Store) and owner in imported):
                    found.append(ast.unparse(node))
    assert found.count("canvas._doc") == 1
    assert set(found) == {"options.write_fixed_meta_data_for_testing", "canvas._doc", "node.__NoDefault__"}
