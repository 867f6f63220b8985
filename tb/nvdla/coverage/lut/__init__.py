"""What is to be covered of the look-up tables of SDP and CDP."""
