"""`pnp studio`: a pack in the browser of this machine, seen, checked, changed and printed.

`session` loads, checks and draws; `safety` refuses strangers; `server` passes messages; the other modules are views,
functions that return JSON values for the pages in `static/`.
"""
