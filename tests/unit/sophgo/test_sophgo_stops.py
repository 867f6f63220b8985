"""Kernels in which a queue stops, on the model alone: where it should, for the reason that it should."""

from itertools import product

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.device import SophgoDevice
from models.sophgo.operations.operand import MemberError
from models.sophgo.operations.table import operation_of
from models.sophgo.words.cells import CELLS
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason
from sequences.model_host import ModelHost, run
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.draw.words import draw_cell
from sequences.sophgo.random.program import RandomProgram
from sequences.sophgo.random.stops import STOPS, refused, stopping

SMALL = CONFIGS["mini_tpu"]
CASES = [case for case in product(Queue, STOPS) if case != (Queue.GDMA, Reason.LONG)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("queue", "reason"), CASES)
def test_a_queue_stops_for_its_reason(queue, reason, seed):
    bench = SophgoBench(
        ModelHost(SophgoDevice(SMALL), announces=tuple(STOPS.values())), SMALL, np.random.default_rng(seed)
    )
    words = RandomProgram(bench).words()
    while not any(word.queue is queue for word in words):
        words = RandomProgram(bench).words()
    kernel = stopping(bench.rng, words, queue, reason, SMALL)
    run(bench.play_words(*kernel.words, ends=kernel.ends))
    stopped = run(bench.host.read(bench.registers.blocks[queue].registers["STOPPED"]))
    fields = bench.registers.blocks[queue].registers["STOPPED"].fields
    # a queue may stop before, as it waits for the other one, which cut streams stop too
    assert fields["REASON"].get(stopped) in {reason, Reason.WAITS}
    assert 0 < fields["WORD"].get(stopped) <= len(words) + 1


def test_words_are_refused_for_many_members():
    """Each is legal but for one member."""
    rng, found = np.random.default_rng(3), set()
    for cell in CELLS:
        word = draw_cell(rng, SMALL, cell)
        spoiled = refused(rng, word, SMALL)
        (name,) = (name for name in word.values if word[name] != spoiled[name])
        with pytest.raises(MemberError):
            operation_of(spoiled, SMALL)
        found.add((word.kind.name, name))
    assert len({kind for kind, _ in found}) == len({cell.partition(".")[0] for cell in CELLS})
    assert len({name for _, name in found}) > 12
