"""Launches and streams: what is refused and why, who waits for whom, what registers show of it."""

import cocotb

from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason
from models.sophgo.words.word import Word
from tests.sim.sophgo.units.tpu_bench import (
    COMPLETED,
    DDR,
    ENDS,
    EVERY_LANE,
    FINISHED,
    INTR_STATUS,
    KERNEL,
    LAUNCH,
    NOTIFY,
    RESULT,
    SLOTS,
    STATUS,
    TABLE_SIZE,
    Streams,
    Tpu,
    address,
    axes,
)

OK, NO_KERNEL, STOPPED = range(3)
NO_TIU, NO_GDMA = b"", b""


def fill(number: int, after: int = 0, offset: int = 0x100) -> Word:
    """A word of the GDMA that writes 16 bytes of DDR."""
    members = {"fill_constant_en": 1, "constant_value": 0x11 * number, "stride_enable": 1, "nchw_copy": 1}
    members |= axes("dst", "size", (1, 1, 1, 16)) | axes("dst", "stride", (16, 16, 16, 1)) | EVERY_LANE
    members |= axes("src", "size", (1, 1, 1, 16)) | address("dst", DDR + offset)
    return Word.of("DMA_tensor", "copy", cmd_id=number, cmd_id_dep=after, **members)


def data(*words: Word) -> bytes:
    return b"".join(word.encode().tobytes() for word in words)


@cocotb.test()
async def streams_end(dut):
    tpu = await Tpu.start(dut)
    assert await tpu.launch(NO_TIU, NO_GDMA) == OK
    assert await tpu.launch(data(ENDS[Queue.TIU]), data(ENDS[Queue.GDMA])) == OK
    assert await tpu.launch(NO_TIU, data(fill(1), fill(2, offset=0x10C), ENDS[Queue.GDMA])) == OK
    assert await tpu.read(0x200 + FINISHED) == 2
    assert bytes(tpu.get(0x100, 32)) == bytes([0x11] * 12 + [0x22] * 16 + [0] * 4)
    assert await tpu.read(COMPLETED) == 3


@cocotb.test()
async def kernels_that_are_not_there(dut):
    tpu = await Tpu.start(dut)
    assert await tpu.launch(NO_TIU, NO_GDMA) == OK
    await tpu.write(LAUNCH, NOTIFY | KERNEL + 1)
    await cocotb.triggers.RisingEdge(dut.irq)
    assert await tpu.read(RESULT) == NO_KERNEL << 16 | KERNEL + 1
    assert await tpu.read(INTR_STATUS) == 3
    await tpu.write(TABLE_SIZE, 0)
    await tpu.write(INTR_STATUS, 3)
    await tpu.write(LAUNCH, KERNEL)
    await cocotb.triggers.RisingEdge(dut.irq)
    assert await tpu.read(INTR_STATUS) == 2


@cocotb.test()
async def launches_wait_where_there_is_room(dut):
    tpu = await Tpu.start(dut)
    assert await tpu.launch(NO_TIU, data(*(fill(number) for number in range(1, 9)), ENDS[Queue.GDMA])) == OK
    assert await tpu.read(SLOTS) == 2
    for free in (2, 1, 0, 0):
        await tpu.write(LAUNCH, KERNEL)
        assert await tpu.read(SLOTS) == free
    assert await tpu.read(STATUS) == 1
    while await tpu.read(STATUS):
        assert await tpu.read(COMPLETED) < 4
    assert await tpu.read(COMPLETED) == 4
    assert await tpu.read(INTR_STATUS) == 0


@cocotb.test()
async def refused_words(dut):
    tpu = await Tpu.start(dut)
    end = ENDS[Queue.GDMA]
    third = data(fill(1), fill(2))
    reserved = Word.of("DMA_general", "copy", cmd_id=3)
    for words, word, reason in (
        (third, 3, Reason.CUT),
        (third[:-16], 2, Reason.CUT),
        (third + data(fill(4), end), 3, Reason.ID),
        (third + data(reserved, end), 3, Reason.NOT_EXECUTED),
        (data(Word.of("DMA_sys", "nop", cmd_id=1)), 1, Reason.NOT_EXECUTED),
    ):
        assert await tpu.launch(NO_TIU, words) == STOPPED
        assert await tpu.stopped(Queue.GDMA) == (word, reason)
        assert await tpu.stopped(Queue.TIU) == (0, 0)
        assert await tpu.read(0x200 + FINISHED) == word - 1
    long_form = data(Word.of("sAR", "add", cmd_id=1, cmd_short=0))
    assert await tpu.launch(long_form, NO_GDMA) == STOPPED
    assert await tpu.stopped(Queue.TIU) == (1, Reason.LONG)
    assert await tpu.stopped(Queue.GDMA) == (0, 0)


@cocotb.test()
async def words_wait_for_the_other_queue(dut):
    tpu = await Tpu.start(dut)
    streams = Streams()
    copy = streams.add("sAR", "copy", after=1, cmd_short=1, **COPY)
    assert copy == 1
    tiu = streams.data(Queue.TIU)
    assert await tpu.launch(tiu, data(fill(1), fill(2, after=1), ENDS[Queue.GDMA])) == OK
    # the other queue ends before
    assert await tpu.launch(tiu, data(ENDS[Queue.GDMA])) == STOPPED
    assert await tpu.stopped(Queue.TIU) == (1, Reason.WAITS)
    # both wait
    assert await tpu.launch(tiu, data(fill(1, after=1), ENDS[Queue.GDMA])) == STOPPED
    assert await tpu.stopped(Queue.TIU) == (1, Reason.WAITS)
    assert await tpu.stopped(Queue.GDMA) == (1, Reason.WAITS)
    # one goes on as long as it can
    assert await tpu.launch(tiu, data(fill(1), fill(2, after=2), ENDS[Queue.GDMA])) == STOPPED
    assert await tpu.stopped(Queue.TIU) == (0, 0)
    assert await tpu.stopped(Queue.GDMA) == (2, Reason.WAITS)


COPY = {
    "opd0_const": 1,
    "res0_n": 1,
    "res0_c": 1,
    "res0_h": 1,
    "res0_w": 1,
    "tsk_opd_num": 1,
}
