"""What is said of a family whose environment lacks a part."""

import pytest

from tb.environment.config import EnvConfig
from tb.environment.env_family import EnvFamily, check_names, family_of
from tests.sim.environment.bells import BellsDevice, BellsEnv, BellsFamily
from tests.sim.memory.axi_test_port import PORT


class HalfFamily(EnvFamily):
    """A family with a few parts."""

    pins = BellsFamily.pins
    ports = BellsFamily.ports


def refused(env, why):
    with pytest.raises(TypeError, match=why) as caught:
        family_of(env)
    assert "\n" not in str(caught.value)


def test_a_family_is_complete():
    assert isinstance(family_of(BellsEnv), BellsFamily)


def test_an_environment_names_its_family():
    refused(
        type("BareEnv", (), {}),
        r"BareEnv\.family is None: name a class that derives from EnvFamily \(tb/environment/env_family\.py\)$",
    )
    refused(type("OddEnv", (), {"family": BellsFamily()}), r"OddEnv\.family is <.*>: name a class that derives from ")


def test_what_a_family_lacks_is_named():
    refused(
        type("HalfEnv", (), {"family": HalfFamily}),
        r"test_env_family\.py:\d+: HalfFamily has no bench, clocks, device, limits, register_bus, which "
        r"EnvFamily \(tb/environment/env_family\.py\) asks for$",
    )


def test_who_has_no_traces_records_none(tmp_path):
    complete = type("PlainFamily", (BellsFamily,), {"export": EnvFamily.export})
    with pytest.raises(TypeError, match=r"PlainFamily.* has no export, so that its tests cannot become traces$"):
        complete().export(None, None, tmp_path, "")


@pytest.mark.parametrize(("strobe", "word"), [(0b0001, 0xAABBCC55), (0b1111, 0x11223355), (0b0000, 0xAABBCCDD)])
def test_a_write_of_some_bytes_leaves_the_others(strobe, word):
    device = BellsDevice()
    note = device.registers.NOTES.FIRST
    device.write(note.address, 0xAABBCCDD)
    assert BellsFamily().whole_word(device, note.address, 0x11223355, strobe) == word


def test_bytes_that_are_not_written_clear_nothing():
    device = BellsDevice()
    bells = device.registers.BELLS
    device.write(bells.SET.address, 0b11)
    assert device.predict(bells.STATUS.address).example() == 0b11
    assert BellsFamily().whole_word(device, bells.STATUS.address, 0xFFFF_FFFF, 0b1110) == 0xFFFF_FF00


@pytest.mark.parametrize(
    ("member", "given", "why"),
    [
        (
            "interrupts",
            {"irq": "irq_done"},
            r"\.interrupts has the pins \['irq_done'\], its device the lines \['bell_high', 'bell_low'\]$",
        ),
        ("ports", (PORT,), r"\.ports are \['MEM'\], its device has the memories \[\]$"),
    ],
)
def test_pins_and_device_speak_of_the_same(member, given, why):
    config, device = EnvConfig(), BellsDevice()
    check_names(BellsFamily(), config, device)
    odd = type("OddFamily", (BellsFamily,), {member: lambda _self, _config: given})
    with pytest.raises(TypeError, match=f"OddFamily{why}"):
        check_names(odd(), config, device)
