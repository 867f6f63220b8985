"""Random programs on the model alone: they do what was foreseen, read nothing unknown, and race nowhere."""

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.config.hardware import L2, LOCAL, STATIC
from models.sophgo.device import SophgoDevice
from models.sophgo.kernels.program import Step
from models.sophgo.words.cells import CELLS, cell_of
from sequences.model_host import ModelHost, run
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.draw.words import draw_cell
from sequences.sophgo.random.foreseen import NAMES, bytes_of
from sequences.sophgo.random.program import MOST_WORDS, ProgramKnobs, RandomProgram


class Program(RandomProgram):
    """A program that is played on the model, and kept apart from what it was to do."""

    def __init__(self, config, seed, **knobs):
        self.device = SophgoDevice(config)
        bench = SophgoBench(ModelHost(self.device), config, np.random.default_rng(seed))
        super().__init__(bench, ProgramKnobs(**knobs))
        self.happened = []
        self.device.listeners.append(self.happened.append)

    def play_alone(self, *cells):
        """Play a kernel, and nothing behind it; its words."""
        words = self.words(cells)
        run(self._bench.play_words(*words))
        return words

    def words(self, *given):
        """The words of a kernel, which are kept."""
        self.drawn = super().words(*given)
        return self.drawn

    def play_operations(self):
        """Play a kernel as tests do; the operations of its words, and those that follow."""
        self.happened.clear()
        run(self.play())
        layers = (layer.descriptor for happened in self.happened for layer in happened.started)
        operations = [item.operation for item in layers if isinstance(item, Step)]
        return operations[: len(self.drawn)], operations[len(self.drawn) :]

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
        words = program.play_alone()
        assert 1 < len(words) <= MOST_WORDS
        assert not [*program.complaints()]
        assert not program.differences()


@pytest.mark.parametrize("cell", CELLS)
def test_each_cell_is_drawn(cell):
    words = Program(CONFIGS["mini_tpu"], 5).play_alone(cell)
    assert cell_of(words[-1]) == cell


def test_the_same_seed_gives_the_same_words():
    one, other = (Program(CONFIGS["mini_tpu"], 6).play_alone() for _ in range(2))
    assert [word.disassemble() for word in one] == [word.disassemble() for word in other]


def test_words_that_are_given_find_what_they_read():
    program = Program(CONFIGS["mini_tpu"], 7)
    words = program.play_these("DMA_tensor.copy strides", "sRQ.requantise")
    assert cell_of(words[-1]) == "sRQ.requantise"
    assert not [*program.complaints()]
    assert not program.differences()


@pytest.mark.parametrize("name", CONFIGS)
def test_what_a_kernel_has_written_in_the_chip_is_copied_out_behind_it(name):
    program = Program(CONFIGS[name], 8, compared=1.0)
    for _ in range(3):
        drawn, copies = program.play_operations()
        assert copies
        assert not [*program.complaints()]
        for memory in (LOCAL, STATIC, L2):
            written = bytes_of((item for one in drawn for item in one.outputs), memory)
            _, known = program.device.memories[memory].read_chunks(written, 1)
            copied = bytes_of((item for one in copies for item in one.inputs), memory)
            assert copied.tolist() == written[known[:, 0]].tolist()


def test_nothing_is_copied_out_where_knobs_say_never():
    assert Program(CONFIGS["mini_tpu"], 8, compared=0.0).play_operations()[1] == []
