"""Batches that are compared: as one cube where they are packed, else one by one."""

import numpy as np
import pytest

from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import UNIT
from sequences.model_host import run
from sequences.nvdla.post_processing.compare_batches import as_one_cube, is_packed
from sequences.nvdla.sdp.directed_batches import compare_batches
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench


@pytest.fixture
def bench(config):
    return model_bench(config)


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
def test_batches_that_were_computed_twice_are_equal_until_one_changes(bench, precision):
    run(compare_batches(bench, precision))
    compared = [layer.descriptor for layer in clean_layers(bench) if layer.lead.block == UNIT]
    compared = [sdp for sdp in compared if sdp.y.compares]
    assert [sdp.height for sdp in compared] == [3, 3, *[2] * 6], "twice as one cube, then twice cube by cube"
    assert [check_layer(sdp, bench.config) for sdp in compared] == [[]] * len(compared)


def test_one_cube_has_every_byte_of_packed_batches_and_no_other(bench, config):
    batch = bench.empty_batch((3, config.atom_bytes + 1, 2, 4), "INT8", apart=2)
    cubes = np.concatenate([cube.layout.addresses for cube in batch.cubes])
    assert sorted(as_one_cube(batch, config).layout.addresses) == sorted(cubes)
    assert is_packed(batch, config)
    assert not is_packed(bench.empty_batch(batch.shape, "INT8", gaps=(0, 1)), config)
