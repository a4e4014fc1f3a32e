"""Matches in plain lines, for screen readers, scripts and tests; nothing here imports Textual."""
