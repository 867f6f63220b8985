"""Playing traces and judging their goldens."""
