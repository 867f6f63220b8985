"""NVDLA's units that compute nothing: what must come out of them is what went in."""
