"""BDMA stimulus: it hangs on its seed alone, is legal, and reaches its corners."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.groups import group_of
from models.nvdla.interrupts import LINE
from models.nvdla.rules import check_layer
from sequences.nvdla.bdma import directed as bdma
from sequences.nvdla.bdma.demo import bdma_demo
from sequences.nvdla.bdma.random import BdmaKind, BdmaKnobs
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import make_bench
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.tensors.side_shape import SideShape
from tests.unit.nvdla.models.copies import routes

DIRECTED = [bdma.every_route, bdma.longest_line, bdma.many_lines, bdma.full_slots, bdma.back_to_back, bdma_demo]


class SilentHost:
    """Takes loads."""

    def __init__(self):
        self.loads = []

    def load(self, port, address, data):
        self.loads.append((port, address, data))


def bench_of(config, seed=1):
    return make_bench(SilentHost(), config, np.random.default_rng(seed))


def clean(host):
    happened = host.device.take_happened()
    assert happened.warnings == []
    assert happened.refused == []
    assert host.device.layers_in_flight == []
    assert host.device.levels == {LINE: {0}}, "every interrupt is served"
    for layer in happened.started:
        assert layer.races == []
        assert layer.unknown_reads == 0
    return happened.started


def random_copies(bench, layers, knobs=None):
    return BdmaKind(bench, knobs or BdmaKnobs()).play_random(layers)


def test_the_same_seed_gives_the_same_stimulus(play):
    assert play(random_copies, 8, seed=5).done == play(random_copies, 8, seed=5).done


def test_other_seeds_give_other_stimulus(play):
    runs = [play(random_copies, 4, seed=seed).done for seed in range(5)]
    assert all(one != other for one, other in pairwise(runs))


@pytest.mark.parametrize("sequence", DIRECTED)
def test_directed_layers_are_legal_and_end(play, sequence):
    assert clean(play(sequence))


@pytest.mark.parametrize("seed", range(4))
def test_random_layers_are_legal_and_end(play, seed):
    assert len(clean(play(random_copies, 12, seed=seed))) == 12


def test_every_layer_is_checked_against_what_it_loaded(play):
    host = play(random_copies, 3)
    for layer in host.device.take_happened().started:
        for stream in layer.writes:
            assert stream.care.all()


def test_a_few_hundred_draws_are_legal(config):
    bench = bench_of(config)
    for _ in range(80):
        group = [allocate_copy(bench, shape) for shape in BdmaKind(bench, BdmaKnobs(bytes_at_most=512)).draw()]
        assert check_layer(Bdma(tuple(group)), config) == []


def test_draws_reach_the_corners(config):
    bench, knobs = bench_of(config), BdmaKnobs(long=0.0)
    groups = [BdmaKind(bench, knobs).draw() for _ in range(300)]
    copies = [shape for group in groups for shape in group]
    most = knobs.bytes_at_most // config.atom_bytes
    extents = [(c.surfaces, c.lines, c.line_atoms) for c in copies]
    assert max(int(np.prod(extent)) for extent in extents) <= most
    repeats = min(most, 1 << config.bdma_repeat_bits)
    for axis, longest in enumerate((repeats, repeats, most)):
        along = Counter(extent[axis] for extent in extents)
        assert along[1]
        assert along[longest]
        assert len(along) > 10
    assert (1, 1, 1) in extents
    assert {(c.source.ram, c.destination.ram) for c in copies} == set(routes(config))
    assert {len(group) for group in groups} >= {1, config.bdma_slots}
    for gaps in ({c.source.gaps for c in copies}, {c.destination.gaps for c in copies}):
        assert (0, 0) in gaps
        assert (knobs.gap_atoms_at_most,) * 2 in gaps
    assert any(c.source.gaps != c.destination.gaps for c in copies)
    assert all(len({c.destination.ram for c in group}) == 1 for group in groups)


def test_some_have_long_lines_or_many(config):
    bench, knobs = bench_of(config), BdmaKnobs(long=1.0)
    copies = [shape for _ in range(40) for shape in BdmaKind(bench, knobs).draw()]
    for along in ([c.line_atoms for c in copies], [c.lines for c in copies]):
        assert max(along) > 1000
        assert min(along) == 1


def test_the_other_knobs_are_reached_too(play, config):
    host = play(random_copies, 80)
    launches = [name for kind, name, *_ in host.done if kind == "write" and "LAUNCH" in name]
    assert {"BDMA.CFG_LAUNCH0", "BDMA.CFG_LAUNCH1"} == set(launches)
    clears = host.written("GLB.S_INTR_STATUS")
    assert len(clears) <= 80
    assert set(host.written("BDMA.CFG_STATUS")) == {0, 1}
    per_group = Counter()
    for kind, name, *_ in host.done:
        if kind == "write" and name == "BDMA.CFG_OP":
            per_group["now"] += 1
        elif kind == "write" and "LAUNCH" in name:
            per_group[("size", per_group.pop("now"))] += 1
    assert per_group[("size", config.bdma_slots)]


@pytest.mark.parametrize("overlap", [0.0, 1.0])
def test_overlap_launches_a_group_while_the_other_runs(play, overlap):
    host = play(random_copies, 8, BdmaKnobs(overlap=overlap))
    events = [
        "launch" if "LAUNCH" in name else "clear"
        for kind, name, *_ in host.done
        if kind == "write" and ("LAUNCH" in name or name == "GLB.S_INTR_STATUS")
    ]
    together = sum(one == other == "launch" for one, other in pairwise(events))
    assert together == (4 if overlap else 0)


def test_the_longest_line_is_as_long_as_its_field(play):
    (layer,) = clean(play(bdma.longest_line))
    assert layer.writes[0].where.layout.extent == (1, 1, play.bench.registers.BDMA.CFG_LINE.SIZE.limit + 1)


def test_full_slots_fill_every_slot(play, config):
    (layer,) = clean(play(bdma.full_slots))
    assert len(layer.writes) == config.bdma_slots


def test_every_route_is_taken(play, config):
    layers = clean(play(bdma.every_route))
    taken = {(layer.reads[0].port, layer.writes[0].where.port, group_of(layer)) for layer in layers}
    assert {(source, destination) for source, destination, _ in taken} == set(routes(config))
    assert {group for *_, group in taken} == {0, 1}


def test_serving_one_group_leaves_the_others_interrupt_to_those_who_wait_for_it(play):
    async def two(bench):
        side = SideShape("DBB")
        for group in (0, 1):
            await gather(bench, [allocate_copy(bench, CopyShape(source=side, destination=side))])
            await launch(bench, group)
        await bench.host.drain()
        await serve_groups(bench, 0)
        await serve_groups(bench, 1)

    clean(play(two))
