"""Where batches are played: on this machine, or on others."""
