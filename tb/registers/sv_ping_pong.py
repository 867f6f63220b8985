"""The SystemVerilog of ping-pong groups in a register file: turn, enables, and the end of a layer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from models.registers import Behaviour, Block, Register
from tb.registers.sv_package import implemented, is_group_status, type_name

PORTS = (
    "output logic        running,    // the group whose turn it is is enabled",
    "output logic        consumer,   // that group",
    "input  logic        layer_done, // its layer is done",
)
STORAGE = (
    "  localparam int ENTRIES = 2 * WORDS;  // group 1 behind group 0; a single register has its entry in group 0",
    "  localparam int ENTRY_BITS = $clog2(ENTRIES);",
    "",
    "  logic [31:0] store [0:ENTRIES-1];",
    "  logic        producer;   // the group that software reaches",
    "  logic [1:0]  op_enable;",
    "  wire [INDEX_BITS-1:0] index = req_word[INDEX_BITS-1:0];",
    "  wire grouped = GROUPED[index];",
    "  wire [ENTRY_BITS-1:0] entry = ENTRY_BITS'(index) + (grouped && producer ? ENTRY_BITS'(WORDS) : '0);",
    "  wire locked = grouped && op_enable[producer];  // the registers of an enabled group stay as they are",
)
STATUS_FIELDS = ("STATUS_0", "STATUS_1")


@dataclass(frozen=True, slots=True)
class PingPong:
    """The three registers that steer a block's groups.

    Attributes:
        pointer: PRODUCER, the group that software reaches, and CONSUMER, the group whose turn it is.
        enable: a write of 1 enables the group that software reaches.
        status: whether each group is idle, running or pending.
    """

    pointer: Register
    enable: Register
    status: Register

    @classmethod
    def of(cls, block: Block) -> PingPong:
        """Find them in a block.

        Raises:
            ValueError: there is none, or more than one, of a kind.
        """
        return cls(
            pointer=_only(block, "pointer", lambda register: register.behaviour is Behaviour.POINTER),
            enable=_only(block, "enable", lambda register: register.behaviour is Behaviour.TRIGGER),
            status=_only(block, "group status", is_group_status),
        )

    @property
    def shown(self) -> dict[str, str]:
        """What a read of each of them gives."""
        values = ("pointer", "32'(op_enable[producer])", "group_status")
        return {item.name: value for item, value in zip((self.pointer, self.enable, self.status), values, strict=True)}

    def logic(self) -> list[str]:
        """Whose turn it is, and what the pointer and the status of both groups read."""
        first, second = (self.status.fields[name] for name in STATUS_FIELDS)
        state = f"{self.status.name}_{first.name}"
        consumer = self.pointer.fields["CONSUMER"].low
        return [
            f"  {type_name(self.pointer)} pointer;",
            f"  {type_name(self.status)} group_status;",
            "  assign running = op_enable[consumer];",
            f"  assign pointer = store[{self.pointer.name}] | (32'(consumer) << {consumer});",
            "  assign producer = pointer.producer;",
            f"  assign group_status = (32'(state_of(op_enable[0], !consumer)) << {first.low})",
            f"    | (32'(state_of(op_enable[1], consumer)) << {second.low});",
            "",
            f"  function automatic logic [{first.width - 1}:0] state_of(input logic enabled, input logic turn);",
            f"    if (!enabled) state_of = {state}_IDLE;",
            f"    else state_of = turn ? {state}_RUNNING : {state}_PENDING;",
            "  endfunction",
            "",
        ]

    def steps(self, results: Sequence[Register]) -> list[str]:
        """What the clocked process does for them: enable a group, end the layer of the one whose turn it is.

        Args:
            results: registers that keep what the hardware says when the layer is done.
        """
        bit = next(iter(self.enable.fields.values())).low
        entry = "ENTRY_BITS'({}) + (consumer ? ENTRY_BITS'(WORDS) : '0)"
        return [
            f"      if (req_valid && req_write && 32'(req_word) == {self.enable.name} && req_data[{bit}])",
            "        op_enable[producer] <= 1'b1;",
            "      if (layer_done) begin",
            *(f"        store[{entry.format(item.name)}] <= result.{item.name.lower()};" for item in results),
            "        op_enable[consumer] <= 1'b0;",
            "        consumer <= !consumer;",
            "      end",
        ]


def _only(block: Block, role: str, test: Callable[[Register], bool]) -> Register:
    fitting = [register for register in implemented(block) if test(register)]
    if len(fitting) != 1:
        names = ", ".join(register.name for register in fitting) or "none"
        raise ValueError(f"{block.name}: its ping-pong registers need one {role} register, it has {names}")
    return fitting[0]
