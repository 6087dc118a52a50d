"""The verbs of the application: each takes the open project and does one undoable thing.

What belongs together stands in a package, whose modules are imported: `from annotator.services.entities import links`.
Of `importing` and `merging`, which are one process each, the package itself states the verbs: `importing.import_files`.
"""
