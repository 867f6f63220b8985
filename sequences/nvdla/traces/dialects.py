"""The two dialects of NVDLA's traces, by the branches that they come from."""

NVDLAV1, MASTER = DIALECTS = ("nvdlav1", "master")
