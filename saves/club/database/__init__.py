"""A club's SQL database: SQLite, PostgreSQL, or a proxy to PostgreSQL in another process."""
