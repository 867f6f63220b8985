"""What words do: which elements they read and write, and what they compute (docs/sophgo/README.md, 'Words')."""
