"""Tests of pnp. No test reads or writes the cache folder of whoever runs it."""

import atexit
import os
import shutil
import tempfile

if "PNP_TESTS" not in os.environ:  # else it is a process that a test started, and shares the folder of that
    _cache = tempfile.mkdtemp(prefix="pnp-tests-")
    os.environ.update(PNP_TESTS="1", PNP_CACHE_DIR=_cache)
    atexit.register(shutil.rmtree, _cache, ignore_errors=True)
