"""The emblem of Mezo in lists of games, five columns by two rows."""

EMBLEM = (" ▄█▄ ", "▟███▙")
ASCII_EMBLEM = (" _#_ ", "/###\\")
