"""How programs of NVDLA's layers are made smaller."""
