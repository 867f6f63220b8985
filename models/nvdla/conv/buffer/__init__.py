"""What stands in the convolution buffer: slices of data, streams of weights, what a layer finds there."""
