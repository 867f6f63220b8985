"""The pipeline of an accelerator: claims of blocks become layers of stages, layers start, end and meet each other."""
