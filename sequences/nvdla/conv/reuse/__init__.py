"""Layers that go on from each other in the convolution buffer: data and weights used again, lines kept."""
