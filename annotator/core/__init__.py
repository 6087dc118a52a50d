"""Records and rules: no Qt, no SQLAlchemy, no files."""
