"""Convolution of FP16, bit by bit as the part does it (docs/nvdla/convolution.md, 'CMAC in FP16', 'CACC in FP16')."""
