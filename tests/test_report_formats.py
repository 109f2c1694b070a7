"""The report for other programs."""

from __future__ import annotations

import json
from urllib.parse import unquote

from pnp.diagnostics import ERROR, INFO, WARNING, Finding, Rule, Severity, Span
from pnp.report import Report, as_dict, as_github, as_json, as_sarif

RULE = Rule("no-boats", WARNING, "There are no boats.\n\nNobody leaves.\n\nFix: build one.")


def finding(severity: Severity = WARNING, **changes: object) -> Finding:
    span = Span("bay/to wn,1:2.yaml", 3, 5, 3, 9, "/areas/Market", 7)
    return Finding("no-boats", severity, "50% of\nthe boats, all: none", span, "build, or\r\nbuy", "bay")


def test_json_holds_every_field_of_a_finding() -> None:
    report = Report((finding(),), checks_run=4, suppressed=2, texts={"a": "", "b": ""})
    assert json.loads(as_json(report)) == as_dict(report)
    assert as_dict(report) == {
        "version": "1.2",
        "summary": {
            "files": 2,
            "errors": 0,
            "warnings": 1,
            "infos": 0,
            "checks_run": 4,
            "suppressed": 2,
            "requirements": {"proved": 0, "broken": 0, "undecided": 0, "empty": 0, "not_asked": 0},
        },
        "proofs": [],
        "findings": [
            {
                "code": "no-boats",
                "severity": "warning",
                "message": "50% of\nthe boats, all: none",
                "hint": "build, or\r\nbuy",
                "pack": "bay",
                "file": "bay/to wn,1:2.yaml",
                "line": 3,
                "column": 5,
                "end_line": 3,
                "end_column": 9,
                "path": "/areas/Market",
                "row": 7,
            }
        ],
    }


def test_a_finding_is_one_line_for_github() -> None:
    report = Report((finding(ERROR), finding(WARNING), finding(INFO)))
    lines = as_github(report).split("\n")
    assert [line.partition(" ")[0] for line in lines] == ["::error", "::warning", "::notice"]
    assert lines[0] == (
        "::error file=bay/to wn%2C1%3A2.yaml,line=3,col=5,endLine=3,endColumn=9,title=no-boats"
        "::50%25 of%0Athe boats, all: none (build, or%0D%0Abuy)"
    )


def test_sarif_names_the_rule_and_the_region() -> None:
    report = Report((finding(), Finding("no-boats", INFO, "none", Span("town.yaml", 2, 4, 2, 1))))
    sarif = json.loads(as_sarif(report, (RULE, Rule("no-nets", ERROR, "There are no nets.")), "1.2.3"))
    (run,) = sarif["runs"]
    assert sarif["version"] == "2.1.0"
    assert run["tool"]["driver"]["version"] == "1.2.3"
    (rule,) = run["tool"]["driver"]["rules"]
    assert (rule["id"], rule["shortDescription"]["text"]) == ("no-boats", "There are no boats.")
    first, second = run["results"]
    assert (first["ruleId"], first["level"], second["level"]) == ("no-boats", "warning", "note")
    place = first["locations"][0]["physicalLocation"]
    assert unquote(place["artifactLocation"]["uri"]) == "bay/to wn,1:2.yaml"
    assert place["region"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9}
    region = second["locations"][0]["physicalLocation"]["region"]
    assert region["endColumn"] >= region["startColumn"], "an end before its start is not allowed"


def test_the_second_place_of_a_fault_between_two_is_in_json_and_sarif() -> None:
    span, other = Span("map.yaml", 9, 3, 9, 8, "/areas/Sela"), Span("coast.svg", 4, 7, 4, 12)
    report = Report((Finding("gap", WARNING, "a gap", span, other=other),))
    (found,) = as_dict(report)["findings"]
    assert found["other"] == {"file": "coast.svg", "line": 4, "column": 7, "end_line": 4, "end_column": 12, "path": ""}
    (result,) = json.loads(as_sarif(report, (RULE,), "1.2.3"))["runs"][0]["results"]
    (place,) = result["relatedLocations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "coast.svg"
    assert place["physicalLocation"]["region"]["startLine"] == 4
