"""Coefficients of a job: kernels, biases and offsets as streams of bits, one for each core."""
