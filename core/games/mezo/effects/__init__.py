"""The effects: a small language (language.py), compiled into nodes, and the interpreter that carries them out."""
