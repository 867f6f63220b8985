"""The same of the units of a convolution, and the MAC operations that these pass on."""
