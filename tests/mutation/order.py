"""A plugin of pytest that runs tests in the order of the command line, so that the quickest one notices a mutant."""

from __future__ import annotations

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Undo the order of `tests/conftest.py`."""
    places = {name: place for place, name in reversed([*enumerate(config.args)])}

    def place(item: pytest.Item) -> int:
        return places.get(item.nodeid, places.get(item.nodeid.partition("[")[0], len(places)))

    items.sort(key=place)
