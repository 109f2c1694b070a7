"""What an editor knows of a pack: names, completion, explanations, renaming and fixes; no protocol and no server.

`pnp lsp` and the studio call these functions. A position is a line and a column as in a `Span`: from 1, in code points.

    names = names_of(loaded)                                  # every name with its exact places (`names`)
    site = names.at(file, line, column)                       # the name there, or None
    names.definitions(site), names.references(site)           # sites, each with a `span`
    renamed(target, loaded, names, site, "New name")          # edits, moved files (`renaming`); RenameRefused
    edited(text, edits)                                       # the text with edits of its file made
    completions(text, file, line, column, loaded, names)      # of a half-typed document or table (`completion`)
    explained(text, file, line, column, loaded, names)        # Markdown and span for a hover (`explanation`), or None
    fixes(target, loaded, finding)                            # edits for the hint of a finding, each of them tried

Unsaved texts go through the loader: `target.with_unsaved({path: bytes})`.
"""
