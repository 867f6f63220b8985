"""One draw of an SDP layer."""
