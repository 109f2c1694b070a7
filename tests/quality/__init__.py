"""What every file that is written must be, for its readers, its printers and its browsers.

`python -m tests.quality` builds every game with every option and looks at all of it; the suite looks at a part.
"""
