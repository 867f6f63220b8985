"""Look-up tables of SDP and CDP: what they hold, where a value falls in them, what they give."""
