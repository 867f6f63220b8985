"""What is played alike whichever unit layers are of: programs of some layers, cells, sizes and gaps."""

from dataclasses import dataclass

import pytest

from models.nvdla.cells import AspectCell, holding, legal
from models.nvdla.config import CONFIGS
from sequences.model_host import run
from sequences.nvdla.bdma.random import BdmaKind, BdmaKnobs
from sequences.nvdla.kinds.cell_kind import CellKind, CellKnobs
from sequences.nvdla.kinds.extents import GAPS, cube_sizes, gap_pairs
from sequences.nvdla.placement.surface_pool import SurfacePool
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench

CELLS = (AspectCell({"number": "even"}), AspectCell({"number": "odd"}), AspectCell({"number": "none"}, "no number"))


@dataclass(slots=True)
class NumberKind(CellKind[int, CellKnobs]):
    """Numbers, which never play."""

    def cells(self):
        return legal(CELLS)

    def attempt(self, cell, number):
        return number if cell.holds({"number": ("even", "odd")[number % 2]}) else None

    def allocate(self, shape, pool=None):
        raise NotImplementedError


@pytest.fixture
def bench():
    return model_bench(CONFIGS["tiny"])


def numbers(bench, in_a_cell=0.7):
    return NumberKind(bench, CellKnobs(in_a_cell=in_a_cell))


def test_a_draw_is_the_first_one_in_its_cell(bench):
    assert [numbers(bench).in_cell(cell) for cell in CELLS[:2]] == [0, 1]
    assert {numbers(bench).draw() for _ in range(40)} == {0, 1}


def test_nothing_is_asked_for_outside_of_cells(bench):
    assert {numbers(bench, in_a_cell=0.0).draw() for _ in range(20)} == {0}


def test_cells_that_are_empty_say_so(bench):
    with pytest.raises(ValueError, match="number-none: no legal layer is in this cell: no number"):
        numbers(bench).in_cell(CELLS[2])
    with pytest.raises(RuntimeError, match="no layer of cell 'number-any' in 100 draws"):
        numbers(bench).in_cell(AspectCell({"number": "any"}))


def test_a_layer_is_in_legal_cells_alone():
    assert holding(CELLS, {"number": "none"}) == ()
    assert holding(CELLS, {"number": "odd"}) == (CELLS[1],)


@pytest.mark.parametrize("layers", [1, 8, 9])
def test_programs_give_their_memory_back(bench, layers):
    kind = BdmaKind(bench, BdmaKnobs(bytes_at_most=64))
    run(kind.play([kind.draw() for _ in range(layers)]))
    assert len(clean_layers(bench)) == layers


def test_placed_layers_play_in_one_program(bench):
    kind, pools = BdmaKind(bench, BdmaKnobs(bytes_at_most=64)), [SurfacePool(bench) for _ in range(3)]
    run(kind.play_placed(*((kind.draw(), pool) for pool in pools)))
    assert len(clean_layers(bench)) == 3
    assert not any(pool.surfaces for pool in pools)


def test_every_gap_is_at_each_place():
    places = zip(*((*read, *written) for read, written in gap_pairs()), strict=True)
    assert [sorted(gaps) for gaps in places] == [list(GAPS)] * 4


def test_sizes_are_of_every_order_along_each_axis():
    sizes = cube_sizes(3, 64, columns=8)
    assert {size for size in sizes if size[1:] == (1, 1)} >= {(channels, 1, 1) for channels in (1, 2, 3, 4, 64)}
    assert {width for channels, height, width in sizes if channels == 3} >= {1, 5, 7, 8, 16, 64}
    assert {height for _, height, _ in sizes} == {1, 2, 3, 4, 8, 16, 32, 64}
