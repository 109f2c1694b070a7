"""Two states of a pack: what changed in rows, faces, maps and verdicts.

old, new = state_of(target_before), state_of(target_now)     # loaded, checked and drawn
comparison = compared(old, new)                              # records of what changed (`comparison`)
as_lines(comparison), as_data(comparison), as_html(comparison, old, new)   # text, JSON, one page (`writing`)
changed_parts(old, new)                                      # the parts to print again, for an update sheet
revision_folder(text, path)                                  # a git revision as a temporary folder (`revisions`)
"""
