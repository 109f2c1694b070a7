"""Real content spoilt in every way, put through all that the tool does: nothing may escape as an exception.

`python -m tests.fuzz --minutes N --seed S` runs long and keeps what it finds in `corpus/`, which the suite replays.
"""
