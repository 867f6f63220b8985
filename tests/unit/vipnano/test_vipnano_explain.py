"""Coefficients as text: each bit once, breaks named, two of them compared."""

import numpy as np
import pytest

from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.coefficients.write import Kernels, write_coefficients
from models.vipnano.config import VIPNANO_QI
from models.vipnano.structures.description import NN
from models.vipnano.structures.structure import Structure
from sequences.vipnano.draw.kernels import draw_kernels, draw_shape
from tb.vipnano.explain.__main__ import main
from tb.vipnano.explain.pieces import HEADER, Coefficients

SIZES = {
    "kernel_x_size": 3,
    "kernel_y_size": 1,
    "kernel_z_size": 2,
    "kernels_per_core": 1,
    "in_x_size": 8,
    "in_y_size": 8,
}
OUT = {"out_x_size": 6, "out_y_size": 8, "out_z_size": 2, "out_tile_x_size": 6, "out_tile_y_size": 2}
JOB = Structure.of(NN, coef_zero_point=128, **SIZES, **OUT)
SHAPE = KernelShape.of(JOB, VIPNANO_QI)
STRUCTURE = JOB.encode()
WEIGHTS = np.array([[[[1, 128, 128]], [[128, 5, 128]]], [[[7, 8, 9]], [[1, 2, 3]]]], np.uint8)


def written(weights=WEIGHTS, biases=(-5, 7), bits=2):
    kernels = Kernels(weights, np.array(biases, np.int32), np.array([0, 48], np.uint32))
    return write_coefficients(kernels, SHAPE, VIPNANO_QI, bits)


@pytest.fixture
def explain(tmp_path, capsys):
    """Explains files; returns the exit status and the lines."""

    def call(*more, structure=STRUCTURE, **files):
        words = list(more)
        for name, data in {"structure": structure, **files}.items():
            (tmp_path / name).write_bytes(np.asarray(data, np.uint8).tobytes())
            words += [f"--{name}", str(tmp_path / name)]
        status = main(words)
        said = capsys.readouterr()
        return status, said.out.splitlines() + said.err.splitlines()

    return call


def test_each_bit_of_a_stream_is_in_one_piece():
    for number in range(30):
        rng = np.random.default_rng([31, number])
        shape = draw_shape(rng, VIPNANO_QI)
        data = write_coefficients(draw_kernels(rng, shape), shape, VIPNANO_QI, number % 6)
        coefficients = Coefficients(data, shape, VIPNANO_QI)
        assert coefficients.faults == []
        for item in coefficients.cores:
            at = 0
            for piece in coefficients.pieces(item.core):
                assert piece.bit == at
                at += piece.width
            assert at == len(item.data) * 8


def test_a_stream_as_text(explain):
    status, lines = explain("--core", "0", stream=written())
    assert status == 0
    assert lines == [
        "2 kernels of 2 x 1 x 3 for 2 core(s), 1 each in superblocks of 1, order interleaved, zero point 128",
        "core 0 bit      0,  8 bits: the length of a run has 2 bits",
        "core 0 bit      8, 16 bits: 1 kernels of a core",
        "core 0 bit     24, 10 bits: weight 0x01 = -127 of kernel 0, channel 0 [z 0, y 0, x 0]",
        "core 0 bit     34, 32 bits: bias -5 of kernel 0, channel 0",
        "core 0 bit     66, 10 bits: run of 1 from kernel 0, channel 0 [z 0, y 0, x 1], "
        "then weight 0x80 = +0 of kernel 0, channel 0 [z 0, y 0, x 2]",
        "core 0 bit     76, 10 bits: run of 1 from kernel 0, channel 0 [z 1, y 0, x 0], "
        "then weight 0x05 = -123 of kernel 0, channel 0 [z 1, y 0, x 1]",
        "core 0 bit     86, 10 bits: weight 0x80 = +0 of kernel 0, channel 0 [z 1, y 0, x 2]",
        "core 0 bit     96, 32 bits: offset 0x0 of kernel 0, channel 0",
        "core 0 bit    128, 384 bits: fill",
    ]


def test_the_piece_of_a_bit(explain):
    assert explain("--bit", "65", stream=written()) == (
        0,
        ["core 0 bit     34, 32 bits: bias -5 of kernel 0, channel 0"],
    )
    assert explain("--bit", "512", "--core", "1", stream=written()) == (0, ["core 1 reads nothing at bit 512"])
    assert str(Coefficients(written(), SHAPE, VIPNANO_QI).piece_at(HEADER, 40)) == (
        "header bit     32, 32 bits: the stream of core 1 has 64 bytes"
    )


@pytest.mark.parametrize("bits", [0, 2])
def test_a_stream_that_breaks_is_told_as_far_as_it_goes(explain, bits):
    data = written(bits=bits)[: VIPNANO_QI.header_bytes + 64 + 12]
    status, lines = explain("--core", "1", stream=data)
    assert status == 1
    assert lines[-2] == "core 1: 12 of the 64 bytes of its stream are there"
    assert lines[-1].startswith("core 1, bit 96: the stream ends before weight [")
    assert lines[-1].endswith("are missing: the job hangs")
    assert "bias 7 of kernel 0" in "".join(lines)


def test_flipped_bits_and_cut_bytes_are_explained_too():
    broken = 0
    for number in range(80):
        rng = np.random.default_rng([33, number])
        shape = draw_shape(rng, VIPNANO_QI)
        data = write_coefficients(draw_kernels(rng, shape), shape, VIPNANO_QI, number % 6).copy()
        for byte in rng.integers(len(data), size=3):
            data[byte] ^= 1 << int(rng.integers(8))
        coefficients = Coefficients(data[: rng.integers(len(data) + 1)], shape, VIPNANO_QI)
        for piece in coefficients.pieces():
            assert piece.text
        broken += bool(coefficients.faults)
    assert broken > 60


def test_a_wrong_head_is_told(explain):
    data = written().copy()
    data[64] = 9
    status, lines = explain(stream=data)
    assert status == 1
    assert lines[-1] == "core 0, bit 0: the length of a run has 9 bits: at most 5 are read: the job hangs"
    data[0] = 1
    assert explain(stream=data)[1][-1].startswith("core 0, bit 0 of the header: its stream has 1 bytes")


def test_two_that_are_the_same(explain):
    assert explain(stream=written(), other=written()) == (0, ["both are the same, bit for bit"])


def test_two_that_cut_runs_otherwise(explain):
    status, lines = explain(stream=written(), other=written(bits=3))
    assert status == 1
    assert lines[0] == "the first bit that differs is bit 0 of the stream of core 0"
    assert lines[-1].startswith("both hold the same weights, biases and offsets")


def test_two_with_other_weights_and_biases(explain):
    weights = WEIGHTS.copy()
    weights[1, 1, 0, 2] = 2
    status, lines = explain(stream=written(), other=written(weights, (-5, 6)))
    assert status == 1
    assert lines == [
        "the first bit that differs is bit 34 of the stream of core 1",
        "  the one: core 1 bit     34, 32 bits: bias 7 of kernel 0, channel 1",
        "  the other: core 1 bit     34, 32 bits: bias 6 of kernel 0, channel 1",
        "1 weights differ, the first one at [channel, z, y, x] [1, 1, 0, 2]: 3 and 2",
        "1 biases differ, the first one at [channel] [1]: 7 and 6",
    ]


def test_two_of_which_one_breaks_or_is_longer(explain):
    broken = written().copy()
    broken[64] = 7
    lines = explain(stream=written(), other=broken)[1]
    assert lines[-1] == "what else differs is open: not all cores come to the end of the other"
    longer = np.concatenate([written(), np.zeros(1, np.uint8)])
    assert (
        explain(stream=written(), other=longer)[1][0] == "the first bit that differs is bit 512 of the stream of core 1"
    )


@pytest.mark.parametrize(
    ("words", "files", "said"),
    [
        (("--bit", "x"), {"stream": written()}, "error: BIT is x: a number from 0 on is expected"),
        (
            ("--core", "2"),
            {"stream": written()},
            "error: CORE is 2: cores 0 to 1 work in this job",
        ),
        (
            (),
            {},
            "error: no STREAM given; make explain-stream FAMILY=vipnano STRUCTURE=<file> STREAM=<file> (OTHER=<file>)",
        ),
        (
            ("--config", "mini_vi"),
            {"stream": written()},
            "error: mini_vi: vipnano has the configurations vipnano_qi, mini_vip; did you mean mini_vip?",
        ),
        (
            (),
            {"stream": written(), "structure": [0] * 100},
            "error: a structure of NN has 100 bytes: 128 to 136 are accepted",
        ),
    ],
)
def test_wrong_files_end_in_one_line(explain, words, files, said):
    assert explain(*words, **files) == (2, [said])


def test_more_kernels_than_are_read_are_refused(explain):
    said = "error: its kernels have 3145725 weights: at most 16777216 are read"
    many = JOB.with_(kernel_z_size=(1 << 20) - 1, out_z_size=100).encode()
    total = 100 * 3 * ((1 << 20) - 1) + 4 * 3 * ((1 << 20) - 1)  # 8 cores have 13 kernels each
    assert explain(structure=many, stream=written()) == (2, [said.replace("3145725", str(total))])


def test_a_structure_that_hangs_is_refused(explain, tmp_path):
    hangs = JOB.with_(kernel_x_size=0).encode()
    said = f"error: {tmp_path}/structure: the job hangs: word 0, bits 5:2: kernel_x_size is 0, at least 1 is executed"
    assert explain(structure=hangs, stream=written()) == (2, [said])
