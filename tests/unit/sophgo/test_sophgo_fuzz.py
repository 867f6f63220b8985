"""Streams, dumps and traces of Sophgo's TPU that are spoilt bring nothing down; what they led to stays as it is."""

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.device import SophgoDevice
from models.sophgo.kernels.entry import KernelEntry
from models.sophgo.registers import registers
from models.sophgo.words.word import Word
from sequences.sophgo.draw.transfers import address_members
from tests.fuzz.campaign import campaign
from tests.fuzz.sophgo.cases import KINDS

CASES, SEED = 90, 1
CONFIG = CONFIGS["mini_tpu"]


def case_of(seed, number):
    """The kinds come in turns."""
    return list(KINDS.values())[number % len(KINDS)](np.random.default_rng((seed, number)))


def test_no_case_brings_anything_down(monkeypatch):
    monkeypatch.setattr("tests.fuzz.campaign.prepare", lambda: None)  # what the family that is meant needs
    found = campaign(SEED, range(CASES), None, case_of=case_of)
    assert [f"{item.number}: {item.text}" for item in found] == []


@pytest.fixture
def launched():
    """Launches a kernel whose entry is given; returns what the device refuses."""
    device, refused = SophgoDevice(CONFIG, zeroed_memory=True), []
    device.listeners.append(lambda happened: refused.extend(happened.refused))
    mailbox = registers(CONFIG).MAILBOX

    def launch(entry, *loads):
        base = CONFIG.ddr_base
        device.load("DDR", base, entry.encode())
        for at, data in loads:
            device.load("DDR", base + at, data)
        for register, data in ((mailbox.TABLE_LOW, base & 0xFFFF_FFFF), (mailbox.TABLE_HIGH, base >> 32)):
            device.write(register.address, data)
        device.write(mailbox.TABLE_SIZE.address, 1)
        device.write(mailbox.LAUNCH.address, mailbox.LAUNCH.encode(KERNEL=1, NOTIFY=1))
        while device.advance() is not None:
            pass
        return refused

    return launch


@pytest.mark.parametrize(
    ("address", "size_bytes", "said"),
    [
        (1 << 32, 1 << 31, "is longer than the reference reads: at most 16777216 bytes"),
        (0x800, 64, "is not in DDR, 0x100000000 to 0xffffffffff"),
        ((1 << 40) - 32, 64, "is not in DDR, 0x100000000 to 0xffffffffff"),
        (1 << 63, 64, "is not in DDR, 0x100000000 to 0xffffffffff"),
    ],
)
def test_a_stream_that_cannot_be_read_is_refused(launched, address, size_bytes, said):
    entry = KernelEntry(name=0, id=1, tiu_address=0, gdma_address=address, tiu_bytes=0, gdma_bytes=size_bytes)
    (text,) = launched(entry)
    assert f"its stream of GDMA, {size_bytes} bytes at {address:#x}, {said}" in text


@pytest.mark.parametrize("kind", ["DMA_masked_select", "DMA_nonzero"])
def test_nobody_knows_how_many_elements_of_unknown_ones_are_chosen(kind, launched):
    """Local memory holds nothing yet."""
    sides = {"src": CONFIG.local_base, "mask": CONFIG.ddr_base, "dst": CONFIG.ddr_base + 0x1000}
    sides = {side: at for side, at in sides.items() if side != "mask" or kind == "DMA_masked_select"}
    members = {name: value for side, at in sides.items() for name, value in address_members(side, at).items()}
    members |= {f"src_{side}size": 1 for side in "nch"} | {"src_wsize": 4}
    members |= {"index_data_format": 4} if kind == "DMA_nonzero" else {}
    function = {"DMA_masked_select": "select", "DMA_nonzero": "index"}[kind]
    word = Word.of(kind, function, cmd_id=1, **members)
    data = word.encode()
    at = CONFIG.ddr_base + 0x800
    entry = KernelEntry(name=0, id=1, tiu_address=0, gdma_address=at, tiu_bytes=0, gdma_bytes=len(data))
    texts = launched(entry, (0x800, data))
    assert [text for text in texts if "nobody knows how many elements it chooses" in text]
