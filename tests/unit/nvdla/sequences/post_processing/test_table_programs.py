"""SDP layers with look-up tables in programs: tables written when no layer uses them, once, and read back."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.lut.config import Tables
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.sdp.operators.settings import XSettings, YSettings
from models.prediction import Prediction
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.lut.functions import sigmoid_table, tanh_table
from tests.unit.nvdla.sequences.model_bench import clean_layers

LOOKS_UP = YSettings(bypass=False, lut_bypass=False)


def layer(bench, design, shape=(5, 2, 3), **fields):
    """A layer from memory to memory."""
    x = bench.tensor(bench.rng.integers(-20000, 20000, shape), "INT16")
    y = bench.empty(shape, "INT16")
    channels, height, width = shape
    tables = {} if design is None else {"y": LOOKS_UP, "lut": design.config, "tables": design.tables}
    sdp = Sdp(
        precision="INT16",
        out_precision="INT16",
        channels=channels,
        height=height,
        width=width,
        source=SdpSource(side=x.side, precision="INT16"),
        destination=y.side,
        **(tables | fields),
    )
    return sdp, x, y


def looked_up(design, x):
    """What a table gives for a tensor."""
    return np.clip(design.codes(x.numpy().astype(np.int64)), -32768, 32767)


async def program(bench, designs, knobs=None):
    """Layers with tables, one behind the other, and one without."""
    items = [layer(bench, design) for design in designs]
    await bench.play(*(sdp for sdp, *_ in items), knobs=knobs)
    for design, (_, x, y) in zip(designs, items, strict=True):
        wanted = x.numpy() if design is None else looked_up(design, x)
        assert (y.numpy() == wanted).all()


def test_tables_are_written_once_and_never_under_a_layer(play, config):
    sigmoid, tanh = sigmoid_table(), tanh_table()
    host = play(program, [sigmoid, sigmoid, None, sigmoid_table(), tanh, None, tanh])
    assert len(clean_layers(play.bench)) == 7
    assert len(host.written("SDP.S_LUT_ACCESS_DATA")) == 2 * sum(config.table_entries.values())
    assert len(host.written("SDP.S_LUT_LE_START")) == 2


def test_only_what_differs_is_written(play, config):
    design = sigmoid_table()
    other = replace(design, tables=Tables(design.tables.le + 1, design.tables.lo))
    host = play(program, [design, other])
    clean_layers(play.bench)
    assert len(host.written("SDP.S_LUT_ACCESS_DATA")) == sum(config.table_entries.values()) + design.tables.le.size
    assert len(host.written("SDP.S_LUT_CFG")) == 1


def test_layers_with_other_tables_wait(play):
    """The second begins when the first has interrupted; one without tables does not wait."""
    host = play(program, [sigmoid_table(), tanh_table(), None])
    clean_layers(play.bench)
    names = [item[1] for item in host.done if item[0] == "write"]
    enabled = [at for at, name in enumerate(names) if name == "SDP.D_OP_ENABLE"]
    tables = [at for at, name in enumerate(names) if name == "SDP.S_LUT_ACCESS_DATA"]
    served = [at for at, name in enumerate(names) if name == "GLB.S_INTR_STATUS"]
    assert enabled[0] < served[0] < max(tables)
    assert not any(enabled[0] < at < served[0] for at in tables)


def test_entries_are_read_back(play):
    host = play(program, [sigmoid_table(), tanh_table()], FirmwareKnobs(read_back=1.0))
    clean_layers(play.bench)
    accesses = host.written("SDP.S_LUT_ACCESS_CFG")
    access = play.bench.registers.SDP.S_LUT_ACCESS_CFG
    kinds = [access.LUT_ACCESS_TYPE.label(access.LUT_ACCESS_TYPE.get(word)) for word in accesses]
    assert kinds == ["WRITE", "WRITE", "READ"] * 2
    assert any(access.LUT_ADDR.get(word) for word in accesses), "from any entry on"


def test_statistics_are_read_when_a_layer_is_done(play):
    """Those that are counted are known then: a least number of what stands before the tables, all others exactly."""
    predicted = {}

    async def sequence(bench):
        device = bench.host.device
        read = bench.host.read

        async def noted(register):
            predicted[register.full_name] = device.predict(register.address)
            return await read(register)

        bench.host.read = noted
        sdp, *_ = layer(bench, sigmoid_table())
        await bench.play(sdp)

    play(sequence)
    for name in ("UFLOW", "OFLOW", "HYBRID", "LE_HIT", "LO_HIT"):
        found = predicted[f"SDP.D_PERF_LUT_{name}"]
        assert isinstance(found, Prediction)
        assert found.known
        assert found.fields
    for name in ("SDP.D_PERF_OUT_SATURATION", "SDP.D_STATUS_NAN_OUTPUT_NUM"):
        assert (predicted[name].known, predicted[name].fields) == (True, {})
    for name in ("SDP_RDMA.D_STATUS_NAN_INPUT_NUM", "SDP_RDMA.D_STATUS_INF_INPUT_NUM"):
        assert predicted[name].known


def test_a_comparison_tells_whether_something_differs(play):
    """A layer that writes nothing ends with its interrupt, and its status is read."""
    found = []

    async def sequence(bench):
        block = bench.registers.SDP
        shape = (5, 2, 3)
        for change in (0, 1):
            sdp, x, _ = layer(bench, None, shape)
            other = x.numpy()
            other[4, 1, 2] += change
            operands = Operands(use="ALU", per_element=True, side=bench.tensor(other, "INT16").side)
            y = YSettings(bypass=False, alu_bypass=False, alu_algo="EQL", alu_source="MEM", operands=operands)
            await bench.play(replace(sdp, y=y))
            found.append(block.D_STATUS.STATUS_UNEQUAL.get(await bench.host.read(block.D_STATUS)))

    play(sequence)
    clean_layers(play.bench)
    assert found == [0, 1]


def test_operands_and_input_come_through_sdp_rdma(play):
    """The reader is programmed and enabled with SDP."""

    async def sequence(bench):
        scale = bench.tensor(bench.rng.integers(-3, 4, (5, 1, 1)), "INT16")
        x1 = XSettings(bypass=False, mul_bypass=False, mul_source="MEM", operands=Operands(use="MUL", side=scale.side))
        sdp, x, y = layer(bench, None, x1=x1)
        await bench.play(sdp, knobs=FirmwareKnobs(any_order=0.5))
        wanted = np.clip(x.numpy().astype(np.int64) * scale.numpy(), -32768, 32767)
        assert (y.numpy() == wanted).all()

    play(sequence)
    (played,) = clean_layers(play.bench)
    assert {claim.block for claim in played.claims} == {"SDP_RDMA", "SDP"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tables": Tables(np.zeros(3, np.int16), np.zeros(257, np.int16))}, "table LE has 3 entries, must have 65"),
        ({"lut": None, "y": YSettings()}, "tables are given, and Y looks nothing up: give lut too, or leave them out"),
    ],
)
def test_tables_that_do_not_fit(play, change, message):
    async def sequence(bench):
        sdp, *_ = layer(bench, sigmoid_table())
        await bench.play(replace(sdp, **change))

    with pytest.raises(ValueError, match=message):
        play(sequence)
