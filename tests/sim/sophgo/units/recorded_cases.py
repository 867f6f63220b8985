"""Recorded words of the part: what they change in local memory and in DDR, and that they change nothing around it."""

from dataclasses import replace
from pathlib import Path

import cocotb
import numpy as np

from models.sophgo.config import BM1684X
from models.sophgo.words.description import Queue
from models.sophgo.words.word import Word
from sequences.sophgo.recorded import FILL, Recorded, Runs, read_recorded
from tests.sim.sophgo.units.tpu_bench import DDR, EVERY_LANE, LOCAL, Streams, Tpu, address, axes

VECTORS = Path(__file__).parents[3] / "vectors" / "sophgo" / "words.npz"
LANES, LANE_BYTES = BM1684X.lanes, BM1684X.lane_bytes
STAGE, DDR_USED = 0x1_0000, 0x2000
"""Offsets in DDR: where local memory comes from and goes to, and the end of what words use."""
MARGIN, GAP = 16, 128


class Memories:
    """What memories hold: an image of local memory, lane by lane, and of the first part of DDR."""

    def __init__(self) -> None:
        self.local = np.full((LANES, LANE_BYTES), FILL, np.uint8)
        self.ddr = np.full(DDR_USED, FILL, np.uint8)

    def put(self, runs: Runs) -> None:
        """Bytes at addresses as the GDMA counts."""
        for start, data in runs:
            if start >= DDR:
                self.ddr[start - DDR :][: len(data)] = data
            else:
                self.local.reshape(-1)[start - LOCAL :][: len(data)] = data


def intervals(case: Recorded) -> list[tuple[int, int]]:
    """Where in lanes a word reads or writes, with what is around it: first byte and how many, multiples of 4."""
    found = [
        ((start - LOCAL) % LANE_BYTES, len(data))
        for runs in (case.before, case.changed)
        for start, data in runs
        if start < DDR
    ]
    merged: list[list[int]] = []
    for place, size in sorted(found):
        first, last = max(place - MARGIN, 0) & ~3, min(place + size + MARGIN + 3, LANE_BYTES) & ~3
        if merged and first - merged[-1][1] < GAP:
            merged[-1][1] = max(merged[-1][1], last)
        else:
            merged.append([first, last])
    return [(first, last - first) for first, last in merged]


def kernel(case: Recorded, places: list[tuple[int, int]]) -> Streams:
    """The word between words that bring local memory from DDR and take it back."""
    streams, word = Streams(), case.word

    def move(stores: bool, after: int) -> None:
        offset = STAGE
        for place, size in places:
            here, there = ("src", "dst") if stores else ("dst", "src")
            streams.add(
                "DMA_tensor",
                "copy",
                after=after,
                **{"src_data_format": 4, "nchw_copy": 1, "stride_enable": 1} | EVERY_LANE,
                **axes("src", "size", (1, LANES, 1, size // 4)),
                **axes(here, "stride", (0, 0, 0, 1)),
                **axes(there, "stride", (0, size // 4, 0, 1)),
                **address(here, LOCAL + place),
                **address(there, DDR + offset),
            )
            offset += size * LANES

    move(stores=False, after=0)
    number = len(streams.words[Queue.GDMA])
    ids = {"cmd_id": 1, "cmd_id_dep": number} if word.queue is Queue.TIU else {"cmd_id": number + 1}
    streams.words[word.queue].append(replace(word, values={**word.values, **ids}))
    move(stores=True, after=int(word.queue is Queue.TIU))
    return streams


async def wrong(tpu: Tpu, memories: Memories, case: Recorded) -> str:
    """Play a word; what is wrong with what it has done."""
    places = intervals(case)
    memories.put(case.before)
    offset = STAGE
    for place, size in places:
        tpu.put(offset, memories.local[:, place : place + size].tobytes())
        offset += size * LANES
    tpu.put(0, memories.ddr.tobytes())
    await tpu.play(kernel(case, places))
    memories.put(case.changed)
    found, offset = "", STAGE
    for place, size in places:
        got = tpu.get(offset, LANES * size).reshape(LANES, size)
        want = memories.local[:, place : place + size]
        if (got != want).any():
            lane, byte = (int(item[0]) for item in np.nonzero(got != want))
            count = int((got != want).sum())
            found = (
                f"lane {lane} byte {place + byte:#x}: {got[lane, byte]:#x}, not {want[lane, byte]:#x}; {count} bytes"
            )
        offset += size * LANES
        want[:] = FILL
    if (tpu.get(0, DDR_USED) != memories.ddr).any():
        byte = int(np.flatnonzero(tpu.get(0, DDR_USED) != memories.ddr)[0])
        found = f"DDR {byte:#x}: {tpu.get(byte, 1)[0]:#x}, not {memories.ddr[byte]:#x}"
    memories.ddr[:] = FILL
    return found


@cocotb.test()
async def recorded_words(dut):
    tpu, memories = await Tpu.start(dut), Memories()
    failures = []
    for number, case in enumerate(read_recorded(VECTORS)):
        assert isinstance(case.word, Word)
        try:
            found = await wrong(tpu, memories, case)
        except AssertionError as error:
            found = str(error)
        if found:
            failures.append(f"{number} {case.word.disassemble()}: {found}")
    assert not failures, f"{len(failures)} words:\n" + "\n".join(failures)
