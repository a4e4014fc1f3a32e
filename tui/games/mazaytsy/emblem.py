"""The emblem of Mazaytsy in lists of games, five columns by two rows."""

EMBLEM = ("  ╱│ ", "╲▁▁▁╱")
ASCII_EMBLEM = ("  /| ", "\\___/")
