"""Windows, the strips that lines are split into, and what is pooled in them."""
