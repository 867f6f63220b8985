"""What must pass the borders of CDMA, CSC, CMAC and CACC for a layer, and the MAC operations that these pass on."""
