"""The public API and the version."""


# Which version this is; the distribution takes its own from here.

__version__ = "0.1.0"
