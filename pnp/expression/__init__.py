"""The one expression language: text in, exact values out, within a budget."""
