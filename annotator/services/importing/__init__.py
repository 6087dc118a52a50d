"""Importing: inputs are read, looked at, and become articles of the project, all in one undoable step.

The way of an input: `walking` and `piping` find it, `inputs` reads it, in `batches` a person looks at it and chooses,
and `writing` takes it into the project.
"""

from annotator.services.importing.writing import ImportReport, import_files, import_sources, write

__all__ = ["ImportReport", "import_files", "import_sources", "write"]
