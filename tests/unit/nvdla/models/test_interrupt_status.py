"""GLB: what the interrupt status and the pin may be, whatever clears, masks and layers meet."""

import itertools
from types import SimpleNamespace

import pytest

from models.nvdla.interrupts import LINE
from tests.unit.nvdla.models.copies import copy, fill, start

LOW, HIGH, EITHER = {0}, {1}, {0, 1}


@pytest.fixture
def layer_of(device, rng):
    """Starts a layer; each has addresses of its own."""

    offsets = itertools.count()

    def launch(group=0):
        transfer = copy(device.config, at=next(offsets) << 12)
        fill(device, transfer, rng)
        return start(device, [transfer], group)

    return launch


@pytest.fixture
def glb(registers):
    """The registers, and the bits of both groups of the BDMA."""
    status, mask, software = (registers.GLB.registers[f"S_INTR_{name}"] for name in ("STATUS", "MASK", "SET"))
    done = [status.fields[f"BDMA_DONE_STATUS{group}"].mask for group in (0, 1)]
    return SimpleNamespace(status=status, mask=mask, set=software, done=done)


@pytest.fixture
def possible(device, glb):
    return lambda name="BDMA_DONE_STATUS0": device.predict(glb.status.address).allowed(name)


@pytest.fixture
def clear(device, glb):
    return lambda group=0: device.write(glb.status.address, glb.done[group])


def test_set_and_clear_reach_each_bit_alone(device, glb):
    for name, item in glb.status.fields.items():
        device.write(glb.set.address, item.mask)
        assert device.read(glb.status.address) == item.mask, name
        assert device.read(glb.set.address) == 0
        device.write(glb.status.address, glb.status.write_mask & ~item.mask)
        assert device.read(glb.status.address) == item.mask, name
        device.write(glb.status.address, item.mask)
        assert device.read(glb.status.address) == 0, name


def test_a_masked_bit_is_collected_and_raises_the_pin_when_unmasked(device, glb, clear):
    device.write(glb.mask.address, glb.done[0])
    device.write(glb.set.address, glb.done[0])
    assert device.read(glb.status.address) == glb.done[0]
    assert device.levels[LINE] == LOW
    device.write(glb.set.address, glb.done[1])
    assert device.levels[LINE] == HIGH, "the other bit is not masked"
    clear(1)
    assert device.levels[LINE] == LOW
    device.write(glb.mask.address, 0)
    assert device.levels[LINE] == HIGH


def test_a_raise_is_open_until_it_is_confirmed(device, layer_of, possible, clear):
    layer = layer_of()
    assert possible() == LOW
    assert device.levels[LINE] == LOW
    device.answered(layer)
    assert possible() == EITHER
    assert device.levels[LINE] == EITHER
    device.came(layer)
    assert possible() == HIGH
    assert device.levels[LINE] == HIGH
    clear()
    assert possible() == LOW
    assert device.levels[LINE] == LOW


def test_a_clear_while_a_layer_raises_may_take_the_interrupt_or_not(device, layer_of, possible, clear):
    layer = layer_of()
    device.answered(layer)
    clear()
    device.came(layer)
    assert possible() == EITHER
    clear()
    assert possible() == LOW, "a clear behind everything leaves nothing open"


def test_a_clear_does_not_take_what_is_raised_behind_it(device, layer_of, possible, clear):
    early, late = layer_of(), layer_of()
    device.answered(early)
    clear()
    device.answered(late)
    device.came(early)
    assert possible() == EITHER
    device.came(late)
    assert possible() == HIGH


def test_a_set_while_a_layer_raises_leaves_no_doubt(device, layer_of, possible, glb, clear):
    layer = layer_of()
    device.answered(layer)
    device.write(glb.set.address, glb.done[0])
    assert possible() == HIGH
    clear()
    assert possible() == EITHER
    device.came(layer)
    assert possible() == EITHER


def test_a_one_that_was_read_confirms_the_layer(device, layer_of, possible, glb, clear):
    layer = layer_of()
    device.answered(layer)
    device.complete(layer)
    device.observe(glb.status.address, glb.done[0])
    assert possible() == HIGH
    assert device.layers_in_flight == []
    clear()
    device.came(layer)
    assert possible() == LOW, "the interrupt was seen and cleared; it does not come again"


def test_a_zero_that_was_read_leaves_the_raise_open(device, layer_of, possible, glb):
    layer = layer_of()
    device.answered(layer)
    device.observe(glb.status.address, 0)
    assert possible() == EITHER
    device.came(layer)
    assert possible() == HIGH


def test_a_one_from_an_earlier_layer_confirms_no_later_one(device, layer_of, possible, glb, clear):
    first, second = layer_of(), layer_of()
    device.answered(first)
    device.came(first)
    device.answered(second)
    device.observe(glb.status.address, glb.done[0])
    clear()
    assert possible() == EITHER, "the second one's interrupt may still come"
    device.came(second)
    assert possible() == EITHER


def test_of_two_that_raise_a_one_confirms_the_first(device, layer_of, possible, glb, clear):
    first, second = layer_of(), layer_of()
    for layer in (first, second):
        device.answered(layer)
        device.complete(layer)
    device.observe(glb.status.address, glb.done[0])
    assert device.layers_in_flight == [second]
    clear()
    assert possible() == EITHER


def test_a_one_that_a_swallowed_interrupt_may_have_left_confirms_nobody(device, layer_of, possible, glb, clear):
    first, second = layer_of(), layer_of()
    device.answered(first)
    clear()
    device.came(first)
    device.answered(second)
    device.observe(glb.status.address, glb.done[0])
    assert possible() == HIGH
    assert second in device.layers_in_flight


def test_reading_narrows_what_a_swallowed_interrupt_left_open(device, layer_of, possible, glb, clear):
    layer = layer_of()
    device.answered(layer)
    clear()
    device.came(layer)
    device.observe(glb.status.address, 0)
    assert possible() == LOW
    assert device.levels[LINE] == LOW


def test_the_pin_follows_the_least_known_unmasked_bit(device, layer_of, glb):
    first, second = layer_of(0), layer_of(1)
    device.answered(first)
    device.answered(second)
    device.came(second)
    assert device.levels[LINE] == HIGH
    device.write(glb.mask.address, glb.done[1])
    assert device.levels[LINE] == EITHER
    device.write(glb.mask.address, glb.done[0] | glb.done[1])
    assert device.levels[LINE] == LOW


@pytest.mark.parametrize(("recent_writes", "level"), [(0, LOW), (1, EITHER)])
def test_a_mask_still_on_its_way_may_come_behind_the_interrupt(device, layer_of, glb, recent_writes, level):
    layer = layer_of()
    device.write(glb.mask.address, glb.done[0])
    device.answered(layer, recent_writes=recent_writes)
    assert device.levels[LINE] == level
    device.came(layer)
    assert device.levels[LINE] == LOW, "by then the mask has come too"


def test_a_mask_that_was_there_before_the_last_one_keeps_the_interrupt_from_the_pin(device, layer_of, glb):
    layer = layer_of()
    device.write(glb.mask.address, glb.mask.write_mask)
    device.write(glb.mask.address, glb.done[0])
    device.answered(layer, recent_writes=1)
    assert device.levels[LINE] == LOW


def test_one_with_more_writes_on_their_way_than_the_last_may_still_come_ahead_of_them(device, layer_of, glb):
    first, second = layer_of(0), layer_of(1)
    for mask in (glb.done[0], glb.done[0] | glb.done[1], glb.done[0] | glb.done[1]):
        device.write(glb.mask.address, mask)
    device.answered(first, recent_writes=0)
    assert device.levels[LINE] == LOW
    device.answered(second, recent_writes=3)
    assert device.levels[LINE] == EITHER


@pytest.mark.parametrize("both", [False, True])
def test_a_rise_just_before_a_mask_confirms_whose_it_is_if_nobody_else_may(device, layer_of, possible, glb, both):
    first, second = layer_of(0), layer_of(1)
    device.write(glb.mask.address, glb.done[0])
    device.answered(first, recent_writes=1)
    if both:
        device.answered(second)
    device.interrupt_rose(LINE)
    assert possible() == (EITHER if both else HIGH)
    assert possible("BDMA_DONE_STATUS1") == (EITHER if both else LOW)


def test_a_reset_forgets_everything(device, layer_of, possible, glb):
    layer = layer_of()
    device.answered(layer)
    device.write(glb.mask.address, glb.mask.write_mask)
    device.write(glb.set.address, glb.done[1])
    device.reset()
    assert device.levels[LINE] == LOW
    assert possible() == LOW
    assert device.read(glb.mask.address) == 0
    device.came(layer)
    assert possible() == LOW


@pytest.mark.parametrize("recent_writes", [0, 1])
def test_a_clear_still_on_its_way_at_the_last_response_may_come_after_the_interrupt(
    device, layer_of, possible, recent_writes, clear
):
    layer = layer_of()
    clear()
    device.answered(layer, recent_writes=recent_writes)
    device.complete(layer)
    device.came(layer)
    assert set(possible()) == (EITHER if recent_writes else HIGH)
