"""Tests of pnp. No test reads or writes the cache folder of whoever runs it."""

import atexit
import os
import shutil
import sys
import tempfile

if "PNP_TESTS" not in os.environ:  # else it is a process that a test started, and shares the folder of that
    _cache = tempfile.mkdtemp(prefix="pnp-tests-")
    os.environ.update(PNP_TESTS="1", PNP_CACHE_DIR=_cache)
    atexit.register(shutil.rmtree, _cache, ignore_errors=True)

# Hundreds of tests start `pnp` in a process. Without compiled modules each of them compiles all that it imports, which
# takes longer than the command itself, and pytest rewrites every test module in each worker.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
