"""The channels on which a database tells that a table has changed."""

#: On this one the lobby hears of every table.
LOBBY = "samovar"


def channel_of(table: str) -> str:
    """Return the channel of a table; without an id, that of all tables."""
    return f"{LOBBY}_{table}" if table else LOBBY
