"""Directed layers with look-up tables."""

from __future__ import annotations

from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.sdp.settings import YSettings
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.functions import sigmoid_table, tanh_table


async def tables_in_turn(bench: NvdlaBench) -> None:
    """Layers behind each other that share tables, that need others, and that need none; entries are read back."""
    sigmoid, tanh = sigmoid_table(), tanh_table()
    layers = [_layer(bench, design) for design in (sigmoid, sigmoid, tanh, None, tanh, sigmoid)]
    await bench.play(*layers, knobs=FirmwareKnobs(read_back=1.0))


def _layer(bench: NvdlaBench, design: LutDesign | None) -> Sdp:
    shape = channels, height, width = 5, 2, 3
    x = bench.tensor(bench.rng.integers(-20000, 20000, shape), "INT16")
    y = bench.empty(shape, "INT16", ram=list(bench.config.ports)[-1])
    return Sdp(
        precision="INT16",
        out_precision="INT16",
        channels=channels,
        height=height,
        width=width,
        source=SdpSource(side=x.side, precision="INT16"),
        destination=y.side,
        y=YSettings(bypass=False, lut_bypass=False) if design else YSettings(),
        lut=design.config if design else None,
        tables=design.tables if design else None,
    )
