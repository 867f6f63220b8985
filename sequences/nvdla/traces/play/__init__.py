"""Playing traces and checking their goldens."""
