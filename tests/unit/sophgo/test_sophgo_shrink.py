"""Programs of words made smaller on the model alone."""

from dataclasses import replace

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.words.plain import PlainWord
from sequences.model_host import ModelHost, run
from sequences.shrink.options import all_options
from sequences.shrink.played import in_one_play, play_program, problem_of, trimmed
from sequences.shrink.program_file import from_text, to_text
from sequences.shrink.taking import ProgramTaker
from sequences.shrink.written_test import WrittenTitle, written_test
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.draw.words import draw_word
from sequences.sophgo.random.program import RandomProgram
from sequences.sophgo.shrink import SophgoShrinking
from tb.regression.shrink.search import Search

SMALL = CONFIGS["mini_tpu"]
SHRINKING = SophgoShrinking(SMALL)
CHOOSING = ("DMA_masked_select", "DMA_nonzero")
"""They leave some of the room alone that they may write."""


class LegalTrials:
    """Programs that are legal and of which a predicate says that they fail."""

    over = False

    def __init__(self, fails):
        self.fails = fails

    def fail(self, programs):
        """What the predicate says of each that is legal."""
        return [self.fails(program) and not problem_of(SHRINKING, program) for program in programs]


def played(kernels, seed=3):
    """What some random kernels are, taken from the model, and what memory holds then."""
    device = SHRINKING.device()
    host, taker = ModelHost(device), ProgramTaker(SHRINKING)
    host.listeners.append(taker.happened)
    bench = SophgoBench(host, SMALL, np.random.default_rng(seed))
    program = RandomProgram(bench)
    for _ in range(kernels):
        run(bench.play_words(*program.words()))
    return trimmed(SHRINKING, taker.program), device


@pytest.mark.parametrize("seed", range(30))
def test_a_word_comes_back_as_it_was(seed):
    word = draw_word(np.random.default_rng(seed), SMALL)
    assert PlainWord.of(word).word() == word.changed(cmd_id=0, cmd_id_dep=0)


def test_a_program_does_what_was_played():
    program, device = played(8)
    assert not problem_of(SHRINKING, program)
    again = SHRINKING.device()
    run(play_program(SHRINKING, from_text(to_text(program)), ModelHost(again), np.random.default_rng(9)))
    words = [step.layers for step in program.steps if step.layers[0].kind not in CHOOSING]
    written = [where for layers in words for where in SHRINKING.writes(layers)]
    assert written
    for where in written:
        one, other = (
            memories[where.port].read_chunks(where.addresses, where.chunk_bytes)[0]
            for memories in (device.memories, again.memories)
        )
        assert (one == other).all()


def test_one_word_is_found_among_many():
    def fails(program):
        return any(layer.kind in ("sCONV", "sPorD") for step in program.steps for layer in step.layers)

    program = in_one_play(SHRINKING, played(2)[0])
    assert fails(program)
    found = Search(LegalTrials(fails), all_options(SHRINKING), lambda _: None).smallest(program)
    ((word,),) = (step.layers for step in found.steps)
    assert word.kind in ("sCONV", "sPorD")
    text = written_test(SHRINKING, replace(found, way=""), WrittenTitle(name="FoundTest", text=("What is left.",)))
    compile(text, "found.py", "exec")
    assert "Word.of(" in text
    assert f'"{word.kind}"' in text
