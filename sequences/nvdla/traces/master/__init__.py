"""Master's dialect of traces: read and checked, never played."""
