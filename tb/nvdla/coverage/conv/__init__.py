"""What is to be covered of convolutions: a file for what belongs together, one group of all."""
