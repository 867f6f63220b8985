"""What is to be covered of convolutions that are none of one feature cube with whole weights: one group of all."""
