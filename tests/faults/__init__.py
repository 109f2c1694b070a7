"""Builds that come to no good end: every file of the output is the old one or the new one, whole."""
