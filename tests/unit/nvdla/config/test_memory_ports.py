"""NVDLA's ports are reduced, and HDL memories beside it hold no more than its pins can address."""

from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

import pytest

from models.nvdla.config import CONFIGS
from tb.nvdla.design import hdl_memories


@pytest.mark.parametrize(("address_bits", "size_bytes"), [(25, 32 << 20), (26, 64 << 20), (40, 64 << 20)])
def test_a_memory_is_not_larger_than_its_addresses(address_bits, size_bytes):
    base = CONFIGS["tiny"]
    ports = {name: replace(port, address_bits=address_bits) for name, port in base.ports.items()}
    assert hdl_memories(replace(base, ports=MappingProxyType(ports)), 64 << 20).size_bytes == size_bytes


@pytest.mark.parametrize("config", CONFIGS.values(), ids=lambda config: config.name)
def test_nvdla_has_reduced_ports(config):
    for port in config.ports.values():
        assert port.signals.reduced
        assert port.signals.pins["araddr"] == f"{port.pin_prefix}_ar_araddr"


@pytest.mark.parametrize("config", CONFIGS.values(), ids=lambda config: config.name)
def test_an_address_of_a_program_tells_its_memory(config):
    ports = sorted(config.ports.values(), key=lambda port: port.base)
    assert all(port.base < port.limit for port in ports)
    assert all(one.limit <= other.base for one, other in pairwise(ports))
