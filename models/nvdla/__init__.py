"""The numpy reference of NVDLA (nvdlav1)."""
