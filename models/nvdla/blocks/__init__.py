"""Register blocks: what software wrote, what a read may return, and whose turn it is."""
