"""The reference device of Sophgo's TPU (docs/sophgo/README.md)."""
