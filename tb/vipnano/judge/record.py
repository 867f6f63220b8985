"""``python -m tb.vipnano.judge.record``: writes what the judge makes of some random layers to tests/vectors/vipnano."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.config import VIPNANO_QI
from sequences.vipnano.draw.layers import draw_add, draw_layer, draw_tensors
from sequences.vipnano.layers import Layer
from sequences.vipnano.lowering.lower import lower
from sequences.vipnano.lowering.places import Places
from sequences.vipnano.recorded import Recorded, write_recorded
from tb.runner.paths import ROOT
from tb.vipnano.judge.library import NoJudgeError
from tb.vipnano.judge.process import JudgeProcess

PATH = ROOT / "tests" / "vectors" / "vipnano" / "layers.npz"
SEED, DRAWN, KEPT, MOST_BYTES = 2026, 3000, 200, 2500
"""So many layers are drawn; of those with at most so many bytes, so many are kept."""
ADDS = 12
"""Every so many layers one is an addition."""


def drawn(number: int) -> tuple[np.random.Generator, Layer]:
    """A layer by its number, and what its tensors are drawn from."""
    rng = np.random.default_rng([SEED, number])
    return rng, draw_add(rng) if number % ADDS == 0 else draw_layer(rng)


def size_of(layer: Layer) -> int:
    """How many bytes it has in the file."""
    arrays = sum(getattr(layer, name).nbytes for name in ("weights", "bias") if hasattr(layer, name))
    shapes = sum(int(np.prod(shape)) for shape in (*layer.in_shapes, layer.out_shape))
    return int(arrays) + shapes


def features(layer: Layer) -> set[tuple[str, int | str]]:
    """What a layer is, and what becomes of it, in small numbers."""
    places = Places(0)
    operations = lower(layer, places, VIPNANO_QI).operations
    (job,) = (job for jobs in operations for job in jobs if job.kind.name == "NN")
    shape = KernelShape.of(job, VIPNANO_QI)
    (data,) = (data for address, data in places.loads if address == job["kernel_address"] * 64)
    return {
        ("kind", type(layer).__name__ + str(getattr(layer, "depthwise", ""))),
        ("jobs", "".join(jobs[0].kind.name[0] + str(len(jobs)) for jobs in operations)),
        ("order", shape.order.value),
        ("run bits", int(data[VIPNANO_QI.header_bytes])),
        ("superblocks", min(len(shape.superblocks), 3)),
        ("cores left", int(shape.channels % shape.cores > 0)),
        ("one core", int(shape.cores == 1)),
        ("kernel", shape.lines * 10 + shape.columns),
        ("stride", str(getattr(layer, "stride", ""))),
        ("pooling", job["pooling"]),
        ("offset", job["in_x_offset"]),
        (
            "tiles",
            int(job["out_tile_y_size"] < job["out_y_size"]) + 2 * int(job["out_tile_x_size"] < job["out_x_size"]),
        ),
        ("shift", job["post_shift"]),
        ("wide", int(job["in_x_size"] > 64)),
        ("planes", min(shape.planes, 9)),
    }


def chosen() -> list[int]:
    """Numbers of layers that together have as many pairs of features as may be: always the best one next."""
    pairs: dict[int, set[tuple[object, ...]]] = {}
    for number in range(DRAWN):
        _, layer = drawn(number)
        if size_of(layer) <= MOST_BYTES:
            pairs[number] = set(combinations(sorted(features(layer), key=str), 2))
    covered: set[tuple[object, ...]] = set()
    numbers: list[int] = []
    while len(numbers) < KEPT:
        best = max(pairs, key=lambda number: len(pairs[number] - covered))
        covered |= pairs.pop(best)
        numbers.append(best)
    return sorted(numbers)


def _all(judge: JudgeProcess) -> Iterator[Recorded]:
    for number in chosen():
        rng, layer = drawn(number)
        tensors = draw_tensors(rng, layer)
        yield Recorded(layer, tensors, judge.ask(layer, tensors))


def main() -> int:
    """Write the file.

    Returns:
        The exit status: 0, or 2 where there is no judge.
    """
    try:
        with JudgeProcess() as judge:
            write_recorded(PATH, _all(judge))
    except NoJudgeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{KEPT} layers in {PATH}, {PATH.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
