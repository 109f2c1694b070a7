"""A plugin of pytest that runs tests in the order of the command line, so that the quickest one notices a mutant.

It also limits the memory: a mutant may ask for any amount.
"""

from __future__ import annotations

import resource

import pytest

from tests.mutation.watching import MEMORY


def pytest_configure() -> None:
    """Limit the memory of the process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Undo the order of `tests/conftest.py`."""
    places = {name: place for place, name in reversed([*enumerate(config.args)])}

    def place(item: pytest.Item) -> int:
        return places.get(item.nodeid, places.get(item.nodeid.partition("[")[0], len(places)))

    items.sort(key=place)
