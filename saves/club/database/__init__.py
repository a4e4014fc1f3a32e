"""A club's SQL database: SQLite, PostgreSQL, or a proxy to one of them."""
