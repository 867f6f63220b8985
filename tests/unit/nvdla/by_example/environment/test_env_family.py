"""What is said of a family whose environment lacks a part."""

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.device import Device
from tb.environment.env_family import EnvFamily, check_names, family_of
from tb.nvdla.env import NvdlaEnv
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.env_family import NvdlaEnvFamily


class HalfFamily(EnvFamily):
    """A family with a few parts."""

    pins = NvdlaEnvFamily.pins
    ports = NvdlaEnvFamily.ports


def refused(env, why):
    with pytest.raises(TypeError, match=why) as caught:
        family_of(env)
    assert "\n" not in str(caught.value)


def test_a_family_is_complete():
    assert isinstance(family_of(NvdlaEnv), NvdlaEnvFamily)


def test_an_environment_names_its_family():
    refused(
        type("BareEnv", (), {}),
        r"BareEnv\.family is None: name a class that derives from EnvFamily \(tb/environment/env_family\.py\)$",
    )
    refused(
        type("OddEnv", (), {"family": NvdlaEnvFamily()}), r"OddEnv\.family is <.*>: name a class that derives from "
    )


def test_what_a_family_lacks_is_named():
    refused(
        type("HalfEnv", (), {"family": HalfFamily}),
        r"test_env_family\.py:\d+: HalfFamily has no bench, clocks, device, interrupts, limits, register_bus, which "
        r"EnvFamily \(tb/environment/env_family\.py\) asks for$",
    )


def test_who_has_no_traces_records_none(tmp_path):
    complete = type("PlainFamily", (NvdlaEnvFamily,), {"export": EnvFamily.export})
    with pytest.raises(TypeError, match=r"PlainFamily.* has no export, so that its tests cannot become traces$"):
        complete().export(None, None, tmp_path, "")


@pytest.mark.parametrize(("strobe", "word"), [(0b0001, 0x55), (0b1111, 0x11223355), (0b0000, 0x2B)])
def test_a_write_of_some_bytes_leaves_the_others(strobe, word):
    device = Device(CONFIGS["tiny"])
    mask = device.registers.GLB.S_INTR_MASK
    device.write(mask.address, 0x2B)
    assert NvdlaEnvFamily().whole_word(device, mask.address, 0x11223355, strobe) == word


@pytest.mark.parametrize(
    ("member", "given", "why"),
    [
        (
            "interrupts",
            {"irq": "irq_done"},
            r"\.interrupts has the pins \['irq_done'\], its device the lines \['dla_intr'\]$",
        ),
        ("ports", (), r"\.ports are \[\], its device has the memories \['DBB'\]$"),
    ],
)
def test_pins_and_device_speak_of_the_same(member, given, why):
    config = NvdlaEnvConfig(hw=CONFIGS["tiny"])
    check_names(NvdlaEnvFamily(), config, Device(config.hw))
    odd = type("OddFamily", (NvdlaEnvFamily,), {member: lambda _self, _config: given})
    with pytest.raises(TypeError, match=f"OddFamily{why}"):
        check_names(odd(), config, Device(config.hw))
