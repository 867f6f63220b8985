"""What claims read, and what becomes of them: launches and ends of kernels, words."""
