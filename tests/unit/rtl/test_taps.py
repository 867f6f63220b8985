import pytest

from tb.taps import read_tap, read_taps
from tests.tap_files import write_tap


def test_transfers_come_in_order_with_their_layer_and_instance(tmp_path):
    tap = read_tap(write_tap(tmp_path, (1 << 40, 0, 1, 0x12_3456_789A), (1 << 41, 7, 0, 1)))
    assert (tap.name, tap.payload_bits) == ("link", 40)
    assert tap.time.tolist() == [1 << 40, 1 << 41]
    assert (tap.layer.tolist(), tap.instance.tolist()) == ([0, 7], [1, 0])
    assert tap.payload.tolist() == [[0x9A, 0x78, 0x56, 0x34, 0x12], [1, 0, 0, 0, 0]]


def test_members_are_cut_from_the_highest_bit_down(tmp_path):
    tap = read_tap(write_tap(tmp_path, (0, 0, 0, 0b101_000000001_1111_0000_1010_0101), width=28))
    members = tap.members({"kind": 3, "entry": 9, "data": 16})
    assert [members[name].tolist() for name in members] == [[[5]], [[1, 0]], [[0xA5, 0xF0]]]


def test_members_of_another_width_are_refused(tmp_path):
    tap = read_tap(write_tap(tmp_path, (0, 0, 0, 0)))
    with pytest.raises(ValueError, match="link: its payload has 40 bits"):
        tap.members({"data": 32})


def test_a_tap_that_nothing_passed_is_empty(tmp_path):
    tap = read_tap(write_tap(tmp_path))
    assert tap.payload.shape == (0, 5)
    assert tap.bits(8, 16).shape == (0, 2)


def test_all_taps_of_a_folder(tmp_path):
    write_tap(tmp_path, name="b")
    write_tap(tmp_path, name="a")
    (tmp_path / "sim.log").write_text("")
    assert list(read_taps(tmp_path)) == ["a", "b"]


@pytest.mark.parametrize(
    ("data", "message"), [(b"TAP0" + bytes(4), "begins with b'TAP0'"), (b"TAP1" + bytes(9), "end within a transfer")]
)
def test_what_is_no_whole_tap_is_refused(tmp_path, data, message):
    path = tmp_path / "x.tap"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message):
        read_tap(path)


def test_what_was_offered_and_not_taken_is_told_apart(tmp_path):
    tap = read_tap(write_tap(tmp_path, (5, 0, 0, 1), (9, 0, 2, 7)))
    assert (tap.time.tolist(), tap.offered.tolist(), tap.held_up) == ([5], [9], True)
    assert not read_tap(write_tap(tmp_path, (5, 0, 0, 1), (9, 0, 2, 7), (12, 0, 0, 7))).held_up


def test_transfers_of_a_time_and_of_a_layer(tmp_path):
    tap = read_tap(write_tap(tmp_path, (5, 0, 0, 1), (9, 1, 1, 2), (12, 1, 1, 3)))
    assert tap.between(6, 12).payload[:, 0].tolist() == [2]
    assert tap.of_layer(1).payload[:, 0].tolist() == [2, 3]


def test_bits_as_numbers(tmp_path):
    tap = read_tap(write_tap(tmp_path, (0, 0, 0, 0x12_3456_789A), (1, 0, 0, 0xFF_0000_0001)))
    assert tap.numbers(4, 12).tolist() == [0x789, 0]
    assert tap.numbers(32, 8).tolist() == [0x12, 0xFF]
