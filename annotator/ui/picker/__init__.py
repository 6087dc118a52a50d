"""The entity picker: whom it proposes for a span, and what is typed into it."""
