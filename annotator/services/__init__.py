"""The verbs of the application: each takes the open project and does one undoable thing."""
