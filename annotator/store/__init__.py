"""The project's database: tables, sessions, history, queries, schema upgrades."""
