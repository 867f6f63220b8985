"""How much an attach file may name, so that reading it comes to an end: docs/attach.md, 'Limits'."""

LIST_BYTES = 16 << 20
"""The most that one file list may hold."""
LISTS = 1000
"""How many file lists may be read, each as often as it is named."""
ENTRIES = 200_000
"""How many files and folders may be looked at below include folders, and in the search for patterns."""
SOURCE_BYTES = 1 << 30
"""The most that one source may hold."""
SHOWN_ERRORS = 20
"""How many mistakes are told at once."""
SHOWN_CHARACTERS = 240
"""How much of a value is quoted."""
LINE_CHARACTERS = 1000
"""How long a line about a mistake may be."""
SHOWN_PATHS = 5
"""How many paths are told of a name that several sources have."""
