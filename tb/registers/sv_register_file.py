"""The SystemVerilog register file of one block: storage, reads, writes, in a single clocked process.

The process does nothing in a cycle without a request, a strobe to take back or what the block's logic waits for, so
that an idle block costs next to nothing in an event-driven simulator.
"""

from __future__ import annotations

from models.registers import Register
from tb.registers.register_logic import RegisterLogic
from tb.registers.sv_package import STROBES, WORD_BITS, implemented, joined, kinds, stored, word, word_bits

PORTS = {
    "settings": "output settings_t   settings,   // single registers, as software wrote them",
    "written": "output written_t    written,    // a register of settings was written in the cycle before",
    "was_read": "output was_read_t   was_read,   // a register was read in the cycle before",
    "status": "input  status_t     status,     // what single read-only registers show",
}


def register_file(prefix: str, logic: RegisterLogic) -> str:
    """The text of the register file of the block of some logic.

    Raises:
        ValueError: the block has grouped registers, of which the logic knows nothing.
    """
    block = logic.block
    lost = [item.name for item in implemented(block) if item.grouped and item.name not in logic.own]
    if lost:
        raise ValueError(
            f"{block.name}: {', '.join(lost)}: grouped, and the family's register_logic does not deal with it"
        )
    lines = [*_header(prefix, logic), *_tables(logic), *_outputs(logic), *_process(logic), "endmodule", ""]
    return "\n".join(lines)


def _header(prefix: str, logic: RegisterLogic) -> list[str]:
    ports = [
        "input  logic        clk,",
        "input  logic        reset_n,",
        "input  logic        req_valid,  // a request for this block; the answer of a read comes in the next cycle",
        "input  logic        req_write,",
        f"input  logic [{word_bits(logic.block) - 1}:0]  req_word,",
        "input  logic [31:0] req_data,",
        *(PORTS[kind] for kind in kinds(logic)),
        *logic.ports(),
        "output logic [31:0] rsp_data",
    ]
    return [
        f"// Register file of {logic.block.name}. Generated from the register description; do not edit.",
        f"module {prefix}_regs",
        f"  import {prefix}_pkg::*;",
        "(",
        *(f"  {port}" for port in ports),
        ");",
    ]


def _tables(logic: RegisterLogic) -> list[str]:
    """Resets and masks as constants with a word for each word of the window, and the storage."""
    by_word = {word(logic.block, register): register for register in implemented(logic.block)}
    words = max(by_word) + 1
    lines = [
        f"  localparam int WORDS = {words};  // words of the window up to the last register",
        "  localparam int INDEX_BITS = $clog2(WORDS);",
    ]
    downwards = [by_word.get(index) for index in reversed(range(words))]
    for name in ("reset", "read_mask", "write_mask"):
        values = [f"32'h{getattr(register, name) if register else 0:08x}" for register in downwards]
        lines += [f"  localparam logic [{WORD_BITS}*WORDS-1:0] {name.upper()}S = {joined(values, 8)};"]
    return [*lines, *logic.storage(downwards), "  wire mapped = 32'(req_word) < WORDS;", ""]


def _outputs(logic: RegisterLogic) -> list[str]:
    """What the hardware sees of the registers."""
    settings = kinds(logic).get("settings")
    single = [f"  assign settings = {stored(settings)};"] if settings else []
    return [*logic.state(), *single, *logic.outputs(), ""]


def _process(logic: RegisterLogic) -> list[str]:
    """The clocked process."""
    strobes = {kind: some for kind, some in kinds(logic).items() if kind in STROBES}
    active = ["req_valid", *logic.active(), *(f"{kind} != '0" for kind in strobes)]
    return [
        f"  wire active = {' || '.join(active)};",
        "  wire [31:0] write_mask = WRITE_MASKS[32*index +: 32];",
        "",
        "  always_ff @(posedge clk or negedge reset_n)",
        "    if (!reset_n) begin",
        "      for (int i = 0; i < ENTRIES; i++) store[i] <= RESETS[32*(i % WORDS) +: 32];",
        "      rsp_data <= '0;",
        *(f"      {kind} <= '0;" for kind in strobes),
        *logic.resets(),
        "    end else if (active) begin",
        *_read(logic),
        f"      if (req_valid && req_write && mapped{f' && !{logic.locked}' if logic.locked else ''})",
        "        store[entry] <= (store[entry] & ~write_mask) | (req_data & write_mask);",
        *(_strobe(kind, register) for kind, registers in strobes.items() for register in registers),
        *logic.steps(),
        "    end",
    ]


def _strobe(kind: str, register: Register) -> str:
    """A pulse in the cycle behind an access to a register."""
    direction = "req_write" if kind == "written" else "!req_write"
    return f"      {kind}.{register.name.lower()} <= req_valid && {direction} && 32'(req_word) == {register.name};"


def _read(logic: RegisterLogic) -> list[str]:
    """The answer to a read: what hardware shows, else what is stored."""
    shown = {register.name: f"status.{register.name.lower()}" for register in kinds(logic).get("status", [])}
    shown |= logic.shown()
    answer = "rsp_data <= mapped ? store[entry] & READ_MASKS[32*index +: 32] : '0;"
    if not shown:  # Icarus 11 crashes on a case with nothing but a default
        return [f"      if (req_valid && !req_write) {answer}"]
    return [
        "      if (req_valid && !req_write)",
        "        case (32'(req_word))",
        *(f"          {name}: rsp_data <= {value};" for name, value in shown.items()),
        f"          default: {answer}",
        "        endcase",
    ]
