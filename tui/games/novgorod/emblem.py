"""The emblem of Novgorod in lists of games, five columns by two rows."""

EMBLEM = ("◖▲◗▲ ", "▐█▌█▌")
ASCII_EMBLEM = (" A A ", "|#|#|")
