"""A game in; its rulebook as Markdown, HTML, PDF and CSV out."""
