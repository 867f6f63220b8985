"""``python -m tools.family <name>``: begins a device family of one's own as a copy of the worked example, `mini`."""
