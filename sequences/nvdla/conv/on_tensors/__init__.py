"""What a user gives a convolution: whether it can be, and the shape that it comes to."""
