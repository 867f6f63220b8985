"""The AXI4-Lite agent: register reads and writes on five channels of 32 bits."""
