"""Drawing convolutions: sizes, numbers, values."""
