"""Reviewing: who annotates what, what they did side by side, decisions and comments on it, and the final layer."""
