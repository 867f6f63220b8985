"""Loadables that are cut, lie, or ask for what a part lacks: one line that says where."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.device import Device
from sequences.flatbuffers.reader import FlatBufferError
from sequences.host import BrokenRuleError
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.loadables.contents import MEMORY_AT_MOST_BYTES, LoadableError
from sequences.nvdla.loadables.loadable import Submission, read_loadable, write_loadable
from sequences.nvdla.loadables.network import DRIVER_BREAKS, Network
from sequences.nvdla.loadables.structs.common import COMMON, OPERATION_BYTES, SURFACES_BYTES
from sequences.nvdla.loadables.structs.units import SETTINGS, surfaces
from sequences.nvdla.loadables.written.writer import write_network
from sequences.nvdla.stimulus import Copy, PdpLayer, Pool, SdpLayer

CUBE_BYTES = 32


def bench_of(name="nv_full", seed=1):
    config = CONFIGS[name]
    return make_bench(ModelHost(Device(config), announces=DRIVER_BREAKS), config, np.random.default_rng(seed))


@pytest.fixture(scope="module")
def loadable():
    """Pooling, a copy, and an SDP layer behind the pooling."""
    bench = bench_of()
    x = bench.tensor(np.arange(96).reshape(8, 4, 3), "INT8")
    pooled, moved, y = (bench.empty(x.shape, "INT8") for _ in range(3))
    layers = [PdpLayer(Pool("MAX", 1), pooled, x=x), Copy(x, moved), SdpLayer(y, x=pooled)]
    return write_network(bench, layers, {"x": x}, {"y": y}, CUBE_BYTES)


def with_blob(loadable, name, change):
    """The same with another blob: a function changes its bytes in place."""
    blobs = []
    for blob in loadable.blobs:
        data = bytearray(blob.data)
        if blob.name == f"task-0-{name}":
            change(data)
        blobs.append(replace(blob, data=bytes(data)))
    return replace(loadable, blobs=tuple(blobs))


def with_field(loadable, name, kind, index, step, **fields):
    """The same with other fields in a structure of a list."""

    def change(data):
        view = np.frombuffer(data, kind, 1, offset=index * step)
        for path, value in fields.items():
            *outer, last = path.split("__")
            where = view[0]
            for part in outer:
                where = where[int(part)] if part.isdigit() else where[part]
            where[last] = value

    return with_blob(loadable, name, change)


def cube_of(kind, index, **fields):
    return lambda given: with_field(given, "surf_list", surfaces(kind, CUBE_BYTES), index, SURFACES_BYTES, **fields)


def node(index, **fields):
    return lambda given: with_field(given, "dep_graph", COMMON, index, COMMON.itemsize, **fields)


def settings(kind, index, **fields):
    return lambda given: with_field(given, "op_list", SETTINGS[kind], index, OPERATION_BYTES, **fields)


WRONG = {
    "a kind": (node(0, op_type=9), r"dependency graph: operation 0 is of the unknown kind 9$"),
    "a consumer": (node(0, consumers__2__index=77), r"operation 0 \(PDP\): it leads to operation 77; there are 0 to 2"),
    "a count": (node(2, dependency_count=7), r"operation 2 \(SDP\): it waits for 7 events, and 1 lead to it"),
    "an address": (cube_of("PDP", 0, src__address=99), r"operation 0 \(PDP\), src has address 99 of \d+"),
    "no address": (cube_of("SDP", 2, dst__address=-1), r"operation 2 \(SDP\): dst has no address"),
    "a memory type": (cube_of("PDP", 0, dst__type=5), r"dst has the memory type 5"),
    "a size": (cube_of("PDP", 0, src__size=1 << 20), r"src has 1048576 bytes at 0 of 384 of address"),
    "lines outside": (
        cube_of("PDP", 0, dst__line_stride=1 << 16),
        r"operation 0 \(PDP\): its output at DBB 0x\w+ is in no memory|ends \d+ bytes behind its memory",
    ),
    "a precision": (settings("PDP", 0, precision=7), r"precision is 7; it may be 0 to 2: INT8, INT16, FP16"),
    "a pooling": (settings("PDP", 0, pool_mode=3), r"pool_mode is 3; it may be 0 to 2: AVERAGE, MAX, MIN"),
    "tables": (settings("SDP", 2, lut_index=4), r"operation 2 \(SDP\): there are no tables 4; the task has 0"),
    "transfers": (
        cube_of("BDMA", 1, num_transfers=21),
        r"operation 1 \(BDMA\): it has 21 transfers; there may be 1 to 20",
    ),
    "a task": (lambda given: replace(given, submissions=(Submission(tasks=(4,)),)), r"submit_list: there is no task 4"),
    "no task": (lambda given: replace(given, submissions=()), r"submit_list: no task is submitted"),
    "a blob": (
        lambda given: replace(given, blobs=given.blobs[1:]),
        r"memory \d+: there is no blob 'task-0-network', which it shall hold",
    ),
    "memory without bounds": (
        lambda given: replace(
            given, memories=(replace(given.memories[0], size=MEMORY_AT_MOST_BYTES), *given.memories[1:])
        ),
        r"memory_list: [\d,]+ bytes of memory, may be 268,435,456 at most",
    ),
    "a domain": (
        lambda given: replace(given, memories=(replace(given.memories[0], domain=7), *given.memories[1:])),
        r"memory 0: domain 7 is none of DBB and CVSRAM",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(loadable, name):
    change, text = WRONG[name]
    with pytest.raises(LoadableError, match=text):
        Network(bench_of(), change(loadable))


def test_operations_that_wait_in_a_circle(loadable):
    slots = {"consumers__3__index": 0, "consumers__3__event": 1}
    wrong = node(2, **slots)(node(0, dependency_count=1)(loadable))
    with pytest.raises(
        LoadableError, match=r"operation 0 \(PDP\), operation 2 \(SDP\) wait for each other in a circle"
    ):
        Network(bench_of(), wrong)


def test_a_unit_that_the_part_lacks(loadable):
    with pytest.raises(LoadableError, match=r"operation 1 \(BDMA\): nv_small has no BDMA"):
        Network(bench_of("nv_small"), loadable)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_file_that_is_cut(loadable, part):
    data = write_loadable(loadable)
    with pytest.raises(FlatBufferError, match="are not in the file, which has"):
        read_loadable(data[: int(len(data) * part)])


@pytest.mark.parametrize("seed", range(60))
def test_a_wild_file_brings_nothing_down(loadable, seed):
    rng = np.random.default_rng(seed)
    data = bytearray(write_loadable(loadable))
    for at in rng.integers(0, len(data), int(rng.integers(1, 6))):
        data[at] = int(rng.integers(256))
    with suppress(FlatBufferError, LoadableError):
        network = Network(bench_of(), read_loadable(bytes(data)))
        # what can be played may be wrong for the part, which says so at the end
        with suppress(ValueError, BrokenRuleError):
            run(network.play())
