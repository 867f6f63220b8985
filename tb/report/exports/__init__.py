"""The report in the forms of others."""
