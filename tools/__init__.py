"""Set-up of a checkout; the standard library only, for it runs before anything is installed."""
