"""NVDLA's layers made smaller on the model alone: what is left is legal, small, and a test and a trace."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from models.nvdla.config import find_config
from models.nvdla.conv.constructor import small_conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.surfaces.side import Side
from sequences.model_host import ModelHost, run
from sequences.nvdla.bdma.random import BdmaKind
from sequences.nvdla.bench import make_bench
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.conv import quirks
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.rubik.random import RubikKind
from sequences.nvdla.sdp.random import SdpKind
from sequences.nvdla.shrink.shrinking import NvdlaShrinking
from sequences.shrink.options import all_options, without_steps
from sequences.shrink.placing import moved, packed_places, regions_of
from sequences.shrink.played import in_one_play, play_program, problem_of, trimmed
from sequences.shrink.program import Program, Step
from sequences.shrink.program_file import from_text, key_of, to_text
from sequences.shrink.taking import ProgramTaker
from sequences.shrink.written_test import WrittenTitle, written_test
from tb.nvdla.family import FAMILY
from tb.regression.shrink.search import Search

TINY = find_config("tiny")
SHRINKING = NvdlaShrinking(TINY)
SMALLEST = {
    "Bdma": (BdmaKind, 1, 8),
    "Rubik": (RubikKind, 1, 14),
    "Sdp": (SdpKind, 1, 24),
    "Conv": (ConvKind, 2, 38),
    "Pdp": (PdpKind, 1, 18),
    "Cdp": (CdpKind, 1, 24),
}
"""Kinds of layers by what they consist of: what draws them, how many layers at most are left, and registers not 0."""


def played(kind, seed, count=6):
    """The program of some random layers, taken from the model."""
    host, taker = ModelHost(SHRINKING.device()), ProgramTaker(SHRINKING)
    host.listeners.append(taker.happened)
    run(kind(make_bench(host, TINY, np.random.default_rng(seed))).play_random(count))
    return trimmed(SHRINKING, taker.program)


def descriptors(program: Program):
    return [layer for step in program.steps for layer in step.layers]


def has_image(conv):
    return isinstance(conv.input, ConvImage)


def written_layers(program: Program):
    """The descriptors that the written test of a program plays."""

    class Bench:
        config, host, layers = TINY, SimpleNamespace(load=lambda *_: None), []

        async def play(self, *layers, **_):
            self.layers += [one for layer in layers for one in getattr(layer, "layers", (layer,))]

    text = written_test(SHRINKING, program, WrittenTitle(name="FoundTest", text=("It.",)))
    names = {}
    exec(text.replace("@pyuvm.test()", ""), names)
    run(names["FoundTest"].stimulus(None, Bench()))
    return Bench.layers


class LegalTrials:
    """Programs that are legal and hold layers of some kind."""

    over = False

    def __init__(self, name, wanted=lambda _: True):
        self.name, self.wanted, self.known = name, wanted, {}

    def fail(self, programs):
        """Whether each is legal and has such a layer."""
        return [self._fails(program) for program in programs]

    def _fails(self, program):
        try:
            program = trimmed(SHRINKING, program)
        except (ValueError, OverflowError):
            return False
        key = key_of(program)
        if key not in self.known:
            layers = [layer for layer in descriptors(program) if type(layer).__name__ == self.name]
            has = any(map(self.wanted, layers))
            self.known[key] = has and not problem_of(SHRINKING, program)
        return self.known[key]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", SMALLEST)
def test_a_layer_of_each_kind_becomes_as_small_as_it_can_be(name, seed, tmp_path):
    kind, layers, words = SMALLEST[name]
    program = in_one_play(SHRINKING, played(kind, seed))
    assert not problem_of(SHRINKING, program)
    assert from_text(to_text(program)) == program
    found = Search(LegalTrials(name), all_options(SHRINKING), lambda _: None).smallest(program)
    assert len(descriptors(found)) <= layers, found
    assert SHRINKING.registers(tuple(descriptors(found))) <= words, found
    assert sum(len(item.data) for step in trimmed(SHRINKING, found).steps for item in step.data) <= 48
    assert written_layers(found) == descriptors(found)
    assert SHRINKING.trace(found, tmp_path / "trace", "what is left")
    line = FAMILY.traces.player.play_on_model(tmp_path / "trace", "tiny", strict=False)
    assert line.verdict.name == "PASS", line


@pytest.mark.parametrize(("errata", "told"), [("", 0), ("fail", 1)])
def test_the_trace_tells_what_the_part_shall_compute_right(errata, told, tmp_path):
    ways = FAMILY.shrinking("nv_small", errata)
    known = ("conv-image-blocks",)
    host, taker = ModelHost(ways.device(), known), ProgramTaker(ways, known)
    host.listeners.append(taker.happened)
    run(quirks.blocks_of_an_image(ways.bench(host, np.random.default_rng(1), "")))
    program = moved(taker.program, packed_places(ways, regions_of(ways, taker.program)))
    assert ways.trace(program, tmp_path / "trace", "an image")
    (sdp,) = (layer for layer in descriptors(program) if type(layer).__name__ == "Sdp")
    first_byte = f"dump_mem {sdp.destination.address:#x} "
    assert (tmp_path / "trace" / "input.txn").read_text().count(first_byte) == told


@pytest.mark.parametrize(
    ("wanted", "left"),
    [(lambda _: True, "ConvInput"), (has_image, "ConvImage")],
    ids=["any", "image"],
)
def test_an_image_becomes_features_or_the_simplest_one(wanted, left):
    def images(bench):
        return ConvKind(bench, knobs=ConvKnobs(images=1.0))

    program = in_one_play(SHRINKING, played(images, 3))
    program = without_steps(program, [at for at, step in enumerate(program.steps) if not has_image(step.layers[0])])
    found = Search(LegalTrials("Conv", wanted), all_options(SHRINKING), lambda _: None).smallest(program)
    conv, _ = descriptors(found)
    assert type(conv.input).__name__ == left
    assert conv.input.channels == 1
    assert getattr(conv.input, "pixel_format", "T_R8") == "T_R8"
    assert written_layers(found) == descriptors(found)


def test_both_planes_of_an_image_lie_where_they_like():
    second = Side(ram="DBB", address=0x9000_0000, line_stride_bytes=64, surface_stride_bytes=0)
    conv = small_conv(TINY, "INT8", pixel_format="T_Y8___U8V8_N444")
    conv = replace(conv, input=replace(conv.input, second=second))
    regions = regions_of(SHRINKING, Program(steps=(Step(layers=(conv,)),)))
    assert [region.places[0][1] for region in regions if "input" in region.places[0][1]] == [
        (0, "input", "second", "address"),
        (0, "input", "side", "address"),
    ]


@pytest.mark.parametrize("kind", [SdpKind, ConvKind, PdpKind, CdpKind])
def test_a_program_writes_what_was_written(kind):
    def written(program):
        device = SHRINKING.device()
        run(play_program(SHRINKING, program, ModelHost(device), np.random.default_rng(1)))
        return [
            device.memories[where.port].read_chunks(where.addresses, where.chunk_bytes)[0].tobytes()
            for layers in (step.layers for step in program.steps)
            for where in SHRINKING.writes(layers)
        ]

    program = played(kind, 5, count=3)
    assert written(program) == written(in_one_play(SHRINKING, program)) != []
