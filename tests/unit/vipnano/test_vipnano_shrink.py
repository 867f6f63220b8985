"""Programs of jobs made smaller on the model alone."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from models.vipnano.config import CONFIGS
from models.vipnano.plain.nn import PlainNnJob
from models.vipnano.plain.tp import PlainTpJob
from sequences.model_host import ModelHost, run
from sequences.shrink.options import all_options
from sequences.shrink.played import in_one_play, play_program, problem_of, trimmed
from sequences.shrink.program_file import from_text, to_text
from sequences.shrink.taking import ProgramTaker
from sequences.shrink.written_test import WrittenTitle, written_test
from sequences.vipnano.bench import VipnanoBench
from sequences.vipnano.draw.jobs import draw_job
from sequences.vipnano.plain_jobs import in_memory
from sequences.vipnano.shrink import VipnanoShrinking
from tb.cli.main import main
from tb.regression.shrink.search import Search

SMALL = CONFIGS["mini_vip"]
SHRINKING = VipnanoShrinking(SMALL)


class LegalTrials:
    """Programs that are legal and of which a predicate says that they fail."""

    over = False

    def __init__(self, fails):
        self.fails = fails

    def fail(self, programs):
        """What the predicate says of each that is legal."""
        return [self.fails(program) and not problem_of(SHRINKING, program) for program in programs]


def played(jobs, seed=3):
    """What some random jobs are, taken from the model, and what memory holds then; the jobs themselves."""
    device = SHRINKING.device()
    host, taker = ModelHost(device), ProgramTaker(SHRINKING)
    host.listeners.append(taker.happened)
    bench = VipnanoBench(host, SMALL, np.random.default_rng(seed))
    drawn = [bench.job(partial(draw_job, bench.rng, SMALL)) for _ in range(jobs)]
    run(bench.play(*drawn))
    return trimmed(SHRINKING, taker.program), device, drawn


def jobs_of(program):
    return [layer for step in program.steps for layer in step.layers]


def test_jobs_come_back_as_they_were():
    program, _, drawn = played(40)
    for (made, at), (job, address) in zip(in_memory(jobs_of(program), SMALL), drawn, strict=True):
        assert at == address
        assert made.structure.values == job.structure.values
        for (place, data), (wanted_place, wanted) in zip(made.loads, job.loads[-1:], strict=False):
            assert place == wanted_place
            assert (data == wanted).all()


@pytest.mark.parametrize("way", SHRINKING.ways)
def test_a_program_does_what_was_played(way):
    program, device, _ = played(20)
    program = replace(program, way=way)
    assert not problem_of(SHRINKING, program)
    again = SHRINKING.device()
    run(play_program(SHRINKING, from_text(to_text(program)), ModelHost(again), np.random.default_rng(9)))
    for step in program.steps:
        for where in SHRINKING.writes(step.layers):
            one, other = (
                memories[where.port].read_chunks(where.addresses, where.chunk_bytes)[0]
                for memories in (device.memories, again.memories)
            )
            assert (one == other).all()


@pytest.mark.parametrize("way", SHRINKING.ways)
def test_a_program_becomes_a_trace_that_plays(tmp_path, capsys, way):
    program = replace(played(9)[0], way=way)
    assert SHRINKING.trace(program, tmp_path / "trace", "nine jobs")
    assert main(["trace", "--family", "vipnano", "--config", "mini_vip", "--sim", "none", str(tmp_path / "trace")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"


def found_among_many(fails, jobs=12):
    """What is left of random jobs, of which only those matter that a predicate names."""
    program = in_one_play(SHRINKING, played(jobs)[0])
    whole = lambda program: any(map(fails, jobs_of(program)))  # noqa: E731
    assert whole(program)
    found = Search(LegalTrials(whole), all_options(SHRINKING), lambda _: None).smallest(program)
    (job,) = jobs_of(found)
    text = written_test(SHRINKING, replace(found, way=""), WrittenTitle(name="FoundTest", text=("What is left.",)))
    compile(text, "found.py", "exec")
    return job, text


def test_a_convolution_is_found_among_many():
    def fails(job):
        return isinstance(job, PlainNnJob) and job.run_bits > 0 and job.kernel_columns > 1 and len(job.kernels) > 3

    job, text = found_among_many(fails)
    assert (len(job.kernels), job.kernel_planes, job.kernel_lines, job.kernel_columns) == (4, 1, 1, 2)
    assert (job.in_lines, job.in_columns, job.out_lines, job.out_columns, job.run_bits) == (1, 1, 1, 1, 1)
    assert not any(one.weights.any() for one in job.kernels)
    assert "PlainNnJob(" in text
    assert "PlainKernel(weights=np.zeros(2, np.uint8))" in text


def test_a_move_is_found_among_many():
    def fails(job):
        return isinstance(job, PlainTpJob) and job.tiles_right > 2 and job.first_line < -1

    job, text = found_among_many(fails)
    assert replace(job, in_address=0, out_address=0) == PlainTpJob(
        in_address=0, out_address=0, tiles_right=3, first_line=-2
    )
    assert "PlainTpJob(" in text


@pytest.mark.parametrize("changed", [{"coefficients": 1}, {"run_bits": 9}, {"in_lines": 1 << 13}, {"kernel_lines": 9}])
def test_what_does_not_fit_is_said(changed):
    job = next(job for job in jobs_of(played(8)[0]) if isinstance(job, PlainNnJob))
    with pytest.raises(ValueError, match=r"."):
        in_memory([replace(job, **changed)], SMALL)
