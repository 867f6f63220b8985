"""The SystemVerilog register file of one block: storage, reads, writes, groups, in a single clocked process.

The process does nothing in a cycle without a request, a finished layer or a strobe to take back, so that an idle
block costs next to nothing in an event-driven simulator.
"""

from __future__ import annotations

from models.registers import Block, Register
from tb.registers import sv_ping_pong
from tb.registers.sv_package import STROBES, WORD_BITS, groups, implemented, word, word_bits
from tb.registers.sv_ping_pong import PingPong

PORTS = {
    "settings": "output settings_t   settings,   // single registers, as software wrote them",
    "written": "output written_t    written,    // a register of settings was written in the cycle before",
    "was_read": "output was_read_t   was_read,   // a register was read in the cycle before",
    "status": "input  status_t     status,     // what single read-only registers show",
    "layer": "output layer_t      layer,      // registers of the group whose turn it is",
    "result": "input  result_t     result,     // kept in the group's read-only registers when its layer is done",
}
SINGLE_STORAGE = (
    "  localparam int ENTRIES = WORDS;",
    "",
    "  logic [31:0] store [0:ENTRIES-1];",
    "  wire [INDEX_BITS-1:0] index = req_word[INDEX_BITS-1:0];",
    "  wire [INDEX_BITS-1:0] entry = index;",
)


def register_file(prefix: str, block: Block) -> str:
    """The text of the register file of one block.

    Raises:
        ValueError: ping-pong registers without a pointer, an enable or a group status.
    """
    kinds = groups(block)
    paired = PingPong.of(block) if any(register.grouped for register in implemented(block)) else None
    lines = [
        *_header(prefix, block, kinds, paired),
        *_tables(block, paired),
        *_outputs(kinds, paired),
        *_process(kinds, paired),
        "endmodule",
        "",
    ]
    return "\n".join(lines)


def _header(prefix: str, block: Block, kinds: dict[str, list[Register]], paired: PingPong | None) -> list[str]:
    ports = [
        "input  logic        clk,",
        "input  logic        reset_n,",
        "input  logic        req_valid,  // a request for this block; the answer of a read comes in the next cycle",
        "input  logic        req_write,",
        f"input  logic [{word_bits(block) - 1}:0]  req_word,",
        "input  logic [31:0] req_data,",
        *(PORTS[kind] for kind in kinds),
        *(sv_ping_pong.PORTS if paired else ()),
        "output logic [31:0] rsp_data",
    ]
    return [
        f"// Register file of {block.name}. Generated from the register description; do not edit.",
        f"module {prefix}_regs",
        f"  import {prefix}_pkg::*;",
        "(",
        *(f"  {port}" for port in ports),
        ");",
    ]


def _tables(block: Block, paired: PingPong | None) -> list[str]:
    """Resets and masks as constants with a word for each word of the window, and the storage."""
    by_word = {word(block, register): register for register in implemented(block)}
    words = max(by_word) + 1
    lines = [
        f"  localparam int WORDS = {words};  // words of the window up to the last register",
        "  localparam int INDEX_BITS = $clog2(WORDS);",
    ]
    downwards = [by_word.get(index) for index in reversed(range(words))]
    for name in ("reset", "read_mask", "write_mask"):
        values = [f"32'h{getattr(register, name) if register else 0:08x}" for register in downwards]
        lines += [f"  localparam logic [{WORD_BITS}*WORDS-1:0] {name.upper()}S = {_joined(values, 8)};"]
    if paired:
        grouped = "".join("1" if register and register.grouped else "0" for register in downwards)
        lines += [f"  localparam logic [WORDS-1:0] GROUPED = {words}'b{grouped};", *sv_ping_pong.STORAGE]
    else:
        lines += SINGLE_STORAGE
    return [*lines, "  wire mapped = 32'(req_word) < WORDS;", ""]


def _joined(values: list[str], columns: int) -> str:
    """Values as one, the first one highest, in rows."""
    rows = [", ".join(values[start : start + columns]) for start in range(0, len(values), columns)]
    return "{\n" + ",\n".join(f"    {row}" for row in rows) + "}"


def _outputs(kinds: dict[str, list[Register]], paired: PingPong | None) -> list[str]:
    """What the hardware sees of the registers."""
    lines = paired.logic() if paired else []
    if "settings" in kinds:
        lines.append(f"  assign settings = {_stored(kinds['settings'], '')};")
    if "layer" in kinds:
        first, second = _stored(kinds["layer"], ""), _stored(kinds["layer"], " + WORDS")
        lines += [
            "  always @* begin  // guarded, so that an idle unit costs a simulator little",
            "    layer = '0;",
            f"    if (running) layer = consumer ? {second} : {first};",
            "  end",
        ]
    return [*lines, ""]


def _stored(registers: list[Register], offset: str) -> str:
    """The stored words of registers of a group, in the order of the packed type."""
    return _joined([f"store[{register.name}{offset}]" for register in registers], 3)


def _process(kinds: dict[str, list[Register]], paired: PingPong | None) -> list[str]:
    """The clocked process."""
    strobes = {kind: kinds[kind] for kind in STROBES if kind in kinds}
    active = ["req_valid", *(["layer_done"] if paired else []), *(f"{kind} != '0" for kind in strobes)]
    return [
        f"  wire active = {' || '.join(active)};",
        "  wire [31:0] write_mask = WRITE_MASKS[32*index +: 32];",
        "",
        "  always_ff @(posedge clk or negedge reset_n)",
        "    if (!reset_n) begin",
        "      for (int i = 0; i < ENTRIES; i++) store[i] <= RESETS[32*(i % WORDS) +: 32];",
        "      rsp_data <= '0;",
        *(f"      {kind} <= '0;" for kind in strobes),
        *(["      op_enable <= '0;", "      consumer <= 1'b0;"] if paired else []),
        "    end else if (active) begin",
        *_read(kinds, paired),
        f"      if (req_valid && req_write && mapped{' && !locked' if paired else ''})",
        "        store[entry] <= (store[entry] & ~write_mask) | (req_data & write_mask);",
        *(_strobe(kind, register) for kind, registers in strobes.items() for register in registers),
        *(paired.steps(kinds.get("result", [])) if paired else []),
        "    end",
    ]


def _strobe(kind: str, register: Register) -> str:
    """A pulse in the cycle behind an access to a register."""
    direction = "req_write" if kind == "written" else "!req_write"
    return f"      {kind}.{register.name.lower()} <= req_valid && {direction} && 32'(req_word) == {register.name};"


def _read(kinds: dict[str, list[Register]], paired: PingPong | None) -> list[str]:
    """The answer to a read: what hardware shows, else what is stored."""
    shown = {register.name: f"status.{register.name.lower()}" for register in kinds.get("status", [])}
    shown |= paired.shown if paired else {}
    stored = "rsp_data <= mapped ? store[entry] & READ_MASKS[32*index +: 32] : '0;"
    if not shown:  # Icarus 11 crashes on a case with nothing but a default
        return [f"      if (req_valid && !req_write) {stored}"]
    return [
        "      if (req_valid && !req_write)",
        "        case (32'(req_word))",
        *(f"          {name}: rsp_data <= {value};" for name, value in shown.items()),
        f"          default: {stored}",
        "        endcase",
    ]
