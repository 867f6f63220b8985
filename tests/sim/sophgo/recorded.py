"""Recorded words of the part (tests/vectors/sophgo): they change on the RTL of BM1684X what they changed there."""

from pathlib import Path

import numpy as np
import pyuvm

from models.sophgo.config.hardware import DDR
from models.sophgo.layouts.lanes import Place, address_of
from models.sophgo.layouts.strides import Shape, Strides, continuous
from models.sophgo.words.word import Word
from sequences.sophgo.draw.transfers import DDR_BYTES
from sequences.sophgo.operations.copies import EVERY_LANE, sides
from sequences.sophgo.queues import Queues
from sequences.sophgo.random.program import in_a_row
from sequences.sophgo.recorded import FILL, read_recorded
from tb.sophgo.env import MOST_ELEMENTS, SophgoBaseTest

VECTORS = Path(__file__).parents[2] / "vectors" / "sophgo" / "words.npz"
WINDOW_BYTES = 1 << 14
"""So much of each lane is used by recorded words."""
MARGIN, GAP = 16, 128
"""What is looked at around what a word touches; what lies no further apart is looked at as one."""
ELEMENT_BYTES, ELEMENT_FORMAT = 4, 4


@pyuvm.test()
class RecordedWordsTest(SophgoBaseTest):
    """Each recorded word by itself: what it finds in local memory is brought, and where it works is taken back.

    What a word is not to change is compared with the reference device: around it at once, elsewhere in the lanes at the
    end.
    """

    announces = ("shift-range",)  # some saturate sums that may need more than 64 bits

    async def stimulus(self, bench):
        self._bench, config = bench, bench.config
        bench.plan.allocate(DDR, DDR_BYTES, 1, at=config.ddr_base)
        self._before, self._after = (
            bench.empty((1, 1, 1, config.lanes * WINDOW_BYTES // ELEMENT_BYTES), "UINT32").address for _ in range(2)
        )
        await bench.play_words(*self._queued(_fills(config)))
        wrong = [
            f"word {number}, {case.word.disassemble()}: {text}"
            for number, case in enumerate(read_recorded(VECTORS))
            if (text := await self._differs(case))
        ]
        assert not wrong, f"{len(wrong)} words:\n" + "\n".join(wrong)

    async def _differs(self, case):
        """Play a word; where it has left something else than the part."""
        bench, config = self._bench, self._bench.config
        lanes, pieces = _touched(case, config)
        held = np.full((config.lanes, config.lane_bytes), FILL, np.uint8).ravel()
        self._load(config.ddr_base, np.full(DDR_BYTES, FILL, np.uint8))
        for start, data in case.before:
            if start >= config.ddr_base:
                self._load(start, data)
            else:
                held[start - config.local_base :][: len(data)] = data
        moves, at = ([], []), 0
        for begin, end in pieces:
            rows = held.reshape(config.lanes, -1)[np.ix_(lanes, range(begin, end))]
            self._load(self._before + at, rows.ravel())
            for found, stage in zip(moves, (self._before, self._after), strict=True):
                found.append((stage + at, Place(lanes[0], begin), len(lanes), (end - begin) // ELEMENT_BYTES))
            at += rows.size
        copies = [[_copy(config, *move, out=out) for move in found] for out, found in enumerate(moves)]
        await bench.play_words(*self._queued([*copies[0], case.word, *copies[1]]))
        return self._first_difference(case, lanes, pieces)

    def _first_difference(self, case, lanes, pieces):
        """A byte that is not what it was on the part, as text."""
        config, at = self._bench.config, 0
        held = np.zeros((config.lanes, config.lane_bytes), np.uint8)
        for begin, end in pieces:
            size_bytes = len(lanes) * (end - begin)
            data = self._bench.host.dump(DDR, self._after + at, size_bytes)
            held[np.ix_(lanes, range(begin, end))] = data.reshape(len(lanes), -1)
            at += size_bytes
        for start, want in case.changed:
            if start >= config.ddr_base:
                got = self._bench.host.dump(DDR, start, len(want))
            else:
                got = held.ravel()[start - config.local_base :][: len(want)]
            if (got != want).any():
                first = int(np.flatnonzero(got != want)[0])
                return f"{start + first:#x} holds {got[first]:#x}, not {want[first]:#x}"
        return ""

    def _queued(self, words):
        queues = Queues(self._bench.config)
        for word in words:
            queues.add(word)
        return queues.words

    def _load(self, address, data):
        self._bench.host.load(DDR, address, data)


def _touched(case, config):
    """The lanes in a row that a word touches, and the stretches of them, with what is around, multiples of 4."""
    runs = [(start - config.local_base, len(data)) for part in (case.before, case.changed) for start, data in part]
    places = [(*divmod(start, config.lane_bytes), size) for start, size in runs if start < config.local_bytes]
    if not places:
        return [0], []
    first, count = in_a_row({lane for lane, _, _ in places}, config.lanes)
    stretches = []
    for _, offset, size in sorted(places, key=lambda place: place[1]):
        begin, end = max(offset - MARGIN, 0) & -4, min(offset + size + MARGIN + 3, WINDOW_BYTES) & -4
        if stretches and begin - stretches[-1][1] < GAP:
            stretches[-1][1] = max(stretches[-1][1], end)
        else:
            stretches.append([begin, end])
    most = MOST_ELEMENTS // count * ELEMENT_BYTES
    pieces = [(at, min(at + most, end)) for begin, end in stretches for at in range(begin, end, most)]
    return [(first + lane) % config.lanes for lane in range(count)], pieces


def _copy(config, address, place, lanes, columns, *, out):
    """The word that copies so many elements from DDR to each of some lanes, or out of them."""
    shape, here, there = Shape(1, lanes, 1, columns), *(("src", "dst") if out else ("dst", "src"))
    members = sides(here, address_of(config, place) + config.local_base, shape, Strides(0, 0, 0, 1))
    members |= sides(there, address, shape, continuous(shape))
    members |= {"src_data_format": ELEMENT_FORMAT, "stride_enable": 1, "nchw_copy": 1}
    return Word.of("DMA_tensor", "copy", **members, **EVERY_LANE)


def _fills(config):
    """Words that let the window of all lanes hold the byte that memories held where nothing else is said."""
    columns = MOST_ELEMENTS // config.lanes
    for begin in range(0, WINDOW_BYTES, columns * ELEMENT_BYTES):
        members = sides("dst", config.local_base + begin, Shape(1, config.lanes, 1, columns), Strides(0, 0, 0, 1))
        members |= {"src_data_format": ELEMENT_FORMAT, "stride_enable": 1, "fill_constant_en": 1}
        yield Word.of("DMA_tensor", "copy", constant_value=FILL * 0x0101_0101, **members, **EVERY_LANE)
