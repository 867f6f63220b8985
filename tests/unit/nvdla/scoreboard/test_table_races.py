"""A register write that changes what a layer in flight looks up is told once, and the layer is not compared."""

from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.operators.settings import YSettings
from models.nvdla.surfaces.small_cube import small_shape
from tests.unit.nvdla.sdp.sdp_device import SOURCE, SdpDevice


def test_a_table_that_is_written_while_a_layer_uses_it(bench):
    config, registers = bench.hw, bench.device.registers
    sdp = SdpDevice(config).layer(
        "INT16",
        small_shape(config, "INT16"),
        y=YSettings(bypass=False, lut_bypass=False),
        lut=LutConfig.of("INT16"),
    )
    bench.load("DBB", SOURCE, bench.rng.integers(0, 256, 1 << 12, "u1"))
    access, data = registers.SDP.S_LUT_ACCESS_CFG, registers.SDP.S_LUT_ACCESS_DATA
    for table, entries in config.table_entries.items():
        bench.write(access, access.encode(LUT_TABLE_ID=table, LUT_ACCESS_TYPE="WRITE"))
        for entry in range(entries):
            bench.write(data, entry)
    for part in reversed(sdp.encode(registers, config)):
        block = registers.blocks[part.block]
        for name, word in (*part.words[0].items(), ("D_OP_ENABLE", 1)):
            bench.write(block.registers[name], word)
    assert (bench.errors, bench.warnings) == ({}, {})
    (layer,) = bench.device.layers_in_flight
    bench.write(access, access.encode(LUT_TABLE_ID="LE", LUT_ACCESS_TYPE="WRITE"))
    for entry in range(3):
        bench.write(data, entry)
    assert (bench.errors, bench.warnings) == ({}, {"software-race": 1})
    assert "looks values up while SDP.S_LUT_ACCESS_DATA is written" in bench.message("software-race")
    assert not layer.writes[0].care.any()
