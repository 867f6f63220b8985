"""The SystemVerilog register file of one block: storage, reads, writes, groups, in a single clocked process.

The process does nothing in a cycle without a request, a finished layer or a strobe to take back, so that an idle block costs next to nothing
in an event-driven simulator.
"""

from __future__ import annotations

from collections.abc import Callable

from models.registers import Behaviour, Block, Register
from tb.registers.sv_package import WORD_BITS, groups, implemented, is_group_status, type_name, word, word_bits

PORTS = {
    "settings": "output settings_t   settings,   // single registers, as software wrote them",
    "written": "output written_t    written,    // a register of settings was written in the cycle before",
    "status": "input  status_t     status,     // what single read-only registers show",
    "layer": "output layer_t      layer,      // registers of the group whose turn it is",
    "result": "input  result_t     result,     // kept in the group's read-only registers when its layer is done",
}
GROUP_PORTS = (
    "output logic        running,    // the group whose turn it is is enabled",
    "output logic        consumer,   // that group",
    "input  logic        layer_done, // its layer is done",
)
SINGLE_STORAGE = (
    "  localparam int ENTRIES = WORDS;",
    "",
    "  logic [31:0] store [0:ENTRIES-1];",
    "  wire [INDEX_BITS-1:0] index = req_word[INDEX_BITS-1:0];",
    "  wire [INDEX_BITS-1:0] entry = index;",
)
PAIRED_STORAGE = (
    "  localparam int ENTRIES = 2 * WORDS;  // group 1 behind group 0; a single register has its place in group 0",
    "  localparam int ENTRY_BITS = $clog2(ENTRIES);",
    "",
    "  logic [31:0] store [0:ENTRIES-1];",
    "  logic       producer;   // the group that software reaches",
    "  logic [1:0] op_enable;",
    "  wire [INDEX_BITS-1:0] index = req_word[INDEX_BITS-1:0];",
    "  wire grouped = GROUPED[index];",
    "  wire [ENTRY_BITS-1:0] entry = ENTRY_BITS'(index) + (grouped && producer ? ENTRY_BITS'(WORDS) : '0);",
    "  wire locked = grouped && op_enable[producer];  // the registers of an enabled group stay as they are",
)


def register_file(prefix: str, block: Block) -> str:
    """The text of the register file of one block.

    Raises:
        ValueError: ping-pong registers without a pointer, an enable or a group status.
    """
    kinds = groups(block)
    paired = any(register.grouped for register in implemented(block))
    special = _group_registers(block) if paired else {}
    parts = [
        _header(prefix, block, kinds, paired=paired),
        _tables(block, paired=paired),
        _outputs(kinds, special),
        _process(kinds, special),
        "endmodule\n",
    ]
    return "\n".join(parts)


def _group_registers(block: Block) -> dict[str, Register]:
    """The three registers that steer a ping-pong block."""
    tests: dict[str, Callable[[Register], bool]] = {
        "pointer": lambda register: register.behaviour is Behaviour.POINTER,
        "enable": lambda register: register.behaviour is Behaviour.TRIGGER,
        "status": is_group_status,
    }
    found = {}
    for role, test in tests.items():
        fitting = [register for register in implemented(block) if test(register)]
        if len(fitting) != 1:
            names = ", ".join(register.name for register in fitting) or "none"
            raise ValueError(f"{block.name} has ping-pong registers and needs one {role} register, it has {names}; see its description")
        found[role] = fitting[0]
    return found


def _header(prefix: str, block: Block, kinds: dict[str, list[Register]], *, paired: bool) -> str:
    ports = [
        "input  logic        clk,",
        "input  logic        reset_n,",
        "input  logic        req_valid,  // a request for this block; the answer of a read comes in the next cycle",
        "input  logic        req_write,",
        f"input  logic [{word_bits(block) - 1}:0]  req_word,",
        "input  logic [31:0] req_data,",
        *(PORTS[kind] for kind in kinds),
        *(GROUP_PORTS if paired else ()),
        "output logic [31:0] rsp_data",
    ]
    lines = [
        f"// Register file of {block.name}. Generated from the register description; do not edit.",
        f"module {prefix}_regs",
        f"  import {prefix}_pkg::*;",
        "(",
        *(f"  {port}" for port in ports),
        ");",
    ]
    return "\n".join(lines)


def _tables(block: Block, *, paired: bool) -> str:
    """Resets and masks as constants with a word for each word of the window, and the storage."""
    by_word = {word(block, register): register for register in implemented(block)}
    words = max(by_word) + 1
    lines = [
        f"  localparam int WORDS = {words};  // words of the window up to the last register",
        "  localparam int INDEX_BITS = $clog2(WORDS);",
    ]
    for name in ("reset", "read_mask", "write_mask"):
        values = [getattr(by_word[index], name) if index in by_word else 0 for index in reversed(range(words))]
        lines.append(f"  localparam logic [{WORD_BITS}*WORDS-1:0] {name.upper()}S = {{")
        lines.append(",\n".join(f"    {row}" for row in _rows([f"32'h{value:08x}" for value in values])) + "};")
    if paired:
        grouped = "".join(str(int(index in by_word and by_word[index].grouped)) for index in reversed(range(words)))
        lines += [f"  localparam logic [WORDS-1:0] GROUPED = {words}'b{grouped};", *PAIRED_STORAGE]
    else:
        lines += SINGLE_STORAGE
    lines += ["  wire mapped = 32'(req_word) < WORDS;", ""]
    return "\n".join(lines)


def _rows(values: list[str]) -> list[str]:
    """Values in rows of eight."""
    return [", ".join(values[start : start + 8]) for start in range(0, len(values), 8)]


def _outputs(kinds: dict[str, list[Register]], special: dict[str, Register]) -> str:
    """What the hardware sees of the registers."""
    lines = []
    if "settings" in kinds:
        lines.append(f"  assign settings = {_stored(kinds['settings'], 0)};")
    if special:
        lines += _group_logic(special)
    if "layer" in kinds:
        lines.append(f"  assign layer = consumer ? {_stored(kinds['layer'], 1)} : {_stored(kinds['layer'], 0)};")
    return "\n".join([*lines, ""])


def _stored(registers: list[Register], group: int) -> str:
    """The stored words of registers as one value, the first one highest, as in the packed type."""
    words = [f"store[{_place(register, str(group))}]" for register in registers]
    return "{\n" + ",\n".join(f"    {', '.join(words[start : start + 3])}" for start in range(0, len(words), 3)) + "}"


def _place(register: Register, group: str) -> str:
    """Where a register of a group is stored."""
    if group == "0":
        return register.name
    return f"{register.name} + WORDS" if group == "1" else f"ENTRY_BITS'({register.name}) + ({group} ? ENTRY_BITS'(WORDS) : '0)"


def _group_logic(special: dict[str, Register]) -> list[str]:
    """Whose turn it is, and what the pointer and the status of both groups read."""
    status = special["status"].name
    state = f"{status}_STATUS_0"
    return [
        f"  {type_name(special['pointer'])} pointer;",
        f"  {type_name(special['status'])} group_status;",
        "  assign running = op_enable[consumer];",
        f"  assign pointer = store[{special['pointer'].name}] | (32'(consumer) << {special['pointer'].fields['CONSUMER'].low});",
        "  assign producer = pointer.producer;",
        "  assign group_status = 32'(state_of(op_enable[0], !consumer))",
        f"    | (32'(state_of(op_enable[1], consumer)) << {special['status'].fields['STATUS_1'].low});",
        "",
        f"  function automatic logic [{special['status'].fields['STATUS_0'].width - 1}:0] state_of(input logic enabled, input logic turn);",
        f"    if (!enabled) state_of = {state}_IDLE;",
        f"    else state_of = turn ? {state}_RUNNING : {state}_PENDING;",
        "  endfunction",
        "",
    ]


def _process(kinds: dict[str, list[Register]], special: dict[str, Register]) -> str:
    """The clocked process."""
    written = kinds.get("written", [])
    busy = ["req_valid", *(["layer_done"] if special else []), *(["(written != '0)"] if written else [])]
    lines = [
        "  always_ff @(posedge clk or negedge reset_n)",
        "    if (!reset_n) begin",
        "      for (int i = 0; i < ENTRIES; i++) store[i] <= RESETS[32*(i % WORDS) +: 32];",
        "      rsp_data <= '0;",
        *(["      written <= '0;"] if written else []),
        *(["      op_enable <= '0;", "      consumer <= 1'b0;"] if special else []),
        f"    end else if ({' || '.join(busy)}) begin",
        *_read(kinds, special),
        f"      if (req_valid && req_write && mapped{' && !locked' if special else ''})",
        "        store[entry] <= (store[entry] & ~WRITE_MASKS[32*index +: 32]) | (req_data & WRITE_MASKS[32*index +: 32]);",
        *(f"      written.{r.name.lower()} <= req_valid && req_write && 32'(req_word) == {r.name};" for r in written),
        *(_layer(kinds.get("result", []), special) if special else []),
        "    end",
    ]
    return "\n".join(lines)


def _read(kinds: dict[str, list[Register]], special: dict[str, Register]) -> list[str]:
    """The answer to a read: what hardware shows, else what is stored."""
    shown = {register.name: f"status.{register.name.lower()}" for register in kinds.get("status", [])}
    if special:
        shown[special["status"].name] = "group_status"
        shown[special["pointer"].name] = "pointer"
        shown[special["enable"].name] = "32'(op_enable[producer])"
    return [
        "      if (req_valid && !req_write)",
        "        case (32'(req_word))",
        *(f"          {name}: rsp_data <= {value};" for name, value in shown.items()),
        "          default: rsp_data <= mapped ? store[entry] & READ_MASKS[32*index +: 32] : '0;",
        "        endcase",
    ]


def _layer(results: list[Register], special: dict[str, Register]) -> list[str]:
    """Enabling a group, and what happens when its layer is done."""
    enable = special["enable"]
    bit = next(iter(enable.fields.values())).low
    return [
        f"      if (req_valid && req_write && 32'(req_word) == {enable.name} && req_data[{bit}]) op_enable[producer] <= 1'b1;",
        "      if (layer_done) begin",
        *(f"        store[{_place(register, 'consumer')}] <= result.{register.name.lower()};" for register in results),
        "        op_enable[consumer] <= 1'b0;",
        "        consumer <= !consumer;",
        "      end",
    ]
