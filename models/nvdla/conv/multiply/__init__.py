"""What CMAC and CACC compute: products, their sums, what leaves the accumulator."""
