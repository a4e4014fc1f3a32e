"""The effects: a small language (language.py), read into nodes, and the one place that carries them out."""
