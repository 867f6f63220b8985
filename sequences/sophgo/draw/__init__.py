"""Random words: legal ones, over everything that is executed."""
