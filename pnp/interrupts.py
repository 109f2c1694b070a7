"""Interrupts that a library took for a trouble of its own: Ctrl-C is no fault of a file, nor one of pnp."""

from __future__ import annotations


def came_of_an_interrupt(error: BaseException | None) -> bool:
    """Whether an interrupt led to the error, as where reportlab meets one while it writes references."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def pass_on_interrupt(error: BaseException) -> None:
    """Raises KeyboardInterrupt where one led to the error; nothing happens otherwise."""
    if came_of_an_interrupt(error):
        raise KeyboardInterrupt from error
