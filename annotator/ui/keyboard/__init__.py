"""Keys: which action has which, what they are called, and how tags and menus get theirs."""
