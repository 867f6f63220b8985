"""What passes between the blocks of VIPNano, for taps."""
