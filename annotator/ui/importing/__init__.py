"""What the import dialog is made of."""
