"""Making tensors of all kinds."""
