"""Tables made from functions in a layer: their registers keep the rules, and the layer gives what they hold."""

import numpy as np
import pytest

from models.nvdla.codec.codec import decode
from models.nvdla.codec.words import Words
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.settings import YSettings
from sequences.nvdla.lut.functions import lrn_table, sigmoid_table, square_root_table, tanh_table
from tests.unit.nvdla.sdp.sdp_device import TYPES, SdpDevice

BUILDERS = (sigmoid_table, tanh_table, square_root_table, lrn_table)


@pytest.mark.parametrize("precision", ["INT16", "FP16"])
@pytest.mark.parametrize("build", BUILDERS, ids=lambda build: build.__name__)
def test_made_tables_in_a_layer(config, registers, build, precision):
    device, design = SdpDevice(config), build(precision)
    shape = (config.atom_bytes // 2, 2, 4)
    sdp = device.layer(precision, shape, y=YSettings(bypass=False, lut_bypass=False), lut=design.config)
    assert check_layer(sdp, config) == []
    settings = {part.block: part.words[0] for part in sdp.encode(registers, config)}
    assert decode(Sdp, Words(registers.blocks, config, settings)) == sdp
    for table in config.table_entries:
        device.write_table(table, getattr(design.tables, table.lower()))
    reals = np.linspace(design.low, min(design.high, 60000.0), int(np.prod(shape)))
    if precision == "FP16":
        codes = reals.astype(np.float16).view(TYPES[precision])
    else:
        codes = np.clip(design.numbers.inputs(reals), -(1 << 15), (1 << 15) - 1).astype(TYPES[precision])
    device.put(sdp, codes.reshape(shape))
    assert device.play(sdp).warnings == []
    out = device.output(sdp).reshape(-1)
    if precision == "FP16":
        taken, made = codes.view(np.float16).astype(float), out.view(np.float16).astype(float)
    else:
        taken, made = codes * design.numbers.in_step, out * design.numbers.out_step
    assert np.abs(made - design.function(taken)).max() < 4e-3 * max(1.0, np.abs(design.function(taken)).max())
