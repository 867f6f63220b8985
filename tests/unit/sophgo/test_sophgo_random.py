"""Random programs on the model alone: they do what was foreseen, read nothing unknown, and race nowhere."""

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.device import SophgoDevice
from models.sophgo.words.cells import CELLS, cell_of
from sequences.model_host import ModelHost, run
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.draw.words import draw_cell
from sequences.sophgo.random.foreseen import NAMES
from sequences.sophgo.random.program import MOST_WORDS, RandomProgram


class Program(RandomProgram):
    """A program that is played on the model, and kept apart from what it was to do."""

    def __init__(self, config, seed):
        self.device = SophgoDevice(config)
        bench = SophgoBench(ModelHost(self.device), config, np.random.default_rng(seed))
        super().__init__(bench)
        self.happened = []
        self.device.listeners.append(self.happened.append)

    def play(self, *cells):
        """Play a kernel; its words."""
        words = self.words(cells)
        run(self._bench.play_words(*words))
        return words

    def play_these(self, *cells):
        """The same of a word of each cell that is given as it is."""
        words = self.these(draw_cell(self._rng, self._config, cell) for cell in cells)
        run(self._bench.play_words(*words))
        return words

    def differences(self):
        """Bytes that are not what was foreseen, by memory."""
        found = {}
        for name in NAMES:
            for at, data, known in self.device.memories[name].pages():
                held, flags = self._held.look(name, np.arange(at, at + len(data), dtype=np.uint64))
                found[name] = found.get(name, 0) + int((flags & known & (held != data)).sum())
        return {name: count for name, count in found.items() if count}

    def complaints(self):
        """Races, reads of what nobody knows, and words of which nothing is known."""
        for happened in self.happened:
            yield from happened.refused
            yield from (race for layer in happened.started for race in layer.races)
            yield from (claim.unknown_reads_text for claim in happened.claimed if claim.unknown_reads)


@pytest.mark.parametrize(("name", "kernels"), [("mini_tpu", 20), ("bm1684x", 2)])
def test_programs_do_what_was_foreseen(name, kernels):
    program = Program(CONFIGS[name], 4)
    for _ in range(kernels):
        words = program.play()
        assert 1 < len(words) <= MOST_WORDS
        assert not [*program.complaints()]
        assert not program.differences()


@pytest.mark.parametrize("cell", CELLS)
def test_each_cell_is_drawn(cell):
    words = Program(CONFIGS["mini_tpu"], 5).play(cell)
    assert cell_of(words[-1]) == cell


def test_the_same_seed_gives_the_same_words():
    one, other = (Program(CONFIGS["mini_tpu"], 6).play() for _ in range(2))
    assert [word.disassemble() for word in one] == [word.disassemble() for word in other]


def test_words_that_are_given_find_what_they_read():
    program = Program(CONFIGS["mini_tpu"], 7)
    words = program.play_these("DMA_tensor.copy strides", "sRQ.requantise")
    assert cell_of(words[-1]) == "sRQ.requantise"
    assert not [*program.complaints()]
    assert not program.differences()
