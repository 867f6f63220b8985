"""Operations as layers, those together that hand each other data without memory in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from models.nvdla.programming import LayerDescriptor
from sequences.nvdla.loadables.contents import LoadableError
from sequences.nvdla.loadables.graph import Graph, Operation
from sequences.nvdla.loadables.layers.cdp import cdp_layer
from sequences.nvdla.loadables.layers.conv import conv_layer
from sequences.nvdla.loadables.layers.movers import bdma_layer, rubik_layer
from sequences.nvdla.loadables.layers.numbers import Setting
from sequences.nvdla.loadables.layers.pdp import pdp_layer
from sequences.nvdla.loadables.layers.sdp import sdp_layer

LAYERS: Mapping[str, Callable[[Operation, Setting], LayerDescriptor]] = MappingProxyType(
    {
        "BDMA": bdma_layer,
        "CONV": conv_layer,
        "SDP": sdp_layer,
        "PDP": pdp_layer,
        "CDP": cdp_layer,
        "RUBIK": rubik_layer,
    }
)
UNITS: Mapping[str, str] = MappingProxyType(
    {"BDMA": "BDMA", "CONV": "CDMA", "SDP": "SDP", "PDP": "PDP", "CDP": "CDP", "RUBIK": "RBK"}
)
"""A block that the part must have for a kind of operations."""


def chains_of(graph: Graph) -> list[tuple[Operation, ...]]:
    """The operations, in an order in which they could run one by one; those together of which one feeds the next.

    Raises:
        LoadableError: two operations are fed by one.
    """
    chains: list[list[Operation]] = []
    at: dict[int, list[Operation]] = {}
    for operation in graph.order():
        chain = at.get(operation.parent) if operation.parent is not None else None
        if chain is not None and chain[-1].index != operation.parent:
            raise LoadableError(f"{operation}: operation {operation.parent} feeds {chain[-1]} already")
        if chain is None:
            chain = []
            chains.append(chain)
        chain.append(operation)
        at[operation.index] = chain
    return [tuple(chain) for chain in chains]


def layer_of(operation: Operation, setting: Setting) -> LayerDescriptor:
    """An operation as the kernel driver programs it.

    Raises:
        LoadableError: the part lacks the unit, or a number has no meaning.
    """
    if UNITS[operation.kind] not in setting.config.units:
        raise LoadableError(f"{operation}: {setting.config.name} has no {UNITS[operation.kind]}")
    return LAYERS[operation.kind](operation, setting)
