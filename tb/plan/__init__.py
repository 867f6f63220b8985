"""The test plan of a device family: what is to be shown, and what shows it."""
