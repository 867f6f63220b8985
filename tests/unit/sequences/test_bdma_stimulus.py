"""BDMA stimulus: it hangs on its seed alone, is legal, and reaches its corners."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from models.nvdla.config import NV_FULL
from models.nvdla.limits import check_bdma_group
from sequences.memory_plan import RED_ZONE_BYTES, MemoryPlan
from sequences.nvdla import bdma
from sequences.nvdla.bdma import CopyShape, place_copy
from sequences.nvdla.bdma_random import BdmaKnobs, draw_group, random_layers
from sequences.nvdla.demo import bdma_demo
from sequences.nvdla.stage import make_stage
from tests.unit.models.tiny import ROUTES, TINY

DIRECTED = [bdma.every_route, bdma.longest_line, bdma.many_lines, bdma.full_slots, bdma.back_to_back, bdma_demo]


class SilentHost:
    """Takes loads."""

    def __init__(self):
        self.loads = []

    def load(self, port, address, data):
        self.loads.append((port, address, data))


def stage_of(config=NV_FULL, seed=1):
    return make_stage(SilentHost(), config, np.random.default_rng(seed))


def clean(host):
    news = host.device.take_news()
    assert news.warnings == []
    assert news.refused == []
    assert host.device.layers_in_flight == []
    assert host.device.levels == {0}, "every interrupt is served"
    for layer in news.started:
        assert layer.races == []
        assert layer.unknown_reads == 0
    return news.started


def test_the_same_seed_gives_the_same_stimulus(play):
    assert play(random_layers, 8, seed=5).done == play(random_layers, 8, seed=5).done


def test_other_seeds_give_other_stimulus(play):
    runs = [play(random_layers, 4, seed=seed).done for seed in range(5)]
    assert all(one != other for one, other in pairwise(runs))


@pytest.mark.parametrize("sequence", DIRECTED)
def test_directed_layers_are_legal_and_end(play, sequence):
    assert clean(play(sequence))


@pytest.mark.parametrize("seed", range(4))
def test_random_layers_are_legal_and_end(play, seed):
    assert len(clean(play(random_layers, 12, seed=seed))) == 12


def test_every_layer_is_checked_against_what_it_loaded(play):
    host = play(random_layers, 3)
    for layer in host.device.take_news().started:
        for stream in layer.writes:
            assert stream.care.all()


@pytest.mark.parametrize("config", [NV_FULL, TINY], ids=["nv_full", "tiny"])
def test_a_few_hundred_draws_are_legal(config):
    stage = stage_of(config)
    for _ in range(80):
        group = [place_copy(stage, shape) for shape in draw_group(stage, BdmaKnobs(bytes_at_most=512))]
        assert list(check_bdma_group(config, group)) == []


@pytest.mark.parametrize("config", [NV_FULL, TINY], ids=["nv_full", "tiny"])
def test_draws_reach_the_corners(config):
    stage, knobs = stage_of(config), BdmaKnobs()
    groups = [draw_group(stage, knobs) for _ in range(300)]
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
    assert {(c.source, c.destination) for c in copies} == set(ROUTES)
    assert {len(group) for group in groups} >= {1, config.bdma_slots}
    for side in ("source_gaps", "destination_gaps"):
        gaps = {getattr(c, side) for c in copies}
        assert (0, 0) in gaps
        assert (knobs.gap_atoms_at_most,) * 2 in gaps
    assert any(c.source_gaps != c.destination_gaps for c in copies)
    assert all(len({c.destination for c in group}) == 1 for group in groups)


def test_the_other_knobs_are_reached_too(play):
    host = play(random_layers, 40)
    launches = [name for kind, name, *_ in host.done if kind == "write" and "LAUNCH" in name]
    assert {"BDMA.CFG_LAUNCH0", "BDMA.CFG_LAUNCH1"} == set(launches)
    clears = host.written("GLB.S_INTR_STATUS")
    assert len(clears) <= 40
    assert set(host.written("BDMA.CFG_STATUS")) == {0, 1}
    per_group = Counter()
    for kind, name, *_ in host.done:
        if kind == "write" and name == "BDMA.CFG_OP":
            per_group["now"] += 1
        elif kind == "write" and "LAUNCH" in name:
            per_group[("size", per_group.pop("now"))] += 1
    assert per_group[("size", NV_FULL.bdma_slots)]


@pytest.mark.parametrize("overlap", [0.0, 1.0])
def test_overlap_launches_a_group_while_the_other_runs(play, overlap):
    host = play(random_layers, 8, BdmaKnobs(overlap=overlap))
    events = [
        "launch" if "LAUNCH" in name else "clear"
        for kind, name, *_ in host.done
        if kind == "write" and ("LAUNCH" in name or name == "GLB.S_INTR_STATUS")
    ]
    together = sum(one == other == "launch" for one, other in pairwise(events))
    assert together == (4 if overlap else 0)


def test_the_longest_line_is_as_long_as_its_field(play):
    (layer,) = clean(play(bdma.longest_line))
    assert layer.writes[0].where.shape == (1, 1, play.stage.registers.BDMA.CFG_LINE.SIZE.limit + 1)


def test_full_slots_fill_every_slot(play):
    (layer,) = clean(play(bdma.full_slots))
    assert len(layer.writes) == NV_FULL.bdma_slots


def test_every_route_is_taken(play):
    layers = clean(play(bdma.every_route))
    taken = {(layer.reads[0].port, layer.writes[0].where.port, layer.group) for layer in layers}
    assert {(source, destination) for source, destination, _ in taken} == {
        (NV_FULL.ports[source].name, NV_FULL.ports[destination].name) for source, destination in ROUTES
    }
    assert {group for *_, group in taken} == {0, 1}


def test_serving_one_group_leaves_the_others_interrupt_to_those_who_wait_for_it(play):
    async def two(stage):
        for group in (0, 1):
            await bdma.gather(stage, [place_copy(stage, CopyShape(source="MC", destination="MC"))])
            await bdma.launch(stage, group)
        await stage.host.drain()
        await bdma.serve_groups(stage, 0)
        await bdma.serve_groups(stage, 1)

    clean(play(two))


class TestMemoryPlan:
    def test_surfaces_are_apart_and_all_around_is_filled(self):
        stage = stage_of()
        plan, host = stage.plan, stage.host
        surfaces = []
        for size in (1, 32, 500, 4096):
            for port in ("DBB", "CVSRAM"):
                surface = plan.place(port, size, 32)
                plan.fill(host, surface)
                surfaces.append(surface)
                assert surface.address % 32 == 0
                _, address, data = host.loads[-1]
                assert address == surface.address - RED_ZONE_BYTES
                assert len(data) == size + 2 * RED_ZONE_BYTES
        for port in ("DBB", "CVSRAM"):
            mine = [surface for surface in surfaces if surface.port == port]
            for one, other in pairwise(mine):
                assert other.address - (one.address + one.size_bytes) >= RED_ZONE_BYTES

    def test_a_full_window_is_an_error_that_says_what_to_do(self):
        plan = MemoryPlan(NV_FULL.ports, np.random.default_rng(1), window_bytes=4096)
        with pytest.raises(MemoryError, match="DBB: no room for 8192 more bytes; play fewer or smaller layers"):
            plan.place("DBB", 8192, 32)
