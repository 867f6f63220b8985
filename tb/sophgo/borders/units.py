"""The blocks of Sophgo's TPU, and what passes between them (docs/sophgo/README.md, 'Blocks')."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from models.layer import Layer
from models.memory.footprint import ExpectedWrites, Fetched
from models.sophgo.blocks.mailbox import MAILBOX
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import ADDRESS_BITS, DDR
from models.sophgo.kernels.footprints import FETCH_ID, READ_ID, WRITE_ID
from models.sophgo.stages.words import turn_of
from models.sophgo.words.description import Queue
from tb.borders.comparison.border import Border
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.divergence.subjects import Subjects
from tb.borders.payload import Payload, array
from tb.borders.tapped import TappedUnits
from tb.sophgo.borders.elements import bytes_due, element_payload, rows_passed
from tb.sophgo.borders.port import memory_port

QUEUE, LANES, MEMORY = "QUEUE", "LANES", "MEMORY"
TIU, GDMA = Queue.TIU, Queue.GDMA
WORD_BITS, PART_BITS = 768, 32
WORD: Payload = (array("word", "bits from 32 * {} on", PART_BITS, WORD_BITS // PART_BITS),)
ELEMENT = element_payload(ADDRESS_BITS)
ASKED, GIVEN, WRITTEN = "gdma_asked", "ddr_given", "gdma_written"
REGISTERS = ("STATE", "FINISHED", "STOPPED")
Select = Callable[[Layer], Iterable[Fetched | ExpectedWrites]]


def tapped_units(config: SophgoConfig) -> TappedUnits:
    """The blocks of a configuration, and what passes between them."""
    return TappedUnits(
        borders=(
            _words("tiu_word", TIU),
            *_results(config),
            _words("gdma_word", GDMA),
            _elements(config, ASKED, "GDMA to the memories", GDMA, GDMA, lambda layer: layer.lead.fetched, "gdma_word"),
            _elements(config, "chip_given", "LANES to GDMA", LANES, GDMA, _on_chip, ASKED),
            _elements(config, GIVEN, "MEMORY to GDMA", MEMORY, GDMA, _from_ddr, ASKED),
            _elements(config, WRITTEN, "GDMA to the memories", GDMA, LANES, lambda layer: layer.writes, ASKED),
        ),
        carriers=(lambda inside: memory_port(inside, WRITTEN, GIVEN, ELEMENT, config),),
        subjects=Subjects(
            units=frozenset((MAILBOX, QUEUE, TIU, GDMA, LANES, MEMORY)),
            interfaces={DDR: MEMORY},
            kinds={},
            pins=(("s_axil", MAILBOX), ("irq", MAILBOX), ("m_axi", MEMORY)),
            raised={"DONE": MAILBOX, "ERROR": MAILBOX, TIU: QUEUE, GDMA: QUEUE},
            readers={FETCH_ID: QUEUE, READ_ID: GDMA},
            writers={WRITE_ID: GDMA},
            raised_last=lambda _inside, _time_ns: MAILBOX,
        ),
    )


def _words(tap: str, queue: Queue) -> Border:
    """A queue gives its unit a word."""

    def expected(layer: Layer) -> ExpectedTransfers:
        parts = np.frombuffer(turn_of(layer.lead).step.word.encode().tobytes(), "<u4")
        values, known = (
            np.zeros((1, WORD_BITS // PART_BITS), np.uint64),
            np.zeros((1, WORD_BITS // PART_BITS), np.bool_),
        )
        values[0, : len(parts)], known[0, : len(parts)] = parts, True
        return ExpectedTransfers(values, known, lambda _: "word")

    return Border(tap, f"QUEUE to {queue}", expected, block=queue, giver=QUEUE, taker=queue, payload=WORD)


def _results(config: SophgoConfig) -> Iterator[Border]:
    """What the TIU writes in each lane."""
    place_bits = (config.lane_bytes - 1).bit_length()
    payload = element_payload(place_bits)
    for lane in range(config.lanes):
        yield Border(
            f"lane_result_{lane}",
            f"TIU to lane {lane}",
            partial(_in_lane, config, lane),
            block=TIU,
            giver=TIU,
            taker=LANES,
            payload=payload,
            behind=("tiu_word",),
            gather=lambda _, tap, due: rows_passed(tap, payload, len(due)),
        )


def _in_lane(config: SophgoConfig, lane: int, layer: Layer) -> ExpectedTransfers | None:
    """The bytes of results in a lane, counted from its first one."""
    due = bytes_due(layer.writes, config)
    if due is None:
        return None
    offsets = due.values[:, 1].astype(np.int64) - config.local_base
    mine = offsets // config.lane_bytes == lane
    if not mine.any():
        return None
    values = due.values[mine]
    values[:, 1] = offsets[mine] % config.lane_bytes
    return ExpectedTransfers(values, due.known[mine], due.name)


def _elements(  # noqa: PLR0917 - a table has so many columns
    config: SophgoConfig, tap: str, text: str, giver: str, taker: str, select: Select, behind: str
) -> Border:
    """Elements that the GDMA reads or writes."""

    def expected(layer: Layer) -> ExpectedTransfers | None:
        return bytes_due(select(layer), config, values=tap != ASKED)

    return Border(
        tap,
        text,
        expected,
        block=GDMA,
        giver=giver,
        taker=taker,
        payload=ELEMENT,
        behind=(behind,),
        gather=lambda _, passed, due: rows_passed(passed, ELEMENT, len(due)),
    )


def _on_chip(layer: Layer) -> Iterable[Fetched]:
    return (item for item in layer.lead.fetched if item.where.port != DDR)


def _from_ddr(layer: Layer) -> Iterable[Fetched]:
    return (item for item in layer.lead.fetched if item.where.port == DDR)
