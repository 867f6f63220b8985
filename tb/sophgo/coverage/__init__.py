"""What is to be covered of Sophgo's TPU."""
