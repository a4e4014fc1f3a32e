"""Positions that are set up by hand."""
