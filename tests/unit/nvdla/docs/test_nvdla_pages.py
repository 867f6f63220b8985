"""Tables of docs/nvdla say what the configurations and the register description say."""

import re

import pytest

from models.nvdla.config import CONFIGS, NV_FULL
from models.nvdla.registers import registers
from sequences.nvdla.traces.master.commands import PATTERNS
from sequences.nvdla.traces.master.names import DONE
from tb.nvdla.pins import nvdla_pins
from tb.runner.paths import ROOT

FOLDER = ROOT / "docs" / "nvdla"


def section(page, heading):
    """The rows of the tables under a heading, as lists of cells without marks."""
    text = (FOLDER / page).read_text().split(f"\n## {heading}\n")[1].partition("\n## ")[0]
    rows = [line.strip("|").replace("`", "").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows if not set(row[0]) <= set("-")]


def numbers(text):
    return [int(word) for word in re.findall(r"\d+", text)]


def test_register_windows():
    rows = section("groups.md", "Register windows")
    cells = [cell for row in rows[1:] for cell in row]
    windows = dict(zip(cells[1::2], cells[::2], strict=True))
    del windows["none"]
    assert {name: int(base, 16) for name, base in windows.items()} == dict(NV_FULL.block_bases)


def test_bases_of_both_register_maps():
    halves = [half for row in section("configurations.md", "Register map of master") for half in (row[:3], row[3:])]
    full, master = {}, {}
    for half in halves:
        if len(half) == 3 and re.fullmatch("0x[0-9a-f]+", half[2]):
            master[half[0]] = int(half[2], 16)
            full[half[0]] = int(half[1], 16) if half[1] != "none" else None
    del full["CFGROM"]
    small = CONFIGS["nv_small"]
    assert master == {**small.block_bases, **small.absent_bases}
    assert full == dict(NV_FULL.block_bases)


def test_axi_ids():
    reads, writes = {}, {}
    for number, read, write in section("pins.md", "AXI ids")[1:]:
        inner = re.search(r"\((SDP_\w)\)", read)
        cdma = {"CDMA data": "CDMA_DAT", "CDMA weights, with masks and group sizes": "CDMA_WT"}
        reads[inner[1] if inner else cdma.get(read, read.partition(" ")[0])] = int(number)
        if write:
            writes[write] = int(number)
    assert reads == dict(NV_FULL.read_ids)
    assert writes == dict(NV_FULL.write_ids)


def test_interrupt_bits():
    names = {"RBK": "RUBIK", "CDMA, data": "CDMA_DAT", "CDMA, weights": "CDMA_WT"}
    rows = section("pins.md", "Interrupts")[1:]
    assert {names.get(who, who): numbers(bits)[0] for bits, who in rows} == dict(NV_FULL.interrupt_bits)
    assert all(numbers(bits)[1] == numbers(bits)[0] + 1 for bits, _ in rows)


@pytest.mark.parametrize("pin", [pin for pin in nvdla_pins(NV_FULL) if "cvsram" not in pin.name], ids=lambda p: p.name)
def test_pins_and_widths(pin):
    """Each pin of the bench is in the list, with its width where one is given a pin."""
    for names, _direction, width, _note in section("pins.md", "Pin list")[1:]:
        found = [name for group in re.findall(r"[\w{},]+", names) for name in expanded(group)]
        if pin.name in found:
            widths = numbers(width)
            assert pin.width == (widths[found.index(pin.name)] if len(widths) > 1 else widths[0])
            return
    pytest.fail(f"{pin.name} is not in the list")


def expanded(text):
    """``a_{b,c}_d`` as ``a_b_d`` and ``a_c_d``."""
    inner = re.search(r"\{([^{}]*)\}", text)
    return [text.replace(inner[0], name) for name in inner[1].split(",")] if inner else [text.strip(",")]


def test_image_formats():
    codes = registers(NV_FULL).CDMA.D_DATAIN_FORMAT.fields["PIXEL_FORMAT"].enum
    listed = {}
    for code, names, *_ in section("layouts.md", "Image formats")[1:]:
        listed |= dict(zip(names.split(", "), numbers(code), strict=True))
    assert listed == dict(codes)


@pytest.mark.parametrize("page", sorted(path.name for path in FOLDER.glob("*.md") if "public" not in path.name))
def test_registers_and_fields_that_are_named_are_there(page):
    known = {"CFGROM", "DESIGNWARE_NOEXIST", "CONFIG"}  # a block of master; a macro of the RTL; a variable of `make`
    known |= {*PATTERNS, *(field.replace(DONE, "_") for field in registers(NV_FULL).GLB.S_INTR_STATUS.fields)}
    for block in registers(NV_FULL).blocks.values():
        known |= {block.name, *block.registers}
        known |= {field for register in block for field in register.fields}
    named = re.findall(r"`([A-Z][A-Z0-9_.]+)`", (FOLDER / page).read_text())
    assert sorted({part for name in named for part in name.split(".")} - known) == []
