"""The pipeline: from a loaded game to findings, files and listings; the only package that knows every stage.

`examine` finds errors, `pipeline` writes the files, `target` resolves options and profiles, `previews` draws for
listings.
"""
