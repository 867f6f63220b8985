"""A hardware configuration from a file: what npuvm has, a user's own, and what is wrong with one."""

import os
import re
import tomllib

import pytest

from models.nvdla.config import CONFIGS, NV_FULL, ConfigError, find_config
from models.nvdla.config.file import FOLDER, read_config
from models.nvdla.config.rules import check_config

TEXT = (FOLDER / "nv_full.toml").read_text()


@pytest.fixture
def own(tmp_path):
    def write(text, name="own.toml"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


def mistakes(path):
    with pytest.raises(ConfigError) as error:
        read_config(path)
    head, *lines = str(error.value).splitlines()
    assert head.startswith(f"{path}: ")
    return [line.strip() for line in lines] or [head.removeprefix(f"{path}: ")]


@pytest.mark.parametrize("name", CONFIGS)
def test_those_that_npuvm_has_are_right(name):
    assert check_config(CONFIGS[name]) == []
    assert CONFIGS[name].name == name == find_config(name).name


def test_the_default_comes_first():
    assert next(iter(CONFIGS)) == "nv_full"


def test_tiny_shares_no_size_that_could_hide_one():
    tiny = tomllib.loads((FOLDER / "tiny.toml").read_text())
    full = tomllib.loads(TEXT)
    same = {key for key in full if tiny[key] == full[key]}
    assert same == {"csb_address_bits", "precisions", "table_entries"}
    for table in ("blocks", "read_ids", "write_ids", "interrupt_bits", "register_parameters"):
        assert not [name for name, value in tiny[table].items() if full[table][name] == value], table
    assert len(tiny["blocks"]) & (len(tiny["blocks"]) - 1), "no power of two"


def test_a_file_may_say_only_what_differs(own):
    config = read_config(own('base = "nv_full"\nbdma_slots = 4\n'))
    assert (config.name, config.bdma_slots, config.ports) == ("own", 4, NV_FULL.ports)


def test_a_user_finds_his_own_by_its_path(own):
    assert find_config(str(own('base = "tiny"\n'))).atom_bytes == 8


def test_a_name_that_nobody_has_lists_those_that_there_are():
    with pytest.raises(ConfigError, match=f"nv_huge: no such configuration; choose one of {', '.join(CONFIGS)}"):
        find_config("nv_huge")


def test_a_file_does_not_take_the_name_of_one_that_npuvm_has(own):
    with pytest.raises(ConfigError, match="npuvm has a configuration called tiny; give your file another name"):
        find_config(str(own('base = "nv_full"\n', "tiny.toml")))


def test_a_missing_file_and_a_file_that_is_no_toml_are_named(tmp_path, own):
    there = ", ".join(sorted(CONFIGS))
    allowed = f"give a file .toml that is there, or one of {there}"
    assert mistakes(tmp_path / "none.toml") == [f"No such file or directory; {allowed}"]
    assert mistakes(own('base = "nv_ful"\n')) == [f"base = 'nv_ful': must be one of {there}; did you mean nv_full?"]
    assert mistakes(own("a = \n"))[0].startswith("is not TOML: ")
    assert mistakes(own('base = "other"\n')) == [f"base = 'other': must be one of {there}"]


def test_every_mistake_is_told_at_once(own):
    text = TEXT.replace("atom_bytes = 32", 'atom_bytes = "32"').replace("mac_int8_kernels = 32\n", "")
    text = "speed = 3\n" + text.replace('pin_prefix = "nvdla_core2dbb"', "pin_prefix = 3\nlatency = 9")
    found = mistakes(own(text))
    assert len(found) == 5
    assert "atom_bytes = '32': must be a whole number, 0 or more" in found
    assert "mac_int8_kernels: is missing" in found
    assert "ports.DBB.pin_prefix = 3: must be a string" in found
    assert any(line.startswith("speed: unknown key; allowed are atom_bytes, ") for line in found)
    assert any(line.startswith("ports.DBB.latency: unknown key; allowed are pin_prefix, ") for line in found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pdp_bank_atoms = 1073741824", "pdp_bank_atoms = 1073741824: must be at most 8192, the columns of the .*"),
        ("bdma_slots = 99999999999999999999999", "bdma_slots = 9{23}: must be at most 255"),
        ("csb_address_bits = 2", "csb_address_bits = 2: must be at least 14, as the blocks end at 0x9000; or .*"),
        ("csb_address_bits = 64", "csb_address_bits = 64: must be 1 to 30, as byte addresses of registers have 32"),
        ("block_bytes = 3", "block_bytes = 3: must be a power of two"),
        ("features = ['WINGORAD']", "features: there is no 'WINGORAD'; allowed are .*; did you mean WINOGRAD\\?"),
        ("precisions = ['INT8', 'INT8']", "precisions: INT8 is there twice"),
        ("features = ['BATCH', 'BATCH']", "features: BATCH is there twice"),
        ("table_entries = 5", r"table_entries = 5: must be a table .*, such as table_entries = { LE = 65, LO = 257 }"),
        ("bdma_slot = 5", r"bdma_slot: unknown key; allowed are .*; did you mean bdma_slots\?"),
    ],
)
def test_a_mistake_is_told_with_its_limit_and_once(own, text, found):
    told = mistakes(own(f'base = "tiny"\n{text}\n'))
    assert re.fullmatch(found, told[0])
    assert not [line for line in told if "blocks." in line]


def test_parameters_that_the_registers_do_not_have(own):
    told = mistakes(own('base = "tiny"\nregister_parameters = { FOO = 1, BANK_BIT = 2 }\n'))
    assert "register_parameters.FOO: there is no such parameter; there are ADDRESS_LSB, COPY_LSB, " in "\n".join(told)
    assert any(line.endswith("; did you mean BANK_BITS?") for line in told)
    assert "register_parameters.BANK_BITS: is missing" in told


WRONG = {
    ("atom_bytes = 32", "atom_bytes = 24"): "atom_bytes = 24: must be a power of two",
    ('"FP16"]', '"FP32"]'): "precisions: there is no 'FP32'; allowed are INT8, INT16, FP16",
    ('"BATCH"', '"BATCHES"'): "features: there is no 'BATCHES'; allowed are WINOGRAD, BATCH, .*",
    ("bdma_slots = 20", "bdma_slots = 0"): "bdma_slots = 0: must be 1 to 255, as BDMA.STATUS counts them in 8 bits",
    ("LE = 65", "LA = 65"): r"table_entries\.LE: must be there, and 2 or more",
    ("[ports.CVSRAM]", "[ports.SRAM]"): r"ports\.SRAM: the memories are called CVSRAM and DBB",
    ("CVIF = 0x3000\n", ""): r"blocks\.CVIF: must be there if, and only if, there is the port CVSRAM",
    ("max_burst_beats = 4", "max_burst_beats = 32"): r"ports\.CVSRAM\.max_burst_beats = 32: 1 to 16, .*",
    ("len_bits = 4\nmax_burst_beats = 4", "len_bits = 10\nmax_burst_beats = 512"): (
        r"ports\.CVSRAM\.max_burst_beats = 512: 1 to 256, as len_bits and CFG_OUTSTANDING_CNT allow"
    ),
    ("GLB = 0x0000", "GLOB = 0x0000"): r"blocks\.GLOB: there is no such block; allowed are CFGROM, GLB, .*",
    ("CSC = 0x6000\n", ""): r"blocks: CDMA, CMAC_A, CMAC_B, CACC without CSC: .*",
    ("CSC = 0x6000", "CSC = 0x6004"): r"blocks\.CSC = 0x6004: must be a multiple of block_bytes, below 0x40000",
    ("CSC = 0x6000", "CSC = 0x5000"): r"blocks\.CDMA and CSC both lie at 0x5000",
    ("CDMA_WT = 9\n", ""): r"read_ids\.CDMA_WT: is missing; CDMA needs it",
    ("CDMA_WT = 9", "CDMA_WT = 8"): r"read_ids\.CDMA_DAT and CDMA_WT are both 8",
    ("CDMA_WT = 9", "CDMA_WT = 999"): r"read_ids\.CDMA_WT = 999: does not fit into 8 id bits",
    (', "SDP_Y"', ""): r"read_ids\.SDP_E: nothing that this configuration has uses it",
    ("CACC = 20", "CACC = 19"): r"interrupt_bits\.CACC = 19: bit 19 is CDMA_WT's",
    ("CACC = 20", "CACC = 31"): r"interrupt_bits\.CACC = 31: bit 32 is beyond the 32 bits of the register",
    ("CACC = 20\n", ""): r"interrupt_bits\.CACC: is missing; CACC needs it",
    ("0x8000_0000\ndata_bytes = 64", "0x8000_0000\ndata_bytes = 32"): (
        "ports: data_bytes, address_bits, id_bits and len_bits must be the same for all ports"
    ),
}


@pytest.mark.parametrize("change", WRONG, ids=[re.sub(r"\W+", "_", change[1])[:30] for change in WRONG])
def test_what_is_wrong_is_said_with_the_value_and_what_is_allowed(own, change):
    before, after = change
    assert before in TEXT
    assert any(re.fullmatch(WRONG[change], line) for line in mistakes(own(TEXT.replace(before, after))))


def test_a_name_that_cannot_be_a_modules_is_refused(own):
    assert any("'my-own'" in line for line in mistakes(own('base = "tiny"\n', "my-own.toml")))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"bdma_slots = {'9' * 5000}\n", "is not TOML: Exceeds the limit"),
        (f"bdma_slots = 0x1{'0' * 9000}\n", "bdma_slots = a number of 36001 bits: must be at most 255"),
        (f"csb_address_bits = {1 << 40}\n", "csb_address_bits = 1099511627776: must be a whole number, 0 to 64"),
        (f"bdma_slots = {'[' * 100_000}\n", "is not TOML: maximum recursion depth"),
        ('name = "\xe4"\n', "line 2 is not UTF-8 (byte 0xe4); save it as UTF-8"),
    ],
    ids=["digits", "bits", "count", "depth", "latin"],
)
def test_what_python_itself_refuses_is_a_mistake(tmp_path, text, found):
    path = tmp_path / "own.toml"
    path.write_bytes(b'base = "tiny"\n' + text.encode("latin-1"))
    assert mistakes(path)[0].startswith(found)


def test_pipes_devices_and_what_is_too_large_are_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    (tmp_path / "folder.toml").mkdir()
    with (tmp_path / "large.toml").open("wb") as file:
        file.truncate(3 << 30)
    assert mistakes(tmp_path / "pipe.toml") == mistakes(tmp_path / "device.toml") == ["a pipe or a device, not a file"]
    assert mistakes(tmp_path / "folder.toml") == ["a folder, not a file"]
    assert mistakes(tmp_path / "large.toml") == ["holds 3,221,225,472 bytes, at most 1,048,576 are read"]
