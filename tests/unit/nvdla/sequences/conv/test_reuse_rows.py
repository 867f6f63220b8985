"""Rows of layers that go on from each other, on the model: legal, in a row, and with what layers give alone."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from models.events import Started
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import DATA
from models.nvdla.conv.fetch.weights import MASK, WEIGHTS
from sequences.model_host import run
from sequences.nvdla.conv.directed import working
from sequences.nvdla.conv.mapping.parts import without_lines
from sequences.nvdla.conv.reuse.draw import RowDraw
from sequences.nvdla.conv.reuse.memory import RowMemory
from sequences.nvdla.conv.reuse.play import each_behind_each, every_link, random_rows
from sequences.nvdla.conv.reuse.row import Link
from sequences.nvdla.directed import illegal
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from tests.unit.nvdla.sequences.model_bench import model_bench

LINKS = [Link.DATA, Link.WEIGHTS, Link.LINES, Link.BOTH, Link.LINES_AND_WEIGHTS, Link.WASTED, Link.LINES]


def happened_in(bench):
    device = bench.host.device
    happened = device.take_happened()
    assert happened.refused == []
    assert (device.layers_in_flight, device.claims_waiting) == ([], [])
    assert not any(layer.races or layer.unknown_reads for layer in happened.started)
    return happened


def convolutions(bench):
    happened = happened_in(bench)
    assert happened.warnings == []
    return [layer for layer in happened.started if layer.stage == "CONV"]


def fetched(layer):
    """Labels of what a layer fetches."""
    return {read.label for claim in layer.claims for read in claim.reads}


@pytest.mark.parametrize("seed", range(8))
def test_random_rows_are_legal_and_end(config, seed):
    bench = model_bench(config, seed)
    run(random_rows(bench, 6, firmware=FirmwareKnobs(any_order=0.5, hold_back=0.3, late=0.5)))
    assert convolutions(bench)


def test_images_and_compressed_kernels_are_used_again(config):
    found = set()
    for seed in range(8):
        bench = model_bench(config, seed)
        run(random_rows(bench, 4))
        for layer in convolutions(bench):
            conv = layer.descriptor
            kind = conv.input.kind if conv.input.batches == 1 else "BATCHES"
            found |= {(kind, "data")} if conv.buffer.reuse_data else set()
            found |= {(conv.weights.format, "weights")} if conv.buffer.reuse_weights else set()
    assert found == {(kind, "data") for kind in ("FEATURE", "PIXEL", "BATCHES")} | {
        (kind, "weights") for kind in ("UNCOMPRESSED", "COMPRESSED")
    }


def test_each_link_follows_each_other_one_once():
    found = list(pairwise(each_behind_each()))
    assert sorted(found, key=str) == sorted(product(Link, repeat=2), key=str)


def test_every_link_is_there(config):
    bench = model_bench(config)
    run(every_link(bench))
    found = set()
    for layer in convolutions(bench):
        conv = layer.descriptor
        part = conv.buffer.reuse_data and conv.view.height > conv.input.height
        assert (WEIGHTS in fetched(layer)) != conv.buffer.reuse_weights
        assert (MASK in fetched(layer)) == (conv.weights.compression is not None and WEIGHTS in fetched(layer))
        assert (DATA in fetched(layer)) == (part or not conv.buffer.reuse_data)
        found.add((conv.buffer.reuse_data, part, conv.buffer.reuse_weights))
    assert found == {(data, part, weights) for data in (0, 1) for part in (0, data) for weights in (0, 1)}


@pytest.mark.parametrize("seed", range(4))
def test_a_row_gives_what_its_layers_give_alone(config, seed):
    bench = model_bench(config, seed)
    row = RowDraw(bench.rng, config).draw(LINKS)
    layers = RowMemory(bench, row).layers
    run(bench.play(*(LayerChain(pair) for pair in layers)))
    given = [_written(bench, sdp) for _, sdp in layers]
    assert sum(layer.descriptor.buffer.reuse_data for layer in convolutions(bench)) >= 2
    for (conv, sdp), item, wanted in zip(layers, row.layers, given, strict=True):
        for where in sdp.writes(config):
            for at in where.addresses:
                bench.host.load(where.port, int(at), np.zeros(config.atom_bytes, np.uint8))
        run(bench.play(LayerChain((_alone(conv, item), sdp))))
        assert (_written(bench, sdp) == wanted).all()


def _alone(conv, item):
    """The layer where it fetches everything and leaves nothing."""
    kept = item.kept if item.kept < item.shape.height else 0
    flags = {"keep_data": False, "keep_weights": False, "reuse_data": False, "reuse_weights": False}
    plain = replace(conv.buffer, release_slices=item.shape.height, **flags)
    return replace(conv, input=without_lines(conv.input, -kept), buffer=plain)


def _written(bench, sdp):
    """What memory holds where a layer writes."""
    places = [(where.port, int(at)) for where in sdp.writes(bench.config) for at in where.addresses]
    return np.stack([bench.host.dump(port, at, bench.config.atom_bytes) for port, at in places])


def test_nothing_runs_between_layers_of_a_row(config):
    """Not even what could start long before: the layers of the row wait for copies, another one waits for nothing."""
    bench = model_bench(config, 3)
    drawn = (RowDraw(bench.rng, config).draw([Link.DATA, Link.LINES, Link.WEIGHTS]) for _ in range(99))
    linked = next(row for row in drawn if all(item.kept or item.reuse_weights for item in row.layers[1:]))
    row = RowMemory(bench, linked).layers
    other = RowMemory(bench, RowDraw(bench.rng, config).draw([])).layers
    order = []
    bench.host.listeners.append(lambda event: order.append(event.layer) if isinstance(event, Started) else None)
    run(bench.play(*(LayerChain(pair) for pair in (*row, *other)), knobs=FirmwareKnobs(hold_back=0.5, late=0.5)))
    started = [layer.descriptor for layer in order if isinstance(layer.descriptor, Conv)]
    assert started == [conv for conv, _ in (*row, *other)]
    convolutions(bench)


@pytest.mark.parametrize(
    "sequence",
    [working.split_height, working.split_kinds, working.too_large_for_the_buffer, working.deconvolutions],
)
def test_working_modes_are_legal_and_end(config, sequence):
    bench = model_bench(config)
    run(sequence(bench))
    assert convolutions(bench)


@pytest.mark.parametrize("sequence", [illegal.reuse_of_nothing, illegal.reuse_over_other_banks])
def test_what_is_not_there_is_fetched(config, sequence):
    bench = model_bench(config, announces=illegal.REUSE_BROKEN)
    run(sequence(bench))
    happened = happened_in(bench)
    layers = [layer for layer in happened.started if layer.stage == "CONV"]
    assert len(layers) == 6
    assert all(fetched(layer) == {DATA, WEIGHTS} for layer in layers)
    assert len(happened.warnings) >= 3
    assert all(any(name in text for name in illegal.REUSE_BROKEN) for text in happened.warnings)
