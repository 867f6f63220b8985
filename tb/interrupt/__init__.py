"""Level interrupt pins."""
