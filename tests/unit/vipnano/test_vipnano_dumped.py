"""Jobs that a driver has dumped become traces; what is wrong with one is a line with word and bit."""

import re

import numpy as np
import pytest

from models.vipnano.config import CONFIGS
from models.vipnano.structures.description import STRUCTURE_BYTES
from sequences.vipnano.draw.jobs import draw_nn_job, draw_tp_job
from tb.cli.main import main as tb
from tb.vipnano.dumped.__main__ import main

SMALL = CONFIGS["mini_vip"]


def drawn(kind, number=1):
    """A job's structure, and the files that belong to it."""
    rng = np.random.default_rng([61, number])
    job = draw_nn_job(rng, SMALL) if kind == "NN" else draw_tp_job(rng)
    files = {"input": job.loads[0][1]}
    return job.structure, files | ({"stream": job.loads[-1][1]} if kind == "NN" else {})


@pytest.fixture
def dumped(tmp_path, capsys):
    """Makes files and a trace of them; returns the exit status, what was said, and the trace's folder."""

    def call(structure, *more, **files):
        words = ["--config", "mini_vip", "--out", str(tmp_path / "trace"), *more]
        given = {"structure": structure if isinstance(structure, np.ndarray) else structure.encode(), **files}
        for name, data in given.items():
            (tmp_path / name).write_bytes(np.asarray(data, np.uint8).tobytes())
            words += [f"--{name}", str(tmp_path / name)]
        status = main(words)
        said = capsys.readouterr()
        return status, (said.out + said.err).splitlines(), tmp_path / "trace"

    return call


def played(folder, capsys):
    """What the reference makes of a trace: the exit status, and the line of it."""
    status = tb(["trace", "--family", "vipnano", "--config", "mini_vip", "--sim", "none", str(folder)])
    return status, capsys.readouterr().out.splitlines()[-2]


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("kind", ["NN", "TP"])
def test_a_job_becomes_a_trace_that_plays(dumped, capsys, kind, number):
    structure, files = drawn(kind, number)
    status, (said,), folder = dumped(structure, **files)
    assert status == 0
    assert said.startswith(f"{kind} job, ")
    assert played(folder, capsys) == (0, "PASS trace")


@pytest.mark.parametrize("wrong", [False, True])
def test_what_came_out_is_the_golden(dumped, capsys, wrong):
    structure, files = drawn("TP")
    structure = structure.with_(out_zero_point=0, in_zero_point=255)  # so that 0 comes out
    output = np.full(1 << 16, 0, np.uint8)
    output[0] = wrong
    status, _, folder = dumped(structure, **files, output=output)
    assert status == 0
    status, said = played(folder, capsys)
    assert status == int(wrong)
    assert ("expected 0x01, got 0x00" in said) is wrong


def test_a_structure_of_34_words_is_taken(dumped):
    structure, files = drawn("NN")
    longer = np.concatenate([structure.encode(), np.zeros(8, np.uint8)])
    assert dumped(longer, **files)[0] == 0
    longer[STRUCTURE_BYTES + 4] = 1
    assert dumped(longer, **files)[:2] == (
        2,
        ["error: word 33 of a structure of NN is not 0: it has members in 32 words"],
    )


def with_stream(change):
    """A job of the NN unit with another stream."""

    def case():
        structure, files = drawn("NN")
        return structure, files | {"stream": change(files["stream"].copy())}

    return case


def with_structure(kind="NN", **numbers):
    """A job with other numbers in its structure."""

    def case():
        structure, files = drawn(kind)
        return structure.with_(**numbers), files

    return case


def byte_of(at, value):
    """Bytes of which one is another one."""

    def change(data):
        data[at] = value
        return data

    return change


def short_input():
    structure, files = drawn("NN")
    return structure, files | {"input": files["input"][:-1]}


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (with_stream(lambda data: data[:-64]), r"the job hangs: core \d, bit \d+ of the coefficients: \d+ of the \d+"),
        (
            with_stream(lambda data: data[:30]),
            r"the job hangs: core 0, bit 240: the coefficients end within the header",
        ),
        (with_stream(lambda data: np.append(data, 0)), r"bit \d+ of the coefficients: 1 bytes come behind the last"),
        (with_stream(byte_of(64, 77)), r"the job hangs: core 0, bit 0: the length of a run has 77 bits.*\[nn-stream: "),
        (with_stream(byte_of(0, 65)), r"the job hangs: core 0, bit 0 of the header: its stream has \d+ bytes"),
        (with_structure(out_tile_x_size=65), r"word 4, bits 31:25: a tile does not fit: 65 columns: at most 64 fit"),
        (with_structure(in_x_stride=0), r"word 16, bits 15:0: in_x_stride is 0: at least \d+ are stepped over"),
        (with_structure(kernel_x_size=0), r"the job hangs: word 0, bits 5:2: kernel_x_size is 0, at least 1"),
        (
            with_structure(in_address=0xFFFF_FFFF),
            r"word 6, bits 31:0: the last byte of its input is at 0x1[0-9a-f]{8}, bey",
        ),
        (
            with_structure(out_address=0xFFFF_FFFE),
            r"word 7, bits 31:0: the last byte of its output is at 0x1[0-9a-f]{8}, ",
        ),
        (
            with_structure(kernel_address=(1 << 26) - 1),
            r"word 5, bits 25:0: the last byte of its coefficients is at 0x1",
        ),
        (
            with_structure(no_z_offset=1),
            r"the job hangs: word 0, bits 1: no_z_offset is 0x1, 0 is executed \(a structure of V8",
        ),
        (with_structure(depthwise=1), r"the job hangs: word 22, bits 17: depthwise is 0x1, .* of V8"),
        (with_structure("TP", in_tile_x_inc=9), r"word 9, bits 15:0: in_tile_x_inc is 9, tiles have \d"),
        (with_structure("TP", in_address=0xFFFF_FFFF), r"word 10, bits 31:0: the last byte of its input is at 0x1"),
        (with_structure("TP", in_z_size=0), r"the job hangs: word 1, bits 31:16: in_z_size is 0"),
        (short_input, r"word 6, bits 31:0: from in_address on, (\d+) bytes are used, \d+ are there"),
    ],
)
def test_what_is_wrong_is_a_line_with_word_and_bit(dumped, case, said):
    structure, files = case()
    status, lines, folder = dumped(structure, **files)
    assert status == 1
    assert all(line.startswith("error: ") for line in lines)
    assert any(re.match(f"error: {said}", line) for line in lines), lines
    assert not folder.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "error: no STRUCTURE given; make trace-job FAMILY=vipnano STRUCTURE=<file> (STREAM=<file>) INPUT=<file>"),
        (("--structure", "nowhere"), "error: nowhere: No such file or directory"),
        (("--config", "mini"), "error: mini: vipnano has the configurations"),
    ],
)
def test_files_that_are_not_there_are_said(words, said, capsys):
    assert main(list(words)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(said)
