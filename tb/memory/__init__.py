"""The memory agent: an AXI slave over a sparse memory, its monitor and its protocol checks."""
