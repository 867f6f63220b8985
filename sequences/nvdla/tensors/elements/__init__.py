"""The elements of tensors: precisions as numpy has them, classes of values, components of pixels."""
