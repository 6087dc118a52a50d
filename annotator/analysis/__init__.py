"""Pure functions on texts and records."""
