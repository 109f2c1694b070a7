"""Every rule of this stage has a page, and its samples do what the page says."""

import textwrap

import pytest

from pnp.diagnostics import WARNING, Rule, Severity, Span
from pnp.source import SOURCE_RULES, rules
from tests.source.reading import checked

FILES = (rules.MISSING_FILE, rules.BAD_PATH)
"""Rules whose samples name files: whoever reads packs tries them."""


def sample(rule: Rule, name: str) -> str | None:
    """The sample under `name:` of the rule's page."""
    _, found, rest = rule.page.partition(f"\n{name}:\n")
    return textwrap.dedent(rest.partition("\n\n")[0]) + "\n" if found else None


def test_every_rule_is_listed_once() -> None:
    constants = [value for value in vars(rules).values() if isinstance(value, Rule)]
    assert sorted(rule.code for rule in SOURCE_RULES) == sorted(rule.code for rule in constants)
    assert len({rule.code for rule in SOURCE_RULES}) == len(SOURCE_RULES)


@pytest.mark.parametrize("rule", SOURCE_RULES, ids=lambda rule: rule.code)
def test_a_page_has_a_summary_a_reason_and_a_remedy(rule: Rule) -> None:
    assert rule.summary.endswith(".")
    assert rule.page.splitlines()[1] == ""
    assert "\nFix: " in rule.page
    assert Span("f").line == 1


@pytest.mark.parametrize("rule", [rule for rule in SOURCE_RULES if rule not in FILES], ids=lambda rule: rule.code)
def test_the_bad_sample_fires_and_the_good_one_is_silent(rule: Rule) -> None:
    bad, good = sample(rule, "Bad"), sample(rule, "Good")
    if rule is rules.BAD_ENCODING:
        assert bad is None, "a text can't show it"
        return
    assert bad
    assert good
    assert [(finding.code, finding.severity) for finding in checked(bad).findings] == [(rule.code, rule.severity)]
    assert checked(good).findings == ()


def test_only_what_can_be_read_is_no_error() -> None:
    weights = {rule: rule.severity for rule in SOURCE_RULES}
    assert weights.pop(rules.SURPRISING_VALUE) is WARNING
    assert weights.pop(rules.CUT_TEXT) is WARNING
    assert set(weights.values()) == {Severity.ERROR}
