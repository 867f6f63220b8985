"""Public register traces: finding, reading, checking and playing them (docs/nvdla/traces.md)."""
