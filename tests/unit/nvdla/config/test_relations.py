"""What the numbers of a configuration must be to each other, and what they may be."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.config.rules import check_config
from tests.nvdla.misfits import MISFITS


@pytest.mark.parametrize("misfit", MISFITS, ids=str)
def test_a_rule_refuses_what_does_not_fit(misfit):
    assert misfit.says in check_config(misfit.config)


@pytest.mark.parametrize(
    ("base", "beats", "boundary"), [("nv_full", 16, 1024), ("tiny", 64, 512), ("tiny", 256, 2048), ("tiny", 3, 64)]
)
def test_bursts_as_long_as_pins_and_limits_allow_are_a_configuration(base, beats, boundary):
    long = {"max_burst_beats": beats, "burst_boundary_bytes": boundary, "len_bits": 8}
    ports = {name: replace(port, **long) for name, port in CONFIGS[base].ports.items()}
    assert check_config(replace(CONFIGS[base], ports=MappingProxyType(ports))) == []


def test_int8_alone_may_have_elements_of_one_byte_or_of_two():
    wide = replace(CONFIGS["tiny"], precisions=("INT8",))
    assert check_config(wide) == []
    assert check_config(replace(wide, mac_channels=16)) == []


def test_without_a_convolution_its_numbers_may_be_any():
    blocks = {"CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC"}
    base = CONFIGS["tiny"]
    config = replace(
        base,
        mac_int8_kernels=64,
        block_bases={name: at for name, at in base.block_bases.items() if name not in blocks},
        read_ids={name: number for name, number in base.read_ids.items() if not name.startswith("CDMA")},
        interrupt_bits={name: bit for name, bit in base.interrupt_bits.items() if name[:4] not in ("CDMA", "CACC")},
    )
    assert check_config(config) == []
