"""A loadable of our own: all six kinds of operations, INT8 and FP16, branches that join, more layers than groups."""

import numpy as np

from models.nvdla.config import CONFIGS
from models.nvdla.device import Device
from sequences.model_host import ModelHost
from sequences.nvdla.bench import make_bench
from sequences.nvdla.loadables.loadable import write_loadable
from sequences.nvdla.loadables.structs.common import CUBE_BYTES
from sequences.nvdla.loadables.written.writer import write_network
from sequences.nvdla.stimulus import (
    CdpLayer,
    Convolve,
    Copy,
    OutputConvertor,
    PdpLayer,
    Pool,
    RubikMerge,
    RubikSplit,
    SdpLayer,
    add,
    bias,
    lrn_table,
)

NEW_CUBE_BYTES = max(CUBE_BYTES)
CHANNELS, SIZE, KERNELS, SHIFT = 8, 10, 12, 6
INPUT_SEED = 3
POOL = Pool("MAX", 3, pad=1)


def own_network(config, seed=1, cube_bytes=NEW_CUBE_BYTES, size=SIZE):
    """The file's bytes.

    Two halves, of INT8 and of FP16, that share their units: each convolves, and joins what was pooled, normalised,
    copied and reordered of that. Its inputs are called `data` and `reals`, its outputs `INT8`
    and `FP16`.

    Args:
        config: name of the configuration.
        seed: of weights.
        cube_bytes: of a cube in its structures.
        size: lines and columns of all that it computes.
    """
    hardware = CONFIGS[config]
    bench = make_bench(ModelHost(Device(hardware)), hardware, np.random.default_rng(seed))
    layers, inputs, outputs = [], {}, {}
    for precision in ("INT8", "FP16"):
        more, source, result = _half(bench, precision, size)
        layers.append(more)
        inputs["data" if precision == "INT8" else "reals"], outputs[precision] = source, result
    turns = [layer for pair in zip(*layers, strict=True) for layer in pair]
    return write_loadable(write_network(bench, turns, inputs, outputs, cube_bytes))


def own_inputs(folder, size=SIZE):
    """Files of numpy for its inputs, by name, with numbers other than 0."""
    draw, files = np.random.default_rng(INPUT_SEED).integers, {}
    for name, dtype in (("data", np.int8), ("reals", np.float16)):
        files[name] = folder / f"{name}.npy"
        np.save(files[name], draw(-40, 40, (CHANNELS, size, size)).astype(dtype))
    return files


def _half(bench, precision, size):
    draw, whole = bench.rng.integers, precision == "INT8"
    dtype = np.int8 if whole else np.float16
    source = bench.tensor(draw(-40, 40, (CHANNELS, size, size)).astype(dtype), precision)
    kernels = bench.kernels(draw(-8, 8, (KERNELS, CHANNELS, 3, 3)).astype(dtype), precision)
    shape = (KERNELS, size, size)
    seen, pooled, normalised, moved, joined, result = (bench.empty(shape, precision) for _ in range(6))
    planes = bench.empty(shape, precision, layout="planes")
    convertor = OutputConvertor(shift=SHIFT) if whole else OutputConvertor()
    see = SdpLayer(seen, [bias(bench.operands(precision, alu=draw(-9, 9, KERNELS)))], relu=True, convertor=convertor)
    return (
        [
            Convolve(source, kernels, pad=1) >> see,
            PdpLayer(POOL, pooled, x=seen),
            CdpLayer(seen, normalised, lrn_table(precision)),
            Copy(pooled, moved),
            SdpLayer(joined, [add(moved)], x=normalised),
            RubikSplit(joined, planes),
            RubikMerge(planes, result),
        ],
        source,
        result,
    )
