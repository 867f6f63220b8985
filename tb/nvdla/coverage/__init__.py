"""What is to be covered of NVDLA: a file a group, its bins derived from configuration and register description."""
