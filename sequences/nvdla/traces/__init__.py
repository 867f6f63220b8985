"""Public register traces: finding, reading, checking and playing them (``facts/traces.md``)."""
