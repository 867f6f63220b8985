"""The names that make up an NVDLA configuration: blocks, memories, streams, interrupts, features."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from models.registers import WORD_BYTES

RAM_TYPES = ("CVSRAM", "DBB")
"""The memories, by the value of a register's RAM type field: the same in every configuration, absent or not."""
MEMORY_INTERFACES: Mapping[str, str] = MappingProxyType({"MCIF": "DBB", "CVIF": "CVSRAM"})
"""The register block in front of each memory."""
CONTROL_BLOCKS = frozenset(("CFGROM", "GLB", "GEC", *MEMORY_INTERFACES))
"""Register blocks that are no unit with a data path."""
PRECISIONS = ("INT8", "INT16", "FP16")
FEATURES: Mapping[str, str] = {
    "WINOGRAD": "convolution by Winograd's method",
    "BATCH": "convolution of several inputs with the same weights",
    "WEIGHT_COMPRESSION": "compressed weights",
    "SDP_LUT": "look-up tables of SDP",
    "SDP_X1": "SDP's first operator, BS in register names",
    "SDP_X2": "SDP's second operator, BN in register names",
    "SDP_Y": "SDP's third operator, EW in register names",
    "SDP_PDP_ATOM": "room for a whole atom of 8-bit elements before PDP; without, for half of one",
}
"""What a configuration may lack, and what it is."""
READ_STREAMS: Mapping[str, str] = {
    "BDMA": "BDMA",
    "SDP": "SDP_RDMA",
    "PDP": "PDP_RDMA",
    "CDP": "CDP_RDMA",
    "RBK": "RBK",
    "SDP_B": "SDP_RDMA",
    "SDP_N": "SDP_RDMA",
    "SDP_E": "SDP_RDMA",
    "CDMA_DAT": "CDMA",
    "CDMA_WT": "CDMA",
}
"""Streams that read memory, and the block that each is of."""
WRITE_STREAMS: Mapping[str, str] = {"BDMA": "BDMA", "SDP": "SDP", "PDP": "PDP", "CDP": "CDP", "RBK": "RBK"}
INTERRUPT_SOURCES: Mapping[str, str] = {
    "SDP": "SDP",
    "CDP": "CDP",
    "PDP": "PDP",
    "BDMA": "BDMA",
    "RUBIK": "RBK",
    "CDMA_DAT": "CDMA",
    "CDMA_WT": "CDMA",
    "CACC": "CACC",
}
"""Sources of interrupts, by their names in GLB's registers, and the block that each is of."""
STREAM_FEATURES: Mapping[str, str] = {"SDP_B": "SDP_X1", "SDP_N": "SDP_X2", "SDP_E": "SDP_Y"}
BLOCKS = (
    *("CFGROM", "GLB", "GEC", "MCIF", "CVIF", "BDMA", "CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC"),
    *("SDP_RDMA", "SDP", "PDP_RDMA", "PDP", "CDP_RDMA", "CDP", "RBK"),
)
TOGETHER = (("CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC"), ("SDP_RDMA", "SDP"), ("PDP_RDMA", "PDP"), ("CDP_RDMA", "CDP"))
"""Blocks that are there together or not at all."""
REGISTER_PARAMETERS = (
    *("ADDRESS_LSB", "COPY_LSB", "CACC_STRIDE_LSB", "WEIGHT_LSB", "WMB_LSB", "ENTRIES_BITS", "BANK_BITS"),
    "BYPASS_RESET",
)
"""What a configuration says to the register description beside what follows from it (`registers/nvdla/nvdla.rdl`)."""
LOOSENED: Mapping[str, str] = {
    "conv-packed": "CDMA looks at SURF_PACKED only where the input has 1x1 pixels",
    "conv-weight-bytes": "WEIGHT_BYTES may be rounded up to 128 bytes",
    "cdp-offset": "an offset may be written without its sign, in as many bits",
}
"""Rules of the guide that a part may not need as strict, as its public programs show, and what they say there."""
WAIVED: Mapping[str, str] = {
    "conv-point-packed": "strides of an input of 1x1 pixels may be any",
    "conv-output-packed": "CACC looks at neither of its flags",
    "sdp-point-packed": "strides of a cube of 1x1 pixels may be any",
    "sdp-prelu-alone": "an ALU may work before PReLU",
    "cdp-point-packed": "strides of a cube of 1x1 pixels may be any",
    "cdp-lut-exponential-end": "the end of an exponential table may be any",
}
"""Rules that it may do without, likewise."""
RELAXED = {**LOOSENED, **WAIVED}
ALWAYS_PRESENT = ("GLB", "MCIF")
STATUS_BITS = 8 * WORD_BYTES
"""Bits of the interrupt registers."""
