"""Mini's descriptors made smaller on the model alone, and what the command line says of what cannot be."""

from dataclasses import replace

import numpy as np
import pytest

from models.mini.config import MEMORY, MINI64
from models.mini.descriptor import Opcode
from sequences.mini.bench import MiniBench
from sequences.mini.random import draw_operations
from sequences.mini.shrink import MiniShrinking
from sequences.model_host import ModelHost, run
from sequences.shrink.options import all_options
from sequences.shrink.played import in_one_play, play_program, problem_of, trimmed
from sequences.shrink.taking import ProgramTaker
from sequences.shrink.written_test import WrittenTitle, written_test
from tb.cli.main import main
from tb.regression.shrink.search import Search

SHRINKING = MiniShrinking(MINI64)


def played(count, seed=3):
    """What some random descriptors are, taken from the model, and what memory holds then."""
    device = SHRINKING.device()
    host, taker = ModelHost(device), ProgramTaker(SHRINKING)
    host.listeners.append(taker.happened)
    bench = MiniBench(host, MINI64, np.random.default_rng(seed))
    run(bench.play(*draw_operations(bench, count)))
    return trimmed(SHRINKING, taker.program), device


class LegalTrials:
    """Programs that are legal and of which a predicate says that they fail."""

    over = False

    def __init__(self, fails):
        self.fails = fails

    def fail(self, programs):
        """What the predicate says of each that is legal."""
        return [self.fails(program) and not problem_of(SHRINKING, program) for program in programs]


def test_a_program_does_what_was_played():
    program, device = played(20)
    assert not problem_of(SHRINKING, program)
    again = SHRINKING.device()
    run(play_program(SHRINKING, program, ModelHost(again), np.random.default_rng(9)))
    stored = [item.layers[0] for item in program.steps if item.layers[0].opcode is Opcode.STORE]
    assert stored
    for one in stored:
        places = MEMORY, one.address, one.length
        assert (device.dump(*places) == again.dump(*places)).all()


def test_descriptors_that_saturate_are_found_among_many():
    def fails(program):
        layers = [step.layers[0] for step in program.steps]
        computed = [at for at, one in enumerate(layers) if one.opcode is Opcode.MULTIPLY_ADD and one.scale > 100]
        return bool(computed) and any(one.opcode is Opcode.STORE for one in layers[computed[0] :])

    program = in_one_play(SHRINKING, played(40)[0])
    assert fails(program)
    found = Search(LegalTrials(fails), all_options(SHRINKING), lambda _: None).smallest(program)
    *_, computed, stored = (step.layers[0] for step in found.steps)
    assert (computed.opcode, stored.opcode) == (Opcode.MULTIPLY_ADD, Opcode.STORE)
    assert (computed.length, stored.length, computed.scale, computed.shift) == (1, 1, 101, 0)
    text = written_test(SHRINKING, replace(found, way=""), WrittenTitle(name="FoundTest", text=("What is left.",)))
    compile(text, "found.py", "exec")
    assert "Operation(opcode=Opcode.MULTIPLY_ADD, length=1" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name the test that fails: make shrink TEST=<name> SEED=<seed>"),
        (("--test", "NoSuchTest"), "TEST=NoSuchTest: no test matches"),
        (("--test", "HarshMini|Faulty"), "TEST=HarshMini|Faulty: 3 tests match: "),
        (("--test", "RandomMiniTest", "--max-runs", "0"), "MAX_RUNS=0: not a whole number from 1 to 100000"),
    ],
)
def test_what_cannot_be_meant_is_said_on_one_line(words, said, capsys, monkeypatch):
    for name in ("TEST", "COCOTB_TEST_FILTER", "MAX_RUNS"):
        monkeypatch.delenv(name, raising=False)
    try:
        status = main(["shrink", "--family", "mini", "--seed", "1", *words])
    except SystemExit as error:
        status = error.code
    assert status == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert said in line
