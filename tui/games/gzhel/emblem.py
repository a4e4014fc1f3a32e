"""The emblem of Gzhel in lists of games, five columns by two rows."""

EMBLEM = (" ╲│╱ ", "─╴◉╶─")
ASCII_EMBLEM = (" \\|/ ", "--o--")
