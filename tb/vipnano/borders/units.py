"""The blocks of VIPNano, and what passes between them (docs/vipnano/README.md, 'Blocks')."""

from __future__ import annotations

from functools import partial

import numpy as np

from models.arrays.flags import all_set
from models.layer import Layer
from models.vipnano.blocks.host import LINES
from models.vipnano.blocks.queue import NN, TP
from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import MEMORY
from models.vipnano.jobs.footprints import (
    COEFFICIENTS_ID,
    NN_IN_ID,
    NN_OUT_ID,
    STRUCTURE_ID,
    TP_IN_ID,
    TP_OUT_ID,
)
from tb.borders.comparison.border import Border
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.divergence.subjects import Subjects
from tb.borders.payload import Payload, array
from tb.borders.tapped import TappedUnits
from tb.vipnano.borders.port import UNIT, given_as_read, written_as_given
from tb.vipnano.borders.rows import WRITTEN, given_bytes, given_payload, rows_due, rows_of, written_bytes

FRONT, FETCH = "FRONT", "FETCH"
WORDS, WORD_BITS = 32, 32
STRUCTURE: Payload = (array("structure", "word {}", WORD_BITS, WORDS),)
COEFFICIENTS = "coefficients_given"
GIVEN = {"structure_given": STRUCTURE_ID, COEFFICIENTS: COEFFICIENTS_ID, "nn_given": NN_IN_ID, "tp_given": TP_IN_ID}
"""Taps of beats that readers are given, and the ids of their reads."""
OUTPUTS = {"nn_written": NN_OUT_ID, "tp_written": TP_OUT_ID}
"""Taps of bytes that units write, and the ids of their writes."""


def tapped_units(config: VipnanoConfig) -> TappedUnits:
    """The blocks of a configuration, and what passes between them."""
    return TappedUnits(
        borders=(
            _structure("nn_structure", NN),
            _structure("tp_structure", TP),
            Border(
                COEFFICIENTS,
                "FETCH to NN",
                lambda layer: rows_due(layer.lead.fetched[1:-1]),
                block=NN,
                giver=FETCH,
                taker=NN,
                payload=given_payload(config),
                behind=("nn_structure",),
                gather=lambda _, tap, due: rows_of(*given_bytes(tap, config), len(due)),
            ),
            _output("nn_written", NN, (COEFFICIENTS,)),
            _output("tp_written", TP, ("tp_structure",)),
        ),
        carriers=(
            *(partial(given_as_read, tap=tap, axi_id=axi_id, config=config) for tap, axi_id in GIVEN.items()),
            *(partial(written_as_given, tap=tap, axi_id=axi_id, config=config) for tap, axi_id in OUTPUTS.items()),
        ),
        subjects=Subjects(
            units=frozenset((FRONT, FETCH, NN, TP, UNIT)),
            interfaces={MEMORY: UNIT},
            kinds={},
            pins=(("s_axil", FRONT), ("irq", FRONT), ("m_axi", UNIT)),
            raised={name: FRONT for names in LINES.values() for name in names} | {"HOST": FRONT},
            readers={STRUCTURE_ID: FETCH, COEFFICIENTS_ID: FETCH, NN_IN_ID: NN, TP_IN_ID: TP},
            writers={NN_OUT_ID: NN, TP_OUT_ID: TP},
            raised_last=lambda _inside, _time_ns: FRONT,
        ),
    )


def _structure(tap: str, unit: str) -> Border:
    """A unit is given the structure of its job."""

    def expected(layer: Layer) -> ExpectedTransfers:
        values = layer.lead.fetched[0].data.ravel().view("<u4").astype(np.uint64)[np.newaxis]
        return ExpectedTransfers(values, all_set(values.shape), lambda _: "structure")

    return Border(tap, f"FETCH to {unit}", expected, block=unit, giver=FETCH, taker=unit, payload=STRUCTURE)


def _output(tap: str, unit: str, behind: tuple[str, ...]) -> Border:
    """The bytes that a unit writes."""
    return Border(
        tap,
        f"{unit} to MEMORY",
        lambda layer: rows_due(layer.writes),
        block=unit,
        giver=unit,
        taker=UNIT,
        payload=WRITTEN,
        behind=behind,
        gather=lambda _, passed, due: rows_of(*written_bytes(passed), len(due)),
    )
