"""What touches a simulator or runs one, of Sophgo's TPU."""
