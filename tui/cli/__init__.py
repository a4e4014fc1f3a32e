"""The command line; nothing here imports Textual."""
