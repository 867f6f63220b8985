"""From the shape of a convolution to the descriptors of its hardware layers (guide, 'Strategy selection')."""
