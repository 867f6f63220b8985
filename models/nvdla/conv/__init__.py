"""The convolution pipeline: CDMA, CSC, both CMAC and CACC (docs/nvdla/convolution.md)."""
