"""Look-up tables of the reference device: an address that counts on, as each unit's port has it."""

import pytest

TABLES, UNITS = ("LE", "LO"), ("SDP", "CDP")


class Port:
    """One unit's port on a device."""

    def __init__(self, device, unit):
        self.device, self.block = device, device.registers.blocks[unit]
        self.access, self.data = self.block.S_LUT_ACCESS_CFG, self.block.S_LUT_ACCESS_DATA

    def open(self, table, direction, entry=0):
        word = self.access.encode(LUT_ADDR=entry, LUT_TABLE_ID=table, LUT_ACCESS_TYPE=direction)
        self.device.write(self.access.address, word)

    def write(self, *words):
        for word in words:
            self.device.write(self.data.address, word)

    def read(self, count):
        return [self.device.read(self.data.address) for _ in range(count)]

    @property
    def entry(self):
        return self.access.LUT_ADDR.get(self.device.read(self.access.address))


@pytest.fixture(params=UNITS)
def port(request, device):
    return Port(device, request.param)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_written_whole_and_read_from_any_entry(port, table):
    entries = port.device.config.table_entries[table]
    words = [(7 * number + 1) & 0xFFFF for number in range(entries)]
    port.open(table, "WRITE")
    port.write(*words)
    for entry in (0, 3, entries - 1):
        port.open(table, "READ", entry)
        count = min(4, entries - entry)
        assert port.read(count) == words[entry : entry + count]


def test_tables_are_apart(port):
    for number, table in enumerate(TABLES):
        port.open(table, "WRITE", 5)
        port.write(number + 1)
    for number, table in enumerate(TABLES):
        port.open(table, "READ", 5)
        assert port.read(1) == [number + 1]


def test_after_reset_tables_hold_zeros(port):
    port.open("LE", "WRITE")
    port.write(9)
    port.device.reset()
    port.open("LE", "READ")
    assert port.read(3) == [0, 0, 0]


def test_a_data_write_with_reading_chosen_stores_nothing(port):
    port.open("LO", "READ", 8)
    port.write(77)
    port.open("LO", "READ", 8)
    assert port.read(1) == [0]


def test_what_counts_and_what_is_shown_differs(device):
    sdp, cdp = Port(device, "SDP"), Port(device, "CDP")
    for port in (sdp, cdp):
        port.open("LE", "WRITE", 10)
        port.write(1, 2)
        port.read(1)
        port.write(3)
        port.open("LE", "READ", 10)
    assert sdp.read(4) == [1, 2, 0, 3], "each access counts"
    assert cdp.read(4) == [1, 2, 3, 0], "a read does not count where writing was chosen"
    assert (sdp.entry, cdp.entry) == (10, 14), "SDP shows what was written, CDP where it is"


def test_the_end_of_a_table(device):
    sdp, cdp = Port(device, "SDP"), Port(device, "CDP")
    for port in (sdp, cdp):
        port.open("LE", "WRITE", 63)
        port.write(1, 2, 3)
        port.open("LE", "READ", 63)
    assert cdp.read(3) == [1, 3, 3], "CDP stays at the last entry"
    assert sdp.read(2) == [1, 2]
    assert not device.predict(sdp.data.address).known, "SDP goes on behind the end, where nothing is"
