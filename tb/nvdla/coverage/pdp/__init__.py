"""What is to be covered of PDP: layers, numbers, what PDP_RDMA reads; a group each."""
