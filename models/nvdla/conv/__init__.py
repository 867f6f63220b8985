"""Convolution: one layer of CDMA, CSC, CMAC_A, CMAC_B and CACC."""
