"""SDP: what is done to each element on its own."""
