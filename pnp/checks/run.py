"""Runs checks, including those of other packages, and settles accepted findings."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice

from pnp.diagnostics import ERROR, WARNING, Check, Fault, Finding, Rule, Severity, Span, Subject
from pnp.facts.contents import Contents
from pnp.interrupts import pass_on_interrupt, pause
from pnp.messages import did_you_mean
from pnp.model.reference import Acceptance
from pnp.plugins import Plugin, plugins

# All checks are run, even if some of them crash.

MOST = 1_000
"""Maximum number of findings of one check on one subject."""

CRASHED_CHECK = Rule(
    "crashed-check",
    ERROR,
    """A check, or the drawing of a component, stopped because of an error in pnp or in another package.

The other checks continued. Your content is not the cause, but what this check looks for was not checked. The name of a
check of another package begins with the name of that package.

Fix: report it, with the content that causes it.""",
)


def run_checks(
    checks: Iterable[Check[Subject]], subject: Subject, at: Span, pack: str | None = None
) -> Iterator[Finding]:
    """Yield the findings of all `checks` on one subject, a limited number for each check.

    A check that crashes becomes a finding at `at`.
    """
    for each in checks:
        pause("checking")
        try:
            found = each.run(subject, pack)
            yield from islice(found, MOST)
            if next(found, None):
                yield each.rule.finding(
                    Fault(at, f"there is more like this: only the first {MOST:,} are reported"), pack
                )
        except Exception as error:  # a crash of one check must not prevent the others
            yield crashed(f"the check '{each.rule.code}'", error, at, pack, each.rule.code.rpartition("/")[0] or "pnp")


def crashed(what: str, error: Exception, at: Span, pack: str | None, package: str = "pnp") -> Finding:
    """Return the finding that reports an internal error of pnp or of another package.

    An interrupt that a library has converted to an error is raised again.
    """
    pass_on_interrupt(error)
    message = f"{what} stopped: {type(error).__name__}: {error}"
    hint = f"this is a fault of {package}, not of your content: please report it"
    return CRASHED_CHECK.finding(
        Fault(at, message, hint if package == "pnp" else f"{hint} to its authors, or uninstall it"), pack
    )


# Checks of other packages, which get the public view of a game.


@cache
def plugin_checks() -> tuple[Check[Contents], ...]:
    """Return the checks of installed packages, named `package/code` to distinguish them from built-in ones."""
    return tuple(map(_plugin_check, plugins("checks")))


def _plugin_check(plugin: Plugin) -> Check[Contents]:
    """Return the check of a plugin; if it cannot be loaded, a check that fails when it is run."""
    code, severity, doc = plugin.name, ERROR, ""
    try:
        found = plugin.load()
        if not isinstance(found, Check):
            raise TypeError(f"'{plugin.entry.value}' is not a function decorated with pnp.check")
        code, severity, doc = found.rule.code, found.rule.severity, found.rule.doc
        find = partial(_faults, found.find)
    except Exception as error:
        pass_on_interrupt(error)
        find = partial(_raise, error)
    page = doc if doc.strip() else f"A check of the package '{plugin.package}', which does not describe it."
    return Check(Rule(f"{plugin.package}/{code}", severity, page), find)


def _faults(find: Callable[[Contents], Iterable[Fault]], contents: Contents) -> Iterator[Fault]:
    for fault in find(contents):
        if not (isinstance(fault, Fault) and isinstance(fault.span, Span) and isinstance(fault.message, str)):
            raise TypeError(f"it yielded {fault!r} instead of a pnp.Fault")
        yield fault


def _raise(error: Exception, _contents: Contents) -> Iterator[Fault]:
    raise error


# Accepted findings: removed from the report and counted; unused acceptances are reported.

UNUSED_ACCEPTANCE = Rule(
    "unused-acceptance",
    WARNING,
    """A finding is accepted that does not occur.

It was fixed since, or its code or name is misspelt. Such an entry would hide the next finding of its kind.

Fix: remove the entry from `accept`, or correct its `finding` and `at`.

Bad:
    kind: area-map
    areas: {Market: {}, Church: {}, Pier: {}}
    roads: [Market -- Church -- Pier -- Market]
    accept: [{finding: dead-end, at: Pier, because: the ferry turns here}]

Good:
    kind: area-map
    areas: {Market: {}, Church: {}, Harbour: {}, Pier: {}}
    roads: [Market -- Church -- Harbour -- Market, Harbour -- Pier]
    accept: [{finding: dead-end, at: Pier, because: the ferry turns here}]""",
)


def settle(
    findings: Iterable[Finding],
    accepted: Sequence[Acceptance],
    pack: str | None,
    codes: Collection[str],
    tells_unused: bool = True,
) -> tuple[tuple[Finding, ...], int]:
    """Return the findings that are not accepted, with one for each unused acceptance, and the number of accepted ones.

    If there are errors, or if not everything was checked, unused acceptances are not reported: what they accept may be
    hidden. `codes` are those of all rules.
    """
    kept, used = [], set()
    count = 0
    for finding in findings:
        covering = next((acceptance for acceptance in accepted if acceptance.covers(finding)), None)
        if covering is None:
            kept.append(finding)
        else:
            used.add(covering)
            count += 1
    wrong = any(finding.severity is Severity.ERROR for finding in kept)
    unused = () if wrong or not tells_unused else (each for each in accepted if each not in used)
    return (*kept, *(UNUSED_ACCEPTANCE.finding(_fault(acceptance, codes), pack) for acceptance in unused)), count


def _fault(acceptance: Acceptance, codes: Collection[str]) -> Fault:
    at = f" at '{acceptance.at}'" if acceptance.at else ""
    hint = "take the entry out" if acceptance.code in codes else did_you_mean(acceptance.code, codes)
    message = f"there is no '{acceptance.code}'{at} to accept"
    return Fault(acceptance.span, message, hint or "codes are in brackets behind findings, such as low-contrast")
