"""Operations on tensors, which become words of kernels."""
