"""What the toy stages' registers describe, and how software writes them."""

from dataclasses import dataclass

from models.memory.footprint import Footprint
from models.nvdla.codec.memory import join_address, split_address
from models.nvdla.programming import BlockProgram
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import Atoms

WEIGHT_BYTES = 128


def footprint(side, extent, axi_id, label, config, *, chunk_bytes=None):
    width, height = extent
    layout = Atoms(side, chunk_bytes or config.atom_bytes, 1, height, width)
    return Footprint(config.port(side.ram).name, axi_id, layout.addresses, layout.atom_bytes, label, layout)


def packed(ram, address, width, config):
    return Side(ram=ram, address=address, line_stride_bytes=width * config.atom_bytes, surface_stride_bytes=0)


@dataclass(frozen=True, slots=True)
class ToyConv:
    """Input of `width` x `height` atoms, and weights of one chunk of 128 bytes."""

    source: Side
    weights: Side
    width: int
    height: int
    precision: int = 0

    def reads(self, config):
        data = footprint(self.source, (self.width, self.height), config.read_ids["CDMA_DAT"], "data", config)
        ids = config.read_ids
        weights = footprint(self.weights, (1, 1), ids["CDMA_WT"], "weights", config, chunk_bytes=WEIGHT_BYTES)
        return data, weights

    def writes(self, _config):
        return ()

    def encode(self, registers, config):
        low, high = split_address(self.source.address)
        weights_low, weights_high = split_address(self.weights.address)
        size = {"DATAIN_WIDTH": self.width - 1, "DATAIN_HEIGHT": self.height - 1}
        cdma, mode = registers.CDMA, self.precision << registers.CDMA.D_MISC_CFG.PROC_PRECISION.low
        words = {
            "D_MISC_CFG": mode,
            "D_DAIN_RAM_TYPE": config.ram_type(self.source.ram),
            "D_DAIN_ADDR_LOW_0": low,
            "D_DAIN_ADDR_HIGH_0": high,
            "D_LINE_STRIDE": self.source.line_stride_bytes,
            "D_DATAIN_SIZE_0": cdma.D_DATAIN_SIZE_0.encode(**size),
            "D_WEIGHT_RAM_TYPE": config.ram_type(self.weights.ram),
            "D_WEIGHT_ADDR_LOW": weights_low,
            "D_WEIGHT_ADDR_HIGH": weights_high,
        }
        others = ("CSC", "CMAC_A", "CMAC_B", "CACC")
        return (BlockProgram("CDMA", (words,)), *(BlockProgram(name, ({"D_MISC_CFG": mode},)) for name in others))

    def explain(self):
        return (f"toy convolution of {self.width}x{self.height} atoms at {self.source}",)


def decode_conv(registers, values, config):
    cdma = registers.CDMA
    size = values["CDMA"]["D_DATAIN_SIZE_0"]
    width, height = (cdma.D_DATAIN_SIZE_0.fields[f"DATAIN_{name}"].get(size) + 1 for name in ("WIDTH", "HEIGHT"))

    def side(ram, low, high, stride):
        return Side(
            ram=config.ram_types[values["CDMA"][ram]],
            address=join_address(values["CDMA"][low], values["CDMA"][high]),
            line_stride_bytes=stride,
            surface_stride_bytes=0,
        )

    stride = values["CDMA"]["D_LINE_STRIDE"]
    source = side("D_DAIN_RAM_TYPE", "D_DAIN_ADDR_LOW_0", "D_DAIN_ADDR_HIGH_0", stride)
    weights = side("D_WEIGHT_RAM_TYPE", "D_WEIGHT_ADDR_LOW", "D_WEIGHT_ADDR_HIGH", 0)
    return ToyConv(source, weights, width, height, cdma.D_MISC_CFG.PROC_PRECISION.get(values["CDMA"]["D_MISC_CFG"]))


@dataclass(frozen=True, slots=True)
class ToySdp:
    """Some atoms; without a source it is fed, without a destination it feeds PDP, or compares if `equal`."""

    width: int
    height: int
    source: Side | None = None
    destination: Side | None = None
    equal: bool = False

    def reads(self, config):
        if self.source is None:
            return ()
        return (footprint(self.source, (self.width, self.height), config.read_ids["SDP"], "input", config),)

    def writes(self, config):
        if self.destination is None:
            return ()
        return (footprint(self.destination, (self.width, self.height), config.write_ids["SDP"], "output", config),)

    def encode(self, registers, config):
        sdp, rdma = registers.SDP, registers.SDP_RDMA
        size = {"D_DATA_CUBE_WIDTH": self.width - 1, "D_DATA_CUBE_HEIGHT": self.height - 1}
        mode = {"FLYING_MODE": int(self.source is None), "OUTPUT_DST": int(self.destination is None and not self.equal)}
        words = size | {
            "D_FEATURE_MODE_CFG": sdp.D_FEATURE_MODE_CFG.encode(**mode),
            "D_DP_EW_CFG": sdp.D_DP_EW_CFG.encode(EW_ALU_ALGO="EQL" if self.equal else "SUM"),
        }
        if self.destination is not None:
            low, high = split_address(self.destination.address)
            words |= {
                "D_DST_DMA_CFG": config.ram_type(self.destination.ram),
                "D_DST_BASE_ADDR_LOW": low,
                "D_DST_BASE_ADDR_HIGH": high,
                "D_DST_LINE_STRIDE": self.destination.line_stride_bytes,
            }
        programs = [BlockProgram("SDP", (words,))]
        if self.source is not None:
            low, high = split_address(self.source.address)
            read = size | {
                "D_FEATURE_MODE_CFG": rdma.D_FEATURE_MODE_CFG.encode(FLYING_MODE=0),
                "D_SRC_DMA_CFG": config.ram_type(self.source.ram),
                "D_SRC_BASE_ADDR_LOW": low,
                "D_SRC_BASE_ADDR_HIGH": high,
                "D_SRC_LINE_STRIDE": self.source.line_stride_bytes,
            }
            programs.insert(0, BlockProgram("SDP_RDMA", (read,)))
        return tuple(programs)

    def explain(self):
        return (f"toy SDP of {self.width}x{self.height} atoms, {self.source} -> {self.destination}",)


def decode_side(values, prefix, ram, config):
    return Side(
        ram=config.ram_types[values[ram]],
        address=join_address(values[f"{prefix}_BASE_ADDR_LOW"], values[f"{prefix}_BASE_ADDR_HIGH"]),
        line_stride_bytes=values[f"{prefix}_LINE_STRIDE"],
        surface_stride_bytes=0,
    )


@dataclass(frozen=True, slots=True)
class ToyPdp:
    """What SDP hands on, written to memory."""

    width: int
    height: int
    destination: Side

    def reads(self, _config):
        return ()

    def writes(self, config):
        return (footprint(self.destination, (self.width, self.height), config.write_ids["PDP"], "output", config),)

    def encode(self, registers, config):
        low, high = split_address(self.destination.address)
        words = {
            "D_OPERATION_MODE_CFG": registers.PDP.D_OPERATION_MODE_CFG.encode(FLYING_MODE=0),
            "D_DATA_CUBE_OUT_WIDTH": self.width - 1,
            "D_DATA_CUBE_OUT_HEIGHT": self.height - 1,
            "D_DST_RAM_CFG": config.ram_type(self.destination.ram),
            "D_DST_BASE_ADDR_LOW": low,
            "D_DST_BASE_ADDR_HIGH": high,
            "D_DST_LINE_STRIDE": self.destination.line_stride_bytes,
        }
        return (BlockProgram("PDP", (words,)),)

    def explain(self):
        return (f"toy PDP of {self.width}x{self.height} atoms -> {self.destination}",)
