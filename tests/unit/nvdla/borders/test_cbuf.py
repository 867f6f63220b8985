"""What is read of the convolution buffer on RTL that asks for bytes of two entries."""

import pytest

from models.nvdla.config import find_config
from tb.borders.carriers.seen import Seen
from tb.borders.carriers.wrong import Inside
from tb.nvdla.borders.carriers.cbuf import cbuf, cbuf_links
from tb.taps import read_taps
from tests.tap_files import write_tap

CONFIG = find_config("nv_small")  # entries of 8 bytes
ENTRIES = {5: 0x0706050403020100, 6: 0x1716151413121110}
JOINED = 0x1211100706050403  # from byte 3 on


def packed(widths, **values):
    """A transfer."""
    number = 0
    for name, width in widths.items():
        number = number << width | values.get(name, 0)
    return number


def found(folder, *reads):
    """What is wrong where these were asked for and read."""
    links = cbuf_links(CONFIG)
    asked = links["csc_cbuf_data"].members
    written = [
        (1, 0, 0, packed({"entry": 14, "atoms": 1, "data": 64}, entry=n, atoms=1, data=d)) for n, d in ENTRIES.items()
    ]
    write_tap(folder, *written, width=79, name="cdma_cbuf_data")
    write_tap(folder, width=79, name="cdma_cbuf_weights")
    requests = [(10 + n, 0, 0, packed(asked, **request)) for n, (request, _) in enumerate(reads)]
    answers = [(20 + n, 0, 0, data) for n, (_, data) in enumerate(reads)]
    write_tap(folder, *requests, width=sum(asked.values()), name="csc_cbuf_data")
    write_tap(folder, *answers, width=64, name="cbuf_csc_data")
    return [item.what for item in cbuf(Inside(read_taps(folder), Seen(), 1.0, 0.0), CONFIG)]


@pytest.mark.parametrize(
    ("request_", "data"),
    [
        ({"entry": 5}, ENTRIES[5]),
        ({"entry": 5, "shift": 3}, 0xFF_FFFF_0706050403),  # nobody says what stands behind it
        ({"entry": 5, "next": 1, "next_entry": 6, "shift": 3}, JOINED),
        ({"entry": 5, "next": 1, "next_entry": 9, "shift": 3}, 0),  # nobody has seen what entry 9 holds
    ],
)
def test_what_was_written_is_read(tmp_path, request_, data):
    assert not found(tmp_path, (request_, data))


def test_another_entry_is_wrong(tmp_path):
    request = {"entry": 5, "next": 1, "next_entry": 6, "shift": 3}
    (what,) = found(tmp_path, ({"entry": 6}, ENTRIES[6]), (request, ENTRIES[5]))
    assert what.startswith(
        "entry 5 holds 00010203 04050607, entry 6 10111213 14151617, data of it from byte 3 on were read"
    )


def test_ports_that_a_configuration_lacks_are_no_links():
    assert "csc_cbuf_masks" not in cbuf_links(CONFIG)
    assert "csc_cbuf_masks" in cbuf_links(find_config("nv_full"))
