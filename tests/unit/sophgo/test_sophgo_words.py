"""Command words: what is described holds together, words are their bytes, streams say what is wrong with them."""

import numpy as np
import pytest

from models.sophgo.config import BM1684X
from models.sophgo.registers import registers
from models.sophgo.words.description import KINDS, WORD_SETS, Queue
from models.sophgo.words.stream import Reason, Refusal, disassemble, split
from models.sophgo.words.word import END, Word
from tb.sophgo.rtl_packages import rtl_packages


def add(cmd_id=1, **members):
    return Word.of("sAR", "add_saturate", cmd_id=cmd_id, **members)


def stream(*words):
    return np.concatenate([word.encode() for word in words])


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_members_of_a_word_fit_and_do_not_overlap(kind):
    used = 0
    for name, where in kind.fields.items():
        assert where.low + where.width <= kind.bits, name
        assert not used & where.mask << where.low, name
        used |= where.mask << where.low
    assert kind.bits % 128 == 0
    assert kind.executed <= set(kind.functions.values())


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_word_is_found_by_its_head(kind):
    for function in kind.functions:
        assert WORD_SETS[kind.queue].find(int(kind.short or 0), kind.opcode, function) is kind


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_decode_reverses_encode(kind):
    rng = np.random.default_rng(kind.bits)
    values = {name: int(rng.integers(0, where.mask, endpoint=True)) for name, where in kind.fields.items()}
    word = Word(kind, values)
    assert dict(Word.decode(kind, int.from_bytes(word.encode().tobytes(), "little")).values) == values


def test_bytes_are_those_that_the_part_takes():
    word = add(cmd_id_dep=1, tsk_opd_num=2, opd0_sign=1, opd1_sign=1, res0_n=1, res0_c=3, res0_h=2, res0_w=5)
    words = np.frombuffer(word.encode().tobytes(), "<u4")
    assert [hex(item) for item in words[:5]] == ["0x200003", "0xc1e600", "0x3000", "0x30001", "0x50002"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: add(res0_nn=1), "sAR has no member res0_nn; did you mean res0_n?"),
        (lambda: Word.of("sAR", "adds"), "sAR has no function adds; did you mean add?"),
        (lambda: add(res0_n=1 << 16), "sAR.res0_n is 65536: 0 to 65535 fit"),
    ],
)
def test_what_does_not_fit_a_word_is_named(make, message):
    with pytest.raises(ValueError, match="^" + message.replace(".", r"\.").replace("?", r"\?") + "$"):
        make()


def test_a_stream_is_taken_apart_up_to_its_end():
    words = [add(1), Word.of("sRQ", "requantise", cmd_id=2), END[Queue.TIU]]
    assert [str(word) for word in split(stream(*words, add(9)), Queue.TIU)] == [str(word) for word in words]
    assert list(split(np.zeros(0, np.uint8), Queue.TIU)) == []


def with_bits(word, low, value):
    number = int.from_bytes(word.encode().tobytes(), "little") | value << low
    return np.frombuffer(number.to_bytes(word.kind.size_bytes, "little"), np.uint8)


@pytest.mark.parametrize(
    ("queue", "data", "reason", "said"),
    [
        (
            Queue.TIU,
            stream(add()),
            Reason.CUT,
            "TIU word 2: the stream is cut: 0 bytes are left, and no word has ended it",
        ),
        (Queue.TIU, stream(add())[:48], Reason.CUT, "TIU word 1: the stream is cut: 48 of 64 bytes of sAR"),
        (Queue.TIU, stream(add(2)), Reason.ID, "TIU word 1: cmd_id is 0x2: ids count words from 1, expected 0x1"),
        (Queue.TIU, stream(add(), add()), Reason.ID, "TIU word 2: cmd_id is 0x1: ids count words from 1, expected 0x2"),
        (Queue.TIU, np.zeros(128, np.uint8), Reason.LONG, "TIU word 1: cmd_short is 0x0: long forms are not executed"),
        (
            Queue.TIU,
            stream(Word.of("sSFU", "taylor", cmd_id=1)),
            Reason.NOT_EXECUTED,
            "TIU word 1: tsk_eu_typ is 0xd: sSFU.taylor is not executed",
        ),
        (
            Queue.TIU,
            with_bits(Word.of("sAR", "mul", cmd_id=1), 45, 31),
            Reason.NOT_EXECUTED,
            "TIU word 1: tsk_eu_typ is 0x1f: no function of sAR",
        ),
        (
            Queue.GDMA,
            with_bits(Word.of("DMA_tensor", "copy", cmd_id=1), 32, 9),
            Reason.NOT_EXECUTED,
            "GDMA word 1: cmd_type is 0x9: no word of GDMA on BM1684X",
        ),
        (
            Queue.GDMA,
            stream(Word.of("sDMA_general", "copy", cmd_id=1)),
            Reason.NOT_EXECUTED,
            "GDMA word 1: cmd_special_function is 0x0: sDMA_general.copy is not executed",
        ),
    ],
)
def test_a_refused_word_says_where_what_and_why(queue, data, reason, said):
    *before, last = split(data, queue)
    assert isinstance(last, Refusal)
    assert (last.reason, last.number, str(last)) == (reason, len(before) + 1, said)


def test_a_stream_as_text():
    copy = Word.of("DMA_tensor", "copy", cmd_id=1, cmd_id_dep=4, src_nsize=2)
    assert list(disassemble(stream(copy, END[Queue.GDMA]), Queue.GDMA)) == [
        (0, "DMA_tensor.copy 1 after TIU 4: src_nsize=0x2"),
        (96, "DMA_sys.end 0"),
    ]
    cut = "refused: GDMA word 2: the stream is cut: 0 bytes are left, and no word has ended it"
    assert list(disassemble(stream(copy), Queue.GDMA))[1] == (96, cut)


def test_reasons_are_those_of_the_register():
    reasons = registers().TIU.STOPPED.fields["REASON"].enum
    assert {reason.name: reason.value for reason in Reason} == dict(reasons)


def test_rtl_has_each_word_that_is_executed():
    text = rtl_packages(BM1684X, {})["sophgo_words_pkg"]
    assert "    logic [31:0] res0_addr;\n" in text
    for kind in KINDS.values():
        assert (f"}} {kind.name.lower()}_t;" in text) == bool(kind.executed), kind.name
