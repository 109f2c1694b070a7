"""`python -m pnp` is `pnp`."""

from pnp.cli import run

if __name__ == "__main__":
    run()
