"""Where elements of tensors are: lanes, strides, packed batches, kernels (docs/sophgo/README.md, 'Layouts')."""
