"""What behavioural RTL is told of a configuration."""

import re

import pytest

from models.nvdla.config import CONFIGS, NV_FULL
from models.nvdla.registers import registers
from tb.nvdla.rtl_packages import config_parameters, csb_parameters, rtl_packages

TINY, SMALL = CONFIGS["tiny"], CONFIGS["nv_small"]
IMPLEMENTED = [*(name for name in NV_FULL.block_bases if name != "GEC"), "CFGROM"]


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_every_number_fits_an_int(config):
    assert not [name for name, value in config_parameters(config).items() if not 0 <= value < 1 << 31]


def test_what_is_absent_is_there_for_the_compiler_and_marked():
    parameters = config_parameters(SMALL)
    assert [parameters[f"HAS_{name}"] for name in ("BDMA", "RBK", "CVIF", "CVSRAM", "SDP")] == [0, 0, 0, 0, 1]
    assert (parameters["FEATURE_SDP_X1"], parameters["FEATURE_SDP_Y"], parameters["PRECISION_FP16"]) == (1, 0, 0)
    assert parameters["CVSRAM_MAX_BURST_BEATS"] == parameters["DBB_MAX_BURST_BEATS"]
    assert [parameters[name] for name in ("MEMORIES", "RAM_DBB", "RAM_CVSRAM", "MEMORY_ADDRESS_BITS")] == [1, 0, 1, 32]


def test_memories_are_numbered_as_register_fields_have_them():
    parameters = config_parameters(NV_FULL)
    assert [parameters[f"RAM_{ram}"] for ram in NV_FULL.ram_types] == [0, 1]


def test_ram_types_are_those_of_every_register():
    parameters = config_parameters(SMALL)
    words = [word for block in registers(NV_FULL).blocks.values() for word in block]
    fields = [field for word in words for field in word.fields.values() if field.name.endswith("RAM_TYPE")]
    assert len(fields) > len(registers(NV_FULL).blocks) // 2
    for field in fields:
        found = {"DBB" if name.startswith("MC") else "CVSRAM": value for name, value in field.enum.items()}
        assert found == {name: parameters[f"RAM_TYPE_{name}"] for name in ("CVSRAM", "DBB")}


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_blocks_are_numbered_units_first_then_memory_interfaces_then_absent_ones(config):
    numbers = csb_parameters(config, IMPLEMENTED)
    assert sorted(numbers[name] for name in IMPLEMENTED) == list(range(len(IMPLEMENTED)))
    for name in IMPLEMENTED:
        assert (numbers[name] < numbers["BLOCKS"]) == (name in config.block_bases)
        assert (numbers[name] < numbers["UNITS"]) == (name in config.block_bases and name not in ("MCIF", "CVIF"))
    assert numbers["NO_BLOCK"] < 1 << numbers["BLOCK_INDEX_BITS"]
    assert numbers["MCIF"] - numbers["UNITS"] == config_parameters(config)["RAM_DBB"]


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_an_address_selects_the_block_that_the_register_map_has_there(config):
    blocks = {**registers(NV_FULL).blocks, **registers(SMALL).blocks}
    text = rtl_packages(config, blocks)["nvdla_csb_pkg"]
    word_bits = csb_parameters(config, IMPLEMENTED)["WORD_BITS"]
    windows = {name: int(number) for number, name in re.findall(r"(\d+): block_at = BLOCK_INDEX_BITS'\((\w+)\)", text)}
    present = {name: block for name, block in registers(config).blocks.items() if name != "GEC"}
    assert windows == {name: block.base // 4 >> word_bits for name, block in present.items()}


def test_axi_ids_stand_at_their_clients_number():
    text = rtl_packages(TINY, registers(NV_FULL).blocks)["nvdla_config_pkg"]
    for way, ids in (("READ", TINY.read_ids), ("WRITE", TINY.write_ids)):
        values = re.search(way + r"_AXI_IDS = \{\s*([^}]*)\}", text).group(1).replace("8'd", "").split(", ")
        numbers = {name: config_parameters(TINY)[f"{way}_{name}"] for name in ids}
        assert {name: int(values[::-1][number]) for name, number in numbers.items()} == dict(ids)


@pytest.mark.parametrize("name", ["tiny", "nv_small", "nv_large"])
def test_clients_are_there_that_have_an_id(name):
    config = CONFIGS[name]
    text = rtl_packages(config, registers(config).blocks)["nvdla_config_pkg"]
    for way, ids in (("READ", config.read_ids), ("WRITE", config.write_ids)):
        bits = re.search(way + r"_PRESENT = \d+'b([01]+);", text).group(1)[::-1]
        assert {number for number, bit in enumerate(bits) if bit == "1"} == {
            config_parameters(config)[f"{way}_{stream}"] for stream in ids
        }
