"""The pipeline: from a loaded game to findings, files and listings; the only package that knows every stage.

`examine` finds errors, `pipeline` writes the files, `target` resolves options and profiles, `printers` stores what was
measured of printers, `previews` draws for listings.
"""
