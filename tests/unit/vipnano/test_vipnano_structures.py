"""Structures of jobs: the description holds together, values are their bytes, what is not executed is named."""

import numpy as np
import pytest

from models.vipnano.config import VIPNANO_QI
from models.vipnano.structures.description import KINDS, NN, STRUCTURE_BYTES, TP
from models.vipnano.structures.structure import Structure, refusal
from tb.vipnano.rtl_packages import rtl_packages
from tb.vipnano.structure_page import PAGE, page


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_members_do_not_overlap_and_stand_in_order(kind):
    at = 0
    for name, member in kind.members.items():
        assert member.where.low >= at, name
        at = member.where.low + member.where.width
        assert member.where.low // 32 == (at - 1) // 32, name
        assert not member.must or member.value in member.must, name
    assert at <= kind.words * 32


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_decode_reverses_encode(kind):
    rng = np.random.default_rng(7)
    data = rng.integers(0, 256, STRUCTURE_BYTES, np.uint8)
    data[kind.words * 4 :] = 0
    structure = Structure.decode(kind, data)
    again = Structure.decode(kind, structure.encode())
    assert again == structure
    given = Structure.of(kind, **{name: structure[name] for name in kind.numbers})
    assert given == structure


def test_a_fresh_structure_is_what_the_driver_writes():
    words = Structure.of(NN, kernel_z_size=0x12345, in_x_offset=-2, post_shift=0x55, post_multiplier=0x2AAB)
    said = np.frombuffer(words.encode().tobytes(), "<u4")
    assert said[0] == 1 << 31 | 1 << 29 | 0x2345 << 6
    assert said[2] == 0b110 | 1 << 26 | 0x15 << 27
    assert said[4] == 1 << 16 | 1 << 14
    assert said[5] == 4 << 26
    assert said[15] == 0x15 << 22 | 2 << 28
    assert said[17] == 0x55 << 24
    assert said[26:].tolist() == [0, 0, 0x3FFFFFF, 0x7F800000, 0xFF800000, 0]
    assert (words["in_x_offset"], words["post_multiplier"]) == (-2, 0x2AAB)
    assert list(words.refused()) == []


def test_what_is_not_executed_is_named_with_word_and_bits():
    structure = Structure.of(NN, no_z_offset=1, kernel_data_type_1_0=2, pooling=1)
    assert [refusal(*item) for item in structure.refused()] == [
        "word 0, bits 1: no_z_offset is 0x1, 0 is executed (a structure of V8, which is not executed: 1 where the "
        "hardware is V8)",
        "word 0, bits 28:27: pooling is 0x1, 0 or 3 is executed: 0: none, 1: maximum, 2: average, 3: first pixel",
        "word 1, bits 1:0: kernel_data_type_1_0 is 0x2, 0 is executed: 0: UINT8, 1: FP16, 2: INT8, 3: UINT16",
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Structure.of(NN, kernel_x=3), "a structure of NN has no member kernel_x; did you mean kernel_x_size?"),
        (lambda: Structure.of(NN, in_x_offset=8), "in_x_offset is 8: -8 to 7 fit"),
        (lambda: Structure.of(TP, in_x_size=1 << 16), "in_x_size is 65536: 0 to 65535 fit"),
        (
            lambda: Structure.decode(NN, np.zeros(140, np.uint8)),
            "a structure of NN has 140 bytes: 128 to 136 are accepted",
        ),
        (
            lambda: Structure.decode(NN, np.r_[np.zeros(135, np.uint8), np.uint8(1)]),
            "word 33 of a structure of NN is not 0: it has members in 32 words",
        ),
    ],
)
def test_what_does_not_fit_is_said(make, message):
    with pytest.raises(ValueError) as raised:  # noqa: PT011 - the text is compared
        make()
    assert str(raised.value) == message


def test_34_words_are_accepted():
    structure = Structure.of(NN, in_x_size=5)
    assert Structure.decode(NN, np.r_[structure.encode(), np.zeros(8, np.uint8)]) == structure


def test_messages_have_what_a_driver_does_not_always_write():
    assert Structure.of(TP, in_x_size=7, out_zero_point=3).explain() == (
        "TP job",
        "word 0: in_x_size 0x7",
        "word 30: out_zero_point 0x3",
    )


def test_rtl_has_each_member_and_the_values_that_are_executed():
    text = rtl_packages(VIPNANO_QI, {})["vipnano_structures_pkg"]
    for kind in KINDS.values():
        assert all(f" {name};" in text for name in kind.members)
    assert "    if (structure.pooling != 2'd0 && structure.pooling != 2'd3) nn_refused = 1'b1;" in text
    assert "    logic signed [15:0] in_window_x_start;" in text


def test_the_page_is_what_the_description_says():
    assert PAGE.read_text() == page(), "run python -m tb.vipnano.structure_page"
