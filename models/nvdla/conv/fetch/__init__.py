"""What CDMA fetches: data and weights as they lie in memory, and what it converts."""
