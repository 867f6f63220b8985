"""The streams of units at the memory interfaces, as taps look at them (nvdla_memory_pkg)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from models.nvdla.config.names import RAM_TYPES, READ_STREAMS, WRITE_STREAMS
from tb.borders.carriers.lines import LineFormat
from tb.borders.carriers.streams import MemoryStream

COUNT_BITS = 30
NOTIFY_BITS = 2


def interface_of(port: MemoryPort) -> str:
    """The unit at a port."""
    return f"the memory interface of {port.name}"


def readers(config: HwConfig) -> tuple[MemoryStream, ...]:
    """What reads, port by port."""
    form = LineFormat(chunk="atom", chunk_bytes=config.atom_bytes, count_bits=COUNT_BITS)
    return tuple(_streams(config, "read", READ_STREAMS, config.read_ids, form))


def writers(config: HwConfig) -> tuple[MemoryStream, ...]:
    """What writes, port by port."""
    form = LineFormat(
        chunk="atom",
        chunk_bytes=config.atom_bytes,
        count_bits=COUNT_BITS,
        notice="group bits",
        notice_bits=NOTIFY_BITS,
    )
    return tuple(_streams(config, "write", WRITE_STREAMS, config.write_ids, form))


def _streams(
    config: HwConfig,
    does: str,
    streams: Mapping[str, str],
    ids: Mapping[str, int],
    form: LineFormat,
) -> Iterator[MemoryStream]:
    """Those that are there.

    Args:
        config: the hardware configuration.
        does: what the interface does for them: ``read`` or ``write``.
        streams: the block of each stream, in the order of their numbers.
        ids: the AXI id of each stream that is there.
        form: of their lines.
    """
    kinds = ("lines", "words", "done") if form.notice_bits else ("lines", "words")
    ports = [config.ports[name] for name in RAM_TYPES if name in config.ports]
    for ram, port in enumerate(ports):
        for number, (stream, block) in enumerate(streams.items()):
            if stream in ids:
                yield MemoryStream(
                    interface=f"{interface_of(port)}, where it {does}s",
                    unit=block,
                    port=port,
                    axi_id=ids[stream],
                    taps={kind: f"memory_{does}_{kind}_{ram * len(streams) + number}" for kind in kinds},
                    form=form,
                )
