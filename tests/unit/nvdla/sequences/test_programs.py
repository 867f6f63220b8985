"""Programs on the model alone: tensors in and out, dependencies kept, units at work together, chains of stages."""

import numpy as np
import pytest

from models.events import Ended, Started
from models.layer import EndKind
from models.nvdla.groups import group_of
from models.nvdla.interrupts import LINE
from sequences.model_host import ModelHost, run
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import make_bench
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import bias
from sequences.nvdla.programs.random import ProgramKnobs, draw_program, random_programs
from sequences.nvdla.rubik.layers import RubikContract, RubikMerge, RubikSplit
from tests.unit.nvdla.models.copies import memory
from tests.unit.nvdla.models.heard import HeardDevice


def bench_of(config, seed=1):
    return make_bench(ModelHost(HeardDevice(config)), config, np.random.default_rng(seed))


@pytest.fixture
def bench(config):
    return bench_of(config)


def clean(bench):
    device = bench.host.device
    happened = device.take_happened()
    assert (happened.warnings, happened.refused) == ([], [])
    assert device.layers_in_flight == []
    assert device.claims_waiting == []
    assert device.levels == {LINE: {0}}, "every interrupt is served"
    assert not any(layer.races or layer.unknown_reads for layer in happened.started)
    return happened.started


class TestTensors:
    @pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
    @pytest.mark.parametrize("layout", ["cube", "planes"])
    def test_values_come_back_as_they_went_in(self, config, layout, precision):
        bench = bench_of(config)
        values = bench.rng.integers(-100, 100, (33, 5, 7))
        tensor = bench.tensor(values, precision, ram=memory(config, "CVSRAM"), layout=layout, gaps=(1, 2))
        assert (tensor.numpy() == values).all()
        assert tensor.shape == values.shape
        assert tensor.side.ram == memory(config, "CVSRAM")

    @pytest.mark.parametrize("layout", ["cube", "planes"])
    def test_an_index_and_its_address_name_each_other(self, bench, layout):
        values = np.arange(40 * 3 * 5).reshape(40, 3, 5) % 30000
        tensor = bench.tensor(values, "INT16", layout=layout, gaps=(1, 1))
        for index in np.ndindex(values.shape):
            address = tensor.address_of(*index)
            raw = bench.host.dump("DBB", address, 2).view("<i2")[0]
            assert raw == values[index]
            assert tensor.index_of(address) == tensor.index_of(address + 1) == index
            assert tensor.layout.coordinates(address) == "[c {}, h {}, w {}]".format(*index)

    def test_what_is_no_element_has_no_index(self, bench, config):
        tensor = bench.empty((3, 2, 5), "INT8", gaps=(1, 0))
        assert tensor.index_of(tensor.side.address + 3) is None, "a channel that the last atom lacks"
        assert tensor.index_of(tensor.side.address + 5 * config.atom_bytes) is None, "the gap behind a line"

    def test_loading_leaves_what_lies_between(self, bench, config):
        tensor = bench.empty((3, 2, 5), "INT8", gaps=(2, 0))
        before = bench.host.dump("DBB", tensor.side.address + 5 * config.atom_bytes, 2 * config.atom_bytes)
        tensor.load(np.zeros((3, 2, 5), np.int8))
        assert (
            bench.host.dump("DBB", tensor.side.address + 5 * config.atom_bytes, 2 * config.atom_bytes) == before
        ).all()

    def test_a_place_can_be_given_and_given_back(self, bench, config):
        at, too_close = 0x9000_0000, 0x9000_0000 + config.atom_bytes
        tensor = bench.tensor(np.ones((1, 1, 1)).astype(int), "INT8", at=at)
        assert tensor.side.address == at
        with pytest.raises(ValueError, match="closer than 256 bytes to the surface at 0x90000000"):
            bench.empty((1, 1, 1), "INT8", at=too_close)
        bench.free(tensor)
        assert bench.empty((1, 1, 1), "INT8", at=too_close).side.address == too_close

    @pytest.mark.parametrize(
        ("settings", "why"),
        [
            ({"ram": "MC"}, r"no memory is called 'MC'; \w+ has DBB"),
            ({"precision": "INT4"}, "no precision is called 'INT4'; choose INT8, INT16, FP16"),
            ({"layout": "image"}, "no layout is called 'image'; choose cube or planes"),
            ({"values": np.full((1, 1, 1), 128)}, "INT8 holds whole numbers from -128 to 127"),
            ({"values": np.ones((1, 1))}, "INT8 holds whole numbers"),
            (
                {"values": np.ones((4, 4), int)},
                r"shape \(4, 4\): a tensor has channels x height x width, .* at least 1 and at most 8192 x 8192 x 8192",
            ),
            ({"at": 0x9000_0001}, r"no multiple of \d+ bytes"),
        ],
    )
    def test_a_wrong_word_says_what_is_allowed(self, bench, settings, why):
        chosen = {"values": np.zeros((1, 1, 1), int), "precision": "INT8"} | settings
        with pytest.raises(ValueError, match=why):
            bench.tensor(chosen.pop("values"), chosen.pop("precision"), **chosen)


class TestLayers:
    @pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
    def test_one_layers_output_is_the_nexts_input(self, bench, config, precision):
        values = bench.rng.integers(-100, 100, (33, 4, 6))
        x = bench.tensor(values, precision, gaps=(1, 0))
        y, back = (bench.empty(x.shape, precision, ram=memory(config, "CVSRAM")) for _ in range(2))
        planes = bench.empty(x.shape, precision, layout="planes")
        run(bench.play(Copy(x, y), RubikSplit(y, planes), RubikMerge(planes, back)))
        assert (planes.numpy() == values).all()
        assert (back.numpy() == values).all()
        assert len(clean(bench)) == 3

    def test_contract_makes_pixels_of_channel_groups(self, bench, config):
        stored = -(-40 // config.atom_bytes) * config.atom_bytes  # a group of channels fills atoms
        x = bench.tensor(bench.rng.integers(-9, 9, (2 * 3 * stored, 4, 5)), "INT8")
        y = bench.empty((40, 4 * 3, 5 * 2), "INT8")
        run(bench.play(RubikContract(x, y, x_stride=2, y_stride=3)))
        parts = x.numpy().reshape(3, 2, stored, 4, 5)[:, :, :40]
        assert (y.numpy() == parts.transpose(2, 3, 0, 4, 1).reshape(y.shape)).all()
        clean(bench)

    def test_tensors_that_do_not_fit_are_named(self, bench, config):
        x, small = bench.empty((4, 4, 4), "INT8"), bench.empty((4, 4, 3), "INT8")
        with pytest.raises(ValueError, match="Copy: its tensors are FeatureCube INT8 4x4x4 and FeatureCube INT8 4x4x3"):
            run(bench.play(Copy(x, small)))
        with pytest.raises(ValueError, match="it needs a tensor with layout='cube' and one with layout='planes'"):
            run(bench.play(RubikSplit(x, small)))
        with pytest.raises(ValueError, match=f"needs an input of {4 * config.atom_bytes}x2x2, not 4x4x3"):
            run(bench.play(RubikContract(small, x, 2, 2)))
        assert bench.host.device.take_happened().started == [], "nothing of a wrong program is played"


class TestPrograms:
    def test_dependencies_follow_from_what_layers_touch(self, bench, config):
        a, b, c, d = (bench.empty((1, 1, 4), "INT8") for _ in range(4))
        jobs = jobs_of([Copy(a, b), Copy(b, c), Copy(a, d), Copy(c, a)], config)
        assert [[earlier.number for earlier in job.before] for job in jobs] == [[], [0], [], [0, 1, 2]]

    def test_units_are_at_work_together(self, bench):
        x = bench.tensor(bench.rng.integers(-9, 9, (8, 4, 4)), "INT8")
        copies = [bench.empty(x.shape, "INT8") for _ in range(3)]
        planes = [bench.empty(x.shape, "INT8", layout="planes") for _ in range(3)]
        running, most = [], [0]

        def watch(event):
            if isinstance(event, Started):
                running.append(event.layer)
            elif isinstance(event, Ended) and event.end.kind is EndKind.RAISE:
                running.remove(event.end.claim.layer)
            most[0] = max(most[0], len(running))

        bench.host.listeners.append(watch)
        run(bench.play(*(Copy(x, y) for y in copies), *(RubikSplit(x, y) for y in planes)))
        assert most == [4], "both groups of both units"
        assert len(clean(bench)) == 6
        assert all((y.numpy() == x.numpy()).all() for y in (*copies, *planes))

    @pytest.mark.parametrize("late", [0.0, 1.0])
    def test_programs_follow_each_other(self, bench, late):
        x = bench.tensor(bench.rng.integers(-9, 9, (8, 4, 4)), "INT8")
        for _ in range(3):
            planes, y = bench.empty(x.shape, "INT8", layout="planes"), bench.empty(x.shape, "INT8")
            layers = [RubikSplit(x, planes), RubikMerge(planes, y)]
            run(bench.play(*layers, knobs=FirmwareKnobs(late=late)))
            assert (y.numpy() == x.numpy()).all()
            x = y
        assert len(clean(bench)) == 6

    @pytest.mark.parametrize("seed", range(12))
    def test_random_programs_are_legal_and_end(self, config, seed):
        bench = bench_of(config, seed)
        run(random_programs(bench, 3))
        layers = clean(bench)
        assert len(layers) >= 6

    def test_random_programs_depend_on_each_other_and_use_all_units(self, config):
        before, kinds, chains = 0, set(), set()
        for seed in range(10):
            bench = bench_of(config, seed)
            jobs = jobs_of(draw_program(bench, SurfacePool(bench, 0.5), ProgramKnobs()), config)
            before += sum(len(job.before) for job in jobs)
            kinds |= {type(job.descriptors[0]).__name__ for job in jobs}
            chains |= {tuple(type(item).__name__ for item in job.descriptors) for job in jobs}
        assert before > 20
        assert kinds == {"Bdma", "Rubik", "Conv", "Sdp", "Pdp", "Cdp"}
        assert chains >= {("Conv", "Sdp"), ("Sdp", "Pdp"), ("Conv", "Sdp", "Pdp")}

    def test_the_same_seed_plays_the_same_program(self, config):
        def written(seed):
            bench = bench_of(config, seed)
            heard = []
            bench.host.listeners.append(heard.append)
            run(random_programs(bench, 2))
            return [(e.address, e.data) for e in heard if type(e).__name__ == "RegisterAccess" and e.write]

        assert written(3) == written(3)
        assert written(3) != written(4)


@pytest.mark.parametrize("any_order", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_chain_of_layers_is_one_job(config, seed, any_order):
    """Three layers that hand on their results, as docs/first_test.md writes it: bench, tensor, layer, play, numpy."""
    bench = bench_of(config, seed)
    channels = 5
    x = bench.tensor(bench.rng.integers(0, 20, (channels, 4, 6)), "INT8")
    w = bench.kernels(np.eye(channels, dtype=int)[:, :, None, None], "INT8")
    y, z = bench.empty(x.shape, "INT8", ram=memory(config, "CVSRAM")), bench.empty(x.shape, "INT8")

    chain = Convolve(x, w) >> SdpLayer(steps=[bias(1)]) >> PdpLayer(Pool("MAX", 1), y)
    run(bench.play(chain, SdpLayer(z, steps=[bias(2)], x=y), knobs=FirmwareKnobs(any_order=any_order)))

    assert (y.numpy() == x.numpy() + 1).all()
    assert (z.numpy() == x.numpy() + 3).all()
    layers = clean(bench)
    assert [layer.stage for layer in layers] == ["CONV", "SDP", "PDP", "SDP"]
    assert [(claim.block, group_of(claim)) for claim in layers[3].claims] == [("SDP", 1), ("SDP_RDMA", 0)]
