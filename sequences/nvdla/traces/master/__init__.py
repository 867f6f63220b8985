"""Master's dialect of traces: read, checked, played and written (docs/nvdla/traces.md, 'master')."""
