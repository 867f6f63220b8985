"""Where stimulus puts surfaces."""
