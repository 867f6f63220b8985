"""The panels of the report: each a function from what is on disk to data that the page shows."""
