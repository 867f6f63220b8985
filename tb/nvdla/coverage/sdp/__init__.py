"""What is to be covered of SDP: layers, operators, numbers, look-up tables, what SDP_RDMA reads; a group each."""
