"""Programs of layers as data: taken from what was played, changed, played again, written as a test."""
