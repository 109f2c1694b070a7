"""The pipeline: a loaded game in, findings, files and listings out; the only place that knows every stage.

`examine` finds what is wrong, `pipeline` writes the files, `target` says for whom, `previews` draws for listings.
"""
