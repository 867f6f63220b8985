"""Random layers that break a rule and of which the part makes something settled all the same, for programs of others.

What the part makes wrong, or never ends, is not among them: nothing could be checked behind it
(docs/differences.md; docs/regressions.md, 'Scenarios of NVDLA').
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from models.breakers import field_at, with_field
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvInput
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.programming import LayerDescriptor
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.directed.broken import CDP_BROKEN, PDP_BROKEN, break_rule
from sequences.nvdla.kinds.layer_kind import LayerKind, Layers
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.placement.surface_pool import SurfacePool

OVERLAPPING = tuple(
    f"{unit}-{stride}-stride"
    for unit in ("bdma", "rubik", "conv", "sdp", "pdp", "cdp")
    for stride in ("line", "surface")
)
"""Rules that layers break of which lines or surfaces of the input overlap: what is read twice is the same twice."""
ILLEGAL = tuple(dict.fromkeys((*OVERLAPPING, *PDP_BROKEN, *CDP_BROKEN)))
"""All rules that these layers break."""
STRIDES = ("line_stride_bytes", "surface_stride_bytes")
MODELS, TRIES = 4, 8
"""Legal layers that are tried, and draws of each."""


def draw_illegal(kinds: Sequence[LayerKind[Any]], pool: SurfacePool, draw: Callable[[], Layers]) -> Layers | None:
    """A layer that breaks a rule, by where its input lies or, of PDP and CDP, by its numbers.

    Args:
        kinds: what draws layers, of those that may be drawn.
        pool: where surfaces come from.
        draw: draws a legal layer, with what hands it its input.

    Returns:
        The layer; None where none was found.
    """
    rng = pool.bench.rng
    pools = [kind for kind in kinds if isinstance(kind, PdpKind | CdpKind)]
    if pools and chance(rng, 0.5):
        kind = pools[int(rng.integers(len(pools)))]
        return _pooling(kind, pool) if isinstance(kind, PdpKind) else _normalisation(kind, pool)
    overlapping = (_overlapping(pool.bench, draw()) for _ in range(MODELS))
    return next((layers for layers in overlapping if layers is not None), None)


def _overlapping(bench: NvdlaBench, layers: Layers) -> Layers | None:
    """The layers with one of which lines or surfaces of the input overlap; None where none was found."""
    places = [(at, path) for at, layer in enumerate(layers) for path in _inputs(layer)]
    for _ in range(TRIES if places else 0):
        at, path = places[int(bench.rng.integers(len(places)))]
        closer = _closer(bench, layers[at], path)
        broken = {violation.rule for violation in check_layer(closer, bench.config)}
        if broken and broken <= set(OVERLAPPING):
            return *layers[:at], closer, *layers[at + 1 :]
    return None


def _closer(bench: NvdlaBench, layer: LayerDescriptor, path: str) -> LayerDescriptor:
    """The layer with lines, or surfaces, of its input some atoms closer to each other, one apart at least.

    So the last atom is none of another line or surface: when it was read, all was.
    """
    rng, atom = bench.rng, bench.config.atom_bytes
    side, stride = field_at(layer, path), str(rng.choice(STRIDES))
    atoms = getattr(side, stride) // atom
    closer = replace(side, **{stride: atom * int(rng.integers(1, max(2, atoms)))})
    layer = with_field(layer, path, closer)
    if not isinstance(layer, Conv):
        return layer
    cube = layer.input
    assert isinstance(cube, ConvInput)
    lines, surfaces = cube.width * atom, cube.height * closer.line_stride_bytes
    return replace(
        layer,
        input=replace(
            cube,
            line_packed=closer.line_stride_bytes == lines,
            surface_packed=closer.surface_stride_bytes == surfaces,
        ),
    )


def _inputs(layer: LayerDescriptor) -> Iterator[str]:
    """Where a layer says in which cubes of features in memory its input lies: paths of fields."""
    match layer:
        case Bdma():
            yield from (f"copies.{slot}.source" for slot in range(len(layer.copies)))
        case Rubik() if layer.mode != "MERGE":
            yield "source"
        case Pdp() | Cdp() if layer.source is not None:
            yield "source"
        case Sdp() if layer.source is not None:
            yield "source.side"
        case Conv() if isinstance(layer.input, ConvInput) and layer.input.batches == 1:
            yield "input.side"


def _pooling(kind: PdpKind, pool: SurfacePool) -> Layers | None:
    """A small layer of PDP that breaks a rule about its numbers, mostly; None where none was found."""
    layer, name = Pdp.of(kind.config, _precision(kind), ram=_ram(kind)), str(kind.rng.choice(PDP_BROKEN))
    pdp = break_rule(layer, name, kind.config, kind.rng)
    return None if pdp is None else kind.allocate(PdpShape(pdp=pdp), pool)


def _normalisation(kind: CdpKind, pool: SurfacePool) -> Layers | None:
    """The same of CDP."""
    layer, name = Cdp.of(kind.config, _precision(kind), ram=_ram(kind)), str(kind.rng.choice(CDP_BROKEN))
    cdp = break_rule(layer, name, kind.config, kind.rng)
    if cdp is None:
        return None
    tables = kind.shelf.take(kind.rng, kind.config, kind.knobs.keep_tables, floating=cdp.precision == "FP16")
    return kind.allocate(CdpShape(cdp=replace(cdp, tables=tables), values=None), pool)


def _precision(kind: LayerKind[Any]) -> str:
    return str(kind.rng.choice(list(kind.config.precisions)))


def _ram(kind: LayerKind[Any]) -> str:
    return str(kind.rng.choice(list(kind.config.ports)))
