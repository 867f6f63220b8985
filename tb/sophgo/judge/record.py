"""``python -m tb.sophgo.judge.record``: writes what the judge makes of some random words to tests/vectors/sophgo."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.sophgo.config import BM1684X
from models.sophgo.config.hardware import DDR, LOCAL
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.table import operation_of
from models.sophgo.words.word import Word
from sequences.sophgo.draw.words import draw_word
from sequences.sophgo.recorded import FILL, Recorded, Runs, write_recorded
from tb.runner.paths import ROOT
from tb.sophgo.judge.calls import record_calls
from tb.sophgo.judge.library import NoJudgeError
from tb.sophgo.judge.play import Match
from tb.sophgo.judge.process import JudgeProcess

PATH = ROOT / "tests" / "vectors" / "sophgo" / "words.npz"
CALLS, RECORDED_CALLS = PATH.with_name("calls.json"), 220
SEED, DRAWN, KEPT, MOST_BYTES = 2026, 4000, 300, 6000
"""So many words are drawn; of those that touch at most so many bytes, so many are kept."""
PLAIN = ("_addr", "_id", "_id_dep", "_l32", "_h32", "_h8")
"""How members end of which every value is like another."""
SIZES = (*(f"_{side}" for side in "nchw"), *(f"_{side}_str" for side in "nchw"), "size", "stride", "index", "_value")


def features(word: Word) -> set[tuple[str, int]]:
    """What a word is, in small numbers: precisions, signs, roundings, layouts, constants, start lanes, rows."""
    name = f"{word.kind.name}.{word.function}"
    found = {(name, 0)}
    for member, value in word.values.items():
        if member == "opd2_n_str" or not member.endswith((*PLAIN, *SIZES)):
            found.add((member, value))
    channels = word.values.get("res0_c", word.values.get("src_csize", 0))
    place = word.values.get("res0_addr", word.values.get("dst_start_addr_l32", 0))
    found.add(("lane", min(place // BM1684X.lane_bytes % BM1684X.lanes, 1) + (place // BM1684X.lane_bytes % 64 == 63)))
    found.add(("rows", min(channels // BM1684X.lanes, 2)))
    found.add(("lanes left out", int(word.values.get("localmem_mask_l32", 0) not in (0, 0xFFFF_FFFF))))
    return found


def chosen() -> list[int]:
    """Numbers of words that together have as many pairs of features as may be: always the best one next."""
    pairs: dict[int, set[tuple[object, ...]]] = {}
    for number in range(DRAWN):
        word = draw_word(np.random.default_rng([SEED, number]), BM1684X)
        if touched_bytes(operation_of(word, BM1684X)) <= MOST_BYTES:
            own = f"{word.kind.name}.{word.function}"
            pairs[number] = {(own, *pair) for pair in combinations(sorted(features(word)), 2)}
    covered: set[tuple[object, ...]] = set()
    numbers: list[int] = []
    gains = [(-len(own), number) for number, own in pairs.items()]  # at most so much: what is covered only grows
    heapify(gains)
    while len(numbers) < KEPT:
        _, number = heappop(gains)
        gain = len(pairs[number] - covered)
        if gains and -gain > gains[0][0]:
            heappush(gains, (-gain, number))
        else:
            covered |= pairs[number]
            numbers.append(number)
    return sorted(numbers)


def touched_bytes(operation: Operation) -> int:
    """How many bytes a word reads and writes at most."""
    return sum(item.addresses.size * item.dtype.itemsize for item in (*operation.inputs, *operation.outputs))


def recorded(match: Match, number: int) -> Recorded:
    """A word with what the judge makes of it."""
    match.draw(number, FILL)
    before = {LOCAL: match.window.copy(), DDR: match.images.bytes[DDR].copy()}
    after = match.judged()
    held = [_runs(name, _read(match, name), before[name]) for name in before]
    changed = [_runs(name, before[name] != after[name], after[name]) for name in before]
    return Recorded(match.word, _joined(held), _joined(changed))


def _read(match: Match, name: str) -> NDArray[np.bool_]:
    """Which bytes of a memory the word may read, of the window or of the DDR."""
    operation, flags = match.operation, np.zeros(match.images.bytes[name].shape, np.bool_)
    first = BM1684X.ddr_base if name == DDR else 0
    for operand in (*operation.inputs, *operation.reach):
        if operand.memory == name:
            for byte in range(operand.dtype.itemsize):
                flags[operand.addresses - first + byte] = True
    return flags if name == DDR else flags.reshape(BM1684X.lanes, -1)[:, : match.window.shape[1]]


def _runs(name: str, chosen_bytes: NDArray[np.bool_], data: Bytes) -> tuple[NDArray[np.int64], Bytes]:
    """Addresses and bytes of those that are chosen, of the window or of the DDR."""
    if name == DDR:
        (at,) = np.nonzero(chosen_bytes)
        return at + BM1684X.ddr_base, data[at]
    lane, offset = np.nonzero(chosen_bytes)
    return lane * BM1684X.lane_bytes + offset + BM1684X.local_base, data[lane, offset]


def _joined(parts: list[tuple[NDArray[np.int64], Bytes]]) -> Runs:
    addresses, data = (np.concatenate(item) for item in zip(*parts, strict=True))
    return Runs.of(addresses, data)


def _all(match: Match) -> Iterator[Recorded]:
    for number in chosen():
        yield recorded(match, number)


def main() -> int:
    """Write the file.

    Returns:
        The exit status: 0, or 2 where there is no judge.
    """
    try:
        with JudgeProcess() as judge, JudgeProcess("bm1684") as okk_judge:
            write_recorded(PATH, _all(Match(judge, SEED)))
            record_calls(okk_judge, CALLS, RECORDED_CALLS, SEED)
    except NoJudgeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{KEPT} words in {PATH}, {PATH.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
