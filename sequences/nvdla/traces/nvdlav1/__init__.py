"""The nvdlav1 dialect of traces: read and written."""
