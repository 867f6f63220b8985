"""A register description made for tests: two blocks, whose places and sizes are parameters."""

from dataclasses import dataclass, field

from tb.registers.compile import compile_description
from tb.runner.paths import ROOT

TEXT = f"""
`include "{ROOT}/registers/properties.rdl"

enum memory {{ RAM = 0 {{ desc = "In memory."; }}; SCRATCH = 1 {{ desc = "Beside the unit."; }}; }};

addrmap toy #(longint unsigned COPY_BASE, longint unsigned STATE_BASE, longint unsigned ALIGN_LSB) {{
  name = "toy";
  addrmap {{
    desc = "Copies bytes.";
    reg {{
      desc = "Where from.";
      default sw = rw;
      field {{ desc = "Bits of the address."; }} ADDRESS[31:ALIGN_LSB] = 0;
    }} SOURCE @ 0x0;
    reg {{
      desc = "Which memories.";
      default sw = rw;
      field {{ desc = "Where from."; encode = memory; }} FROM[0:0] = 0;
      field {{ desc = "Where to."; encode = memory; }} TO[4:4] = 1;
    }} MEMORIES @ 0x4;
    reg {{
      desc = "How many bytes.";
      default sw = rw;
      field {{ desc = "Their number."; }} SIZE[12:0] = 0;
    }} LENGTH @ 0x8;
    reg {{
      desc = "Starts a copy.";
      behaviour = "trigger";
      default sw = rw;
      field {{ desc = "1 starts one."; }} GO[0:0] = 0;
    }} START @ 0xc;
  }} COPY @ COPY_BASE;
  addrmap {{
    reg {{
      desc = "What has happened: one copy that waits counts too.";
      prediction = prediction_kind::one_of;
      default sw = rw;
      default onwrite = woclr;
      field {{ desc = "A copy is through."; }} DONE[0:0] = 0;
    }} STATUS @ 0x0;
  }} STATE @ STATE_BASE;
}};
"""
PARAMETERS = {"COPY_BASE": 0x1000, "STATE_BASE": 0x2000, "ALIGN_LSB": 5}


@dataclass(frozen=True)
class ToyConfig:
    """Where its blocks are, and what a field's lowest bit is."""

    name: str = "toy32"
    block_bytes: int = 0x1000
    block_bases: dict = field(default_factory=dict)
    description_parameters: dict = field(default_factory=lambda: dict(PARAMETERS))


def compile_text(folder, text, config=None, family="toy"):
    """What a description's text comes to."""
    rdl = folder / f"{family}.rdl"
    rdl.write_text(text)
    return compile_description(rdl, family, [config or ToyConfig()])[0]


def compile_toy(folder, **parameters):
    """The description of this module with other parameters."""
    return compile_text(folder, TEXT, ToyConfig(description_parameters=PARAMETERS | parameters))
