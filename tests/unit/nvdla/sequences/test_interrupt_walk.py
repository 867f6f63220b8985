"""Set and clear close together: the walk plays on the model, and a walk that misses says so."""

from collections import Counter
from itertools import product

import pytest

from models.nvdla.groups import group_of
from models.nvdla.interrupts import LINE
from sequences.host import HangError
from sequences.nvdla.interrupts import short_layers, walk
from sequences.nvdla.interrupts.walk import Meeting, why_missed

LAYERS = {"BDMA": short_layers.bdma_layer, "RUBIK": short_layers.rubik_layer}
CLEAR, SET = "S_INTR_STATUS", "S_INTR_SET"


async def calibrated_walk(bench, unit, registers, walks):
    layer = LAYERS[unit](bench)
    end_cycles = await walk.cycles_to_interrupt(bench, layer)
    walks.append(await walk.walk_over_end(bench, layer, end_cycles, registers))


@pytest.mark.parametrize("unit", LAYERS)
@pytest.mark.parametrize(
    ("registers", "leave"), [([CLEAR], {0}), ([SET], {0, 1}), ([SET, CLEAR], {0}), ([CLEAR, SET], {0, 1})]
)
def test_on_the_model_a_layer_ends_with_the_first_pause(play, unit, registers, leave):
    walks = []
    host = play(calibrated_walk, unit, registers, walks)
    (meetings,) = walks
    cycles = [meeting.cycles for meeting in meetings]
    assert cycles == list(range(len(meetings))), "one cycle a layer, none before its start"
    assert {min(meeting.cycles, 1) for meeting in meetings if meeting.stayed} == leave
    happened = host.device.take_happened()
    assert happened.warnings == happened.refused == []
    assert host.device.layers_in_flight == []
    assert host.device.levels == {LINE: {0}}, "every interrupt is served"
    assert len(happened.started) == len(meetings) + 1
    groups = Counter(group_of(layer) for layer in happened.started)
    assert abs(groups[0] - groups[1]) <= 1
    assert len({layer.writes[0].where.addresses.tobytes() for layer in happened.started}) == 1, "always the same layer"


def test_software_sets_and_clears_each_bit_in_every_order(play):
    host = play(walk.set_and_clear_in_a_row)
    status = play.bench.registers.GLB.S_INTR_STATUS
    written = [(name, data) for kind, name, data in host.done if kind == "write"]
    for item in status.fields.values():
        mine = [name.removeprefix("GLB.") for name, data in written if data == item.mask]
        assert [tuple(mine[at : at + 3]) for at in range(0, len(mine), 3)] == list(product((SET, CLEAR), repeat=3))
    assert host.device.levels == {LINE: {0}}


def test_a_layer_without_an_interrupt_is_given_up(play):
    async def silent():
        return "BDMA_DONE_STATUS0"

    async def calibrate(bench):
        await walk.cycles_to_interrupt(bench, silent)

    with pytest.raises(HangError, match="BDMA_DONE_STATUS0 did not come within"):
        play(calibrate)


def walk_of(stayed):
    return [Meeting(cycles, letter == "s") for cycles, letter in enumerate(stayed, start=30)]


def test_a_walk_over_the_very_cycle_has_nothing_to_complain_about():
    assert why_missed(walk_of("sssttt"), [290, 290, 290, 1, 2, 3]) == ""


@pytest.mark.parametrize(
    ("stayed", "pulses", "complaint"),
    [
        ("ssssss", [290] * 6, "none took its interrupt: the walk ends before"),
        ("tttttt", [5, 6, 7, 8, 9, 10], "the first took its interrupt already: the walk begins behind"),
        ("sststt", [290, 290, 1, 290, 1, 2], "came after 32, 34, 35 cycles: the layer's length varies"),
        ("sssttt", [290, 290, 290, 1, 2], "the one after 33 cycles took an interrupt that never showed"),
        ("sssttt", [290, 290, 290, 2, 4, 6], "left pulses of [2, 4, 6] cycles, not of 1, 2, 3"),
        ("sssttt", [290, 290, 290, 2, 3, 4], "left pulses of [2, 3, 4] cycles, not of 1, 2, 3"),
    ],
    ids=["too early", "too late", "jitter", "clear wins", "two cycles a step", "a cycle left out"],
)
def test_a_walk_that_misses_says_why(stayed, pulses, complaint):
    missed = why_missed(walk_of(stayed), pulses)
    assert complaint in missed
    assert missed.startswith("of clears 30 to 35 cycles after a layer's start ")
