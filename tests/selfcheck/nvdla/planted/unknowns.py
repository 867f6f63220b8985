"""Registers that a reset forgets and that decide: a look at what decides, or the rule of a link, must tell by name."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from tb.mutation.faults.fault import Form
from tb.nvdla.family import FAMILY
from tb.unknowns.watch import RULE
from tests.selfcheck.by_hand import HandFault

CONV, SDP, PDP, CDP = "CONV", "SDP", "PDP", "CDP"


@dataclass(frozen=True, kw_only=True)
class UnknownFault(HandFault):
    """A register that is not reset.

    Attributes:
        kind: of the layers that are played.
        place: the end of the path of the instance that is named.
        decides: what is named there as unknown; empty for a link, whose name is the place.
    """

    family: ClassVar = FAMILY
    config: str = "tiny"
    form: Form = Form.STATEMENT
    replacement: str = ";"
    kind: str = "BDMA"
    place: str
    decides: str = ""

    @property
    def told(self):
        """What must be told: the assertion's name and a pattern of what it says."""
        if not self.decides:
            return "control-unknown", rf".*[.]{re.escape(self.place)}"
        return RULE, rf".*[.]{re.escape(self.place)}, {self.path.stem}[.]sv:\d+: .*{re.escape(self.decides)}.*"


def _forgotten(file, text, place, decides="", **more):
    """A register that a statement of a file no longer resets."""
    register = text.split()[0].strip("{,")
    name = f"{Path(file).stem}-{register}-not-reset".replace("_", "-")
    return UnknownFault(name=name, file=file, text=text, place=place, decides=decides, **more)


READ_POINTERS = "{line_head, line_tail, beat_head, beat_tail} <= '0;"
FORGOTTEN = (
    # by what reset forgets: what is first told is a condition, an index, and a link's valid or ready
    _forgotten("pdp/nvdla_pdp_lines.sv", "begun <= 1'b0;", "pdp.lines", "begun", kind=PDP),
    _forgotten("cacc/nvdla_cacc.sv", "delivering <= 1'b0;", "cacc", "delivering", kind=CONV),
    _forgotten("cbuf/nvdla_cbuf.sv", "cbuf_csc_data_valid <= 1'b0;", "cbuf_csc_data_rule", kind=CONV),
    _forgotten(
        "cmac/nvdla_cmac.sv",
        "complete <= 1'b0;",
        "csc_cmac_weights_a_rule",
        kind=CONV,
        within="loaded_cells <= '0;\n      complete <= 1'b0;",
    ),
    _forgotten(
        "cdma/nvdla_cdma_fetch.sv",
        "state <= IDLE;",
        "cdma_csc_drain_data_rule",
        kind=CONV,
        within="    if (!reset_n) begin\n      state <= IDLE;",
    ),
    _forgotten("csc/nvdla_csc_layer.sv", "places <= '0;", "csc.course", "changing", kind=CONV),
    _forgotten("cdp/nvdla_cdp.sv", "active <= 1'b0;", "rdma_atom_cdp_rule", kind=CDP),
    _forgotten("cdp_rdma/nvdla_cdp_rdma.sv", "{told, asked} <= '0;", "cdp_rdma", "changing", kind=CDP),
    _forgotten("memory/nvdla_read_client.sv", READ_POINTERS, "rules.g_read[0].lines"),
    _forgotten("sdp_rdma/nvdla_sdp_rdma_input.sv", "rdma_sdp_valid <= 1'b0;", "rdma_sdp_rule", kind=SDP),
)
QUICK = 3
"""So many of them `make test` tries."""
