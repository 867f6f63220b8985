"""Jobs that a driver has dumped, as traces."""
