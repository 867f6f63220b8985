"""Loadables of our own: written of layers, read again, and played as the layers are."""

from dataclasses import replace

import numpy as np
import pytest

from models.events import Finished, Started
from models.nvdla.config import CONFIGS
from models.nvdla.conv.descriptor import Conv
from models.nvdla.device import Device
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.demo.bytes_network import BytesNetwork
from sequences.nvdla.demo.network import StripesNetwork
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.loadables.loadable import read_loadable, write_loadable
from sequences.nvdla.loadables.network import DRIVER_BREAKS, Network
from sequences.nvdla.loadables.structs.common import CUBE_BYTES
from sequences.nvdla.loadables.written.writer import write_network
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.kinds import LayerKnobs, kinds_on
from sequences.nvdla.stimulus import Copy, PdpLayer, Pool, RubikSplit, SdpLayer, add
from tests.nvdla.own_network import own_network

NETWORKS = {
    "bytes": ("nv_full", BytesNetwork),
    "stripes": ("nv_full", StripesNetwork),
    "small": ("nv_small", BytesNetwork),
    "large": ("nv_large", BytesNetwork),
}


def bench_of(name, seed=1):
    config = CONFIGS[name]
    return make_bench(ModelHost(Device(config), announces=DRIVER_BREAKS), config, np.random.default_rng(seed))


@pytest.fixture
def bench():
    return bench_of("nv_full")


@pytest.mark.parametrize("cube_bytes", CUBE_BYTES)
@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_plays_as_its_layers_do(name, cube_bytes):
    config, network = NETWORKS[name]
    bench = bench_of(config)
    layers, scores = network(bench).layers(np.random.default_rng(4).integers(0, 256, (4, 16, 16)))
    file = write_loadable(write_network(bench, layers, {}, {"scores": scores}, cube_bytes))
    run(bench.play(*layers))
    loaded = Network(bench_of(config, seed=9), read_loadable(file))
    run(loaded.play())
    assert loaded.graphs[0].cube_bytes == cube_bytes
    assert (loaded.outputs["scores"].numpy() == scores.numpy()).all()


def test_inputs_may_be_changed_and_branches_join(bench):
    draw = np.random.default_rng(7).integers
    x = bench.tensor(draw(-60, 60, (8, 6, 6)), "INT8")
    moved, pooled, summed, planes = (
        bench.empty((8, 6, 6), "INT8", layout=layout) for layout in ("cube", "cube", "cube", "planes")
    )
    layers = [
        Copy(x, moved),
        PdpLayer(Pool("MAX", 3, pad=1), pooled, x=x),
        SdpLayer(summed, [add(moved)], x=pooled),
        RubikSplit(summed, planes),
    ]
    loaded = Network(bench_of("nv_full", 5), write_network(bench, layers, {"x": x}, {"summed": summed}))
    values = draw(-60, 60, (8, 6, 6)).astype(np.int8)
    loaded.inputs["x"].load(values)
    run(loaded.play())
    wide = np.pad(values, ((0, 0), (1, 1), (1, 1)), constant_values=-128)
    pool = np.max([wide[:, r : r + 6, c : c + 6] for r in range(3) for c in range(3)], axis=0)
    assert (loaded.outputs["summed"].numpy() == np.clip(pool.astype(int) + values, -128, 127)).all()
    jobs = loaded.jobs(0)
    assert [sorted(job.number for job in item.before) for item in jobs] == [[], [], [0, 1], [2]]


def written(bench, layers):
    """The bytes that layers have written, one array for each of their surfaces."""
    memory = {port.name: bench.host.device.memories[port.name] for port in bench.config.ports.values()}
    return [
        np.concatenate([memory[where.port].read(int(address), where.chunk_bytes) for address in where.addresses])
        for layer in layers
        for where in layer.writes(bench.config)
    ]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["BDMA", "RBK", "CONV", "SDP", "PDP", "CDP", "SDP-PDP", "CONV-PDP"])
def test_layers_do_the_same_from_their_structures(kind, seed):
    bench, compared = bench_of("nv_full", seed), 0
    for number in range(8):
        pool = SurfacePool(bench)
        layers = tuple(driven(layer) for layer in kinds_on(bench, LayerKnobs())[kind].drawn(pool))
        try:
            loadable = write_network(bench, [LayerChain(layers)], {}, {}, CUBE_BYTES[number % 2])
        except ValueError:  # the kernel driver has no field for something
            continue
        run(bench.play(LayerChain(layers)))
        network = Network(bench_of("nv_full", seed + 10), loadable)
        run(network.play())
        (step,) = network.steps[0]
        results = zip(written(network.bench, step.layers), written(bench, layers), strict=True)
        assert all((found == wanted).all() for found, wanted in results)
        compared += 1
        pool.free()
    assert compared


def driven(layer):
    """A layer as the kernel driver can program it: it does not flush NaN."""
    if isinstance(layer, Conv):
        return replace(layer, input=replace(layer.input, nan_to_zero=False))
    return replace(layer, nan_to_zero=False) if hasattr(layer, "nan_to_zero") else layer


def test_our_own_network_keeps_both_groups_of_each_unit_and_two_layers_at_a_time_busy():
    bench, groups, in_flight, at_ends = bench_of("nv_full"), {}, [], []
    network = Network(bench, read_loadable(own_network("nv_full")))

    def heard(event):
        if isinstance(event, Started):
            groups.setdefault(event.layer.stage, set()).add(event.layer.instance)
            in_flight.append(event.layer)
        if isinstance(event, Finished):
            at_ends.append(len(in_flight))
            in_flight.remove(event.layer)

    bench.host.listeners.append(heard)
    run(network.play())
    assert set(groups) == {"CONV", "SDP", "PDP", "CDP", "BDMA", "RBK"}
    assert all(of_unit == {"group 0", "group 1"} for of_unit in groups.values())
    assert min(at_ends[:-1]) >= 2
