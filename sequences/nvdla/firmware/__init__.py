"""Programs: layers with what they depend on, and the firmware that plays them."""
