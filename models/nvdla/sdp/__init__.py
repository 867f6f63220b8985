"""SDP: works on single elements, of a convolution or from memory."""
