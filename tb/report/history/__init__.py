"""A small record of each report: what curves are drawn of, and what later reports are compared with."""
