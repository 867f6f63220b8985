"""``make network``: a compiled network on the model or on RTL, each operation checked."""
