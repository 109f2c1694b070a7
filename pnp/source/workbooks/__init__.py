"""Workbooks of spreadsheets: XLSX and ODS."""
