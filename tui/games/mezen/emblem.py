"""The emblem of Mezen in lists of games, five columns by two rows."""

EMBLEM = ("▟▙▟▙ ", "▌▐▌▐ ")
ASCII_EMBLEM = ("/\\/\\ ", "|||| ")
