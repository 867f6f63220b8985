"""How the reference device comes to one value of a trace, which the last layer writes that touches it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from models.derivation import derivation_lines
from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.device import UNITS, Device
from models.nvdla.surfaces.cubes import ElementLayout
from models.reference import Happened
from sequences.nvdla.traces.needs import skip_reason
from sequences.nvdla.traces.play.playing import AnyTrace, playing
from sequences.printable import printable
from sequences.traces.on_model import play_on_device
from sequences.traces.player import ZEROED_MEMORY

PLACE = re.compile(r"(?:(\w+):)?(0[xX][0-9a-fA-F]{1,40}|0|[1-9]\d{0,40})")
ELEMENT = re.compile(r"(?:(\d{1,40}):)?" + ",".join([r"(\d{1,40})"] * 4))
ADDRESS_BITS = 64
"""Of the registers that hold addresses."""
NAMED = 6
"""Layers of which an error tells where they write."""
FORMS = "an address (0x80000100), one of a port (CVSRAM:0x50000100), n,c,h,w of the last layer, or 3:n,c,h,w of layer 3"


@dataclass(frozen=True, slots=True)
class Found:
    """A byte that a layer writes.

    Attributes:
        layer: the layer.
        stream: number of the write stream that it belongs to.
        address: of the byte.
    """

    layer: Layer
    stream: int
    address: int


class Place:
    """What is asked for: a byte of a memory, or an element of a layer's output.

    Args:
        text: address or coordinates.
        config: the hardware configuration.

    Raises:
        ValueError: it is neither.
    """

    def __init__(self, text: str, config: HwConfig) -> None:
        self._text = text
        self.find: Callable[[Layer], Found | None]
        if element := ELEMENT.fullmatch(text):
            serial, *index = element.groups()
            self._serial = None if serial is None else int(serial)
            self._index = tuple(map(int, index))
            self.find = self._element
        elif place := PLACE.fullmatch(text):
            names = [port.name for port in config.ports.values()]
            self._port, self._address = place[1] or names[0], int(place[2], 0)
            if self._port not in names:
                raise ValueError(f"AT={text}: there is no port {self._port}; there are {', '.join(names)}")
            if self._address >> ADDRESS_BITS:
                raise ValueError(f"AT={text}: an address has {ADDRESS_BITS} bits, to {(1 << ADDRESS_BITS) - 1:#x}")
            self.find = self._byte
        else:
            raise ValueError(f"AT={text} is no place; give {FORMS}")

    def __str__(self) -> str:
        return self._text

    def _byte(self, layer: Layer) -> Found | None:
        stream = layer.stream_at(self._port, self._address)
        return None if stream is None else Found(layer, stream, self._address)

    def _element(self, layer: Layer) -> Found | None:
        batch, channel, line, column = self._index
        if self._serial not in (None, layer.serial) or batch >= len(layer.writes):
            return None
        layout = layer.writes[batch].where.layout
        if not isinstance(layout, ElementLayout):
            return None
        if channel >= layout.channels or line >= layout.height or column >= layout.width:
            return None
        return Found(layer, batch, layout.address_of(channel, line, column))


class _Seen:
    """The last layer that writes what is asked for; of others only where they write."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._spans: list[str] = []
        self._layers = 0
        self._size = ""
        self.found: Found | None = None

    def notify(self, happened: Happened) -> None:
        """Something happened."""
        for layer in happened.started:
            if layer.writes:
                self._layers += 1
                self._size = _size(layer) or self._size
                self._spans += [_span(layer)] if self._layers <= NAMED else []
            self.found = self._place.find(layer) or self.found

    @property
    def written(self) -> str:
        """Where layers write, on one line."""
        more = self._layers - len(self._spans)
        said = [*filter(None, [self._size]), *self._spans, *([f"and {more} more"] if more else [])]
        return "; ".join(said) or "none writes anything"


def _span(layer: Layer) -> str:
    where = layer.writes[0].where
    first, last = int(where.addresses.min()), int(where.addresses.max()) + where.chunk_bytes - 1
    return f"{layer}: {where.port} {first:#x} to {last:#x}"


def _size(layer: Layer) -> str:
    """The size of a layer's output, if it has elements."""
    layout = layer.writes[0].where.layout
    if not isinstance(layout, ElementLayout):
        return ""
    sizes = (len(layer.writes), layout.channels, layout.height, layout.width)
    return f"the last output has n,c,h,w up to {','.join(str(size - 1) for size in sizes)}"


def explain(trace: AnyTrace, config: HwConfig, text: str) -> Sequence[str]:
    """Play a trace on a new device, and tell how the last layer that writes a value comes to it.

    Args:
        trace: read and checked; its goldens do not matter.
        config: the hardware configuration.
        text: address or coordinates of the value.

    Returns:
        Lines: what the value is, its derivation, and the layer's configuration.

    Raises:
        ValueError: it is no place, no layer writes there, or the trace cannot be played.
    """
    place = Place(text, config)
    reason = skip_reason(trace, config, UNITS)
    if reason:
        raise ValueError(f"{printable(trace.folder)}: cannot be played: {reason}")
    device = Device(config, zeroed_memory=ZEROED_MEMORY)
    seen = _Seen(place)
    device.listeners.append(seen.notify)
    result = play_on_device(device, playing(replace(trace, continue_on_fail=True), device))
    found = seen.found
    if found is None:
        stopped = f"; it stopped: {result.hang}" if result.hang else ""
        raise ValueError(f"{printable(trace.folder)}: no layer writes {place}; {seen.written}{stopped}")
    layer, where = found.layer, found.layer.writes[found.stream].where
    steps = () if layer.derivation is None else tuple(layer.derivation.written(found.stream, found.address))
    head = f"{layer} writes {where.describe(found.address)} at {where.port} {found.address:#x}:"
    return (head, *(f"  {line}" for line in derivation_lines(steps)), *layer.explanation)
