"""The bridge DMA: slots gathered into groups, groups launched in order."""
