"""Files in FlatBuffers' format, read and written by what dataclasses say of their tables."""
