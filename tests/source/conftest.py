"""Both YAML scanners: libyaml's, and the one in Python that is used where PyYAML came without libyaml."""

import pytest
import yaml

from pnp.source.yaml import document


@pytest.fixture(params=["libyaml", "python"])
def scanner(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs the test once with each scanner."""
    loader = yaml.CSafeLoader if request.param == "libyaml" else yaml.SafeLoader
    monkeypatch.setattr(document, "LOADER", loader)
    return str(request.param)
