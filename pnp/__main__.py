"""`pnp` and `python -m pnp`: the entry point, which imports nothing before it can be interrupted."""

from pnp.interrupts import end_when_interrupted


def run() -> None:
    """Run the command line."""
    end_when_interrupted()
    from pnp.cli import run as run_command

    run_command()


if __name__ == "__main__":
    run()
