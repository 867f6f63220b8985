"""What passes between the blocks of Sophgo's TPU, for taps."""
