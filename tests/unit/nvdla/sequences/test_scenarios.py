"""Scenarios of random programs on the model alone: each is there when it is asked for, and what follows it is right."""

from collections import Counter
from dataclasses import replace

import pytest

from models.events import RegisterAccess
from models.nvdla.config import CONFIGS
from models.nvdla.conv.modes import CUBE, IMAGE, mode_of
from models.nvdla.rules import check_layer
from sequences.cutting import AccessCuttingHost, CutError
from sequences.model_host import ModelHost, run
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.programs.illegal_layers import ILLEGAL, OVERLAPPING
from sequences.nvdla.programs.random import ProgramKnobs, random_programs
from sequences.recording import RecordingHost
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench

SEEDS = range(2)
SOFTWARE = ("storms", "rush", "polling", "masked", "apart")


class Watched:
    """Random programs of a seed on the model: what software read and wrote, and the layers."""

    def __init__(self, config, seed, programs=2, announces=(), **knobs):
        self.bench = model_bench(config, seed, announces)
        self.device, self.accesses, self.resets = self.bench.host.device, [], 0
        self.bench.host.listeners.append(
            lambda event: isinstance(event, RegisterAccess) and self.accesses.append(event)
        )
        run(random_programs(self.bench, programs, ProgramKnobs(**knobs), self._reset))

    async def _reset(self):
        self.resets += 1
        self.device.reset()

    def written(self, name):
        address = self._address(name)
        return [access.data for access in self.accesses if access.write and access.address == address]

    def read(self, name):
        address = self._address(name)
        return [access.data for access in self.accesses if not access.write and access.address == address]

    def _address(self, name):
        block, register = name.split(".")
        return self.bench.registers.blocks[block].registers[register].address


def played(config, **knobs):
    return [Watched(config, seed, **knobs) for seed in SEEDS]


@pytest.mark.parametrize("knobs", [{name: 0.5} for name in SOFTWARE] + [dict.fromkeys(SOFTWARE, 0.5)])
def test_whatever_software_does_layers_are_legal_and_served(config, knobs):
    for watched in played(config, **knobs):
        assert len(clean_layers(watched.bench)) >= 4


def test_without_scenarios_no_interrupt_is_masked_and_no_draw_is_made_for_one(config):
    plain, off = Watched(config, 3), Watched(config, 3, **dict.fromkeys((*SOFTWARE, "illegal", "resets"), 0.0))
    assert plain.accesses == off.accesses
    assert plain.written("GLB.S_INTR_MASK") == []


def test_in_a_storm_many_interrupts_are_there_at_once(config):
    def most(**knobs):
        return max(
            word.bit_count() for watched in played(config, **knobs) for word in watched.read("GLB.S_INTR_STATUS")
        )

    assert most(storms=1.0, reuse=0.0) > max(5, most())


def test_in_a_rush_no_group_is_looked_at_before_it_is_written(config):
    def looks(**knobs):
        """Reads right in front of the first register of a layer."""
        return sum(
            not watched.accesses[at - 1].write for watched in played(config, **knobs) for at in first_of_layers(watched)
        )

    assert looks() > 20
    assert looks(rush=1.0) == 0


def first_of_layers(watched):
    """Where the registers of a layer begin to be written."""
    blocks = [watched.bench.registers.blocks[name] for name in ("SDP", "PDP", "CDP", "RBK")]
    of_layers = {register.address for block in blocks for register in block if register.grouped}
    written = {at for at, access in enumerate(watched.accesses) if access.write and access.address in of_layers}
    return [at for at in written if at - 1 not in written]


def test_who_polls_never_waits_for_the_pin(config, monkeypatch):
    waits = []
    monkeypatch.setattr("sequences.model_host.ModelHost.wait_interrupt", lambda *_: waits.append(1))
    for watched in played(config, polling=1.0):
        clean_layers(watched.bench)
    assert waits == []


def test_blocks_of_a_layer_are_enabled_apart(config, monkeypatch):
    def pauses(**knobs):
        waited = []
        monkeypatch.setattr("sequences.model_host.ModelHost.pause", lambda self, cycles: paused(self, waited, cycles))
        for watched in played(config, **knobs):
            clean_layers(watched.bench)
        return sum(waited)

    pause = ModelHost.pause

    async def paused(host, waited, cycles):
        waited.append(cycles)
        await pause(host, cycles)

    assert pauses(apart=1.0) > pauses() + 1000


@pytest.mark.parametrize("polling", [0.0, 0.5])
def test_what_is_masked_is_unmasked_in_the_end(config, polling):
    every = set()
    for watched in played(config, masked=0.5, polling=polling):
        masks = watched.written("GLB.S_INTR_MASK")
        every |= set(masks)
        assert masks[-1] == 0
    all_of_them = watched.bench.registers.GLB.S_INTR_MASK.write_mask
    assert all_of_them in every
    assert any(0 < mask < all_of_them for mask in every), "some of them too"


class TestIllegal:
    def test_each_layer_breaks_what_is_announced_or_nothing(self, config):
        broken, units, legal = Counter(), set(), 0
        for seed in range(8):
            watched = Watched(config, seed, programs=3, announces=ILLEGAL, illegal=1.0)
            for layer in watched.device.take_happened().started:
                rules = {violation.rule for violation in check_layer(layer.descriptor, config)}
                assert rules <= set(ILLEGAL)
                broken.update(rules)
                units |= {layer.stage} if rules else set()
                legal += not rules
            assert watched.device.layers_in_flight == []
        assert units == {"BDMA", "RBK", "CONV", "SDP", "PDP", "CDP"}
        assert sum(broken[rule] for rule in OVERLAPPING) > 30
        assert sum(count for rule, count in broken.items() if rule not in OVERLAPPING) > 30
        assert legal > 100

    def test_nothing_is_refused(self, config):
        watched = Watched(config, 1, programs=4, announces=ILLEGAL, illegal=0.5)
        assert watched.device.take_happened().refused == []


class TestResets:
    def test_programs_go_on_behind_each(self, config):
        for watched in played(config, programs=4, resets=0.5):
            assert 0 <= watched.resets <= 4
        assert sum(watched.resets for watched in played(config, programs=4, resets=1.0)) == 4 * len(SEEDS)

    def test_they_come_while_layers_run_and_while_none_does(self, config):
        in_flight = []

        class Cut(Watched):
            async def _reset(self):
                in_flight.append(len(self.device.layers_in_flight))
                await super()._reset()

        for seed in range(6):
            Cut(config, seed, programs=4, resets=1.0)
        assert max(in_flight) > 1
        assert min(in_flight) == 0

    def test_without_a_way_to_reset_nothing_is_played(self, config):
        bench = model_bench(config)
        with pytest.raises(ValueError, match="with resets it needs something that resets the design"):
            run(random_programs(bench, 1, ProgramKnobs(resets=0.1)))

    @pytest.mark.parametrize("accesses", [0, 1, 5])
    def test_a_host_stops_after_so_many_accesses(self, config, accesses):
        bench = model_bench(config)
        recorded = RecordingHost(bench.host)
        cut = replace(bench, host=AccessCuttingHost(recorded, accesses, 3))
        register = bench.registers.GLB.S_INTR_MASK

        async def play():
            for word in range(10):
                await cut.host.write(register, word)

        with pytest.raises(CutError):
            run(play())
        assert [command.data for command in recorded.commands] == list(range(accesses))


def test_as_many_images_as_plain_convolutions():
    kind = ConvKind(model_bench(CONFIGS["tiny"], 2), ConvKnobs(operations_at_most=24, bytes_at_most=1024, images=0.5))
    modes = Counter(mode_of(kind.drawn()[0]) for _ in range(60))
    assert set(modes) == {CUBE, IMAGE}
    assert 15 <= modes[IMAGE] <= 45
