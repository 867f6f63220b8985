"""What a trace may take, which may come from anybody (docs/traces.md, 'Limits'): who needs more raises a number."""

from __future__ import annotations

ADVICE = "see docs/traces.md, 'Limits'"

COMMANDS = 1 << 18
"""Of a trace."""
LOADS = 1 << 14
"""Its loads and dumps, or its data files."""
LOADED_PAGES = 1 << 15
"""Pages of memory that its loads and dumps lie in, 128 MiB."""
PROGRAM_BYTES = 1 << 24
"""Of a file with its commands or with arguments."""
TRACE_BYTES = 1 << 28
"""Of all of its files."""
FILE_LINES = 1 << 22
"""Of a file with data."""
