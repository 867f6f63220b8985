"""What is to be covered of CDP: layers, numbers, look-up tables; a group each."""
