"""The numpy device as a host: time moves only where a program waits."""

import asyncio
import re

import numpy as np
import pytest

from models.layer import Cause, Claim
from models.nvdla.device import Device
from sequences.host import HangError
from sequences.model_host import ModelHost, run


class CountingDevice:
    """Finishes the layers that it is given; the pin rises with the one called `loud`."""

    def __init__(self, *units):
        self.layers_in_flight = [Claim(unit, "group 0", {}).raises("DONE", Cause.ANSWERED) for unit in units]
        self.interrupt = False
        self.listeners = []

    def pass_cycles(self, cycles):
        """Nothing to do by itself."""

    def advance(self):
        end = self.layers_in_flight.pop(0) if self.layers_in_flight else None
        self.interrupt |= end is not None and end.claim.block == "loud"
        return end


def test_waiting_finishes_no_more_layers_than_it_takes():
    device = CountingDevice("quiet", "loud", "quiet")
    run(ModelHost(device).wait_interrupt())
    assert len(device.layers_in_flight) == 1
    run(ModelHost(device).wait_interrupt())
    assert len(device.layers_in_flight) == 1


def test_a_wait_for_nothing_hangs_and_says_what_ran_last():
    with pytest.raises(HangError, match="no layer is in flight that would raise it; none has come"):
        run(ModelHost(CountingDevice()).wait_interrupt())
    with pytest.raises(HangError, match=re.escape("the last to come was DONE quiet group 0")):
        run(ModelHost(CountingDevice("quiet")).wait_interrupt())


def test_a_pause_finishes_one_layer_and_draining_all():
    device = CountingDevice("quiet", "quiet", "quiet")
    run(ModelHost(device).pause())
    assert len(device.layers_in_flight) == 2
    run(ModelHost(device).drain())
    run(ModelHost(device).pause())
    assert device.layers_in_flight == []


def test_registers_and_memories_of_a_device(config):
    device, port = Device(config), config.port("DBB")
    host, register = ModelHost(device), device.registers.GLB.S_INTR_MASK
    run(host.write(register, 0x3))
    assert run(host.read(register.address)) == 0x3
    host.load(port.name, port.base, np.array([7, 8], np.uint8))
    assert host.dump(port.name, port.base, 3).tolist() == [7, 8, 0]
    assert not host.interrupt_level()


def test_a_sequence_that_needs_a_simulator_is_refused():
    with pytest.raises(RuntimeError, match="only a simulator does"):
        run(asyncio.sleep(0))
