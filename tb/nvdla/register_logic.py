"""The SystemVerilog of ping-pong groups in a register file: turn, enables, and the end of a layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from models.nvdla.register_behaviours import POINTER
from models.registers import Behaviour, Block, Register
from tb.registers.register_logic import RegisterLogic
from tb.registers.sv_package import implemented, stored, type_name

PORTS = {
    "layer": "output layer_t      layer,      // registers of the group whose turn it is",
    "result": "input  result_t     result,     // kept in the group's read-only registers when its layer is done",
}
STEERING_PORTS = (
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


def register_logic(block: Block) -> RegisterLogic:
    """The logic of a block's registers.

    Raises:
        ValueError: ping-pong registers without a pointer, an enable or a group status.
    """
    return PingPong(block) if any(register.grouped for register in implemented(block)) else RegisterLogic(block)


class PingPong(RegisterLogic):
    """Two groups of registers, and the three registers that steer them.

    Args:
        block: the block.

    Attributes:
        pointer: PRODUCER, the group that software reaches, and CONSUMER, the group whose turn it is.
        enable: a write of 1 enables the group that software reaches.
        status: whether each group is idle, running or pending.

    Raises:
        ValueError: there is none, or more than one, of these three.
    """

    locked = "locked"

    def __init__(self, block: Block) -> None:
        super().__init__(block)
        self.pointer = _only(block, "pointer", lambda register: register.behaviour is POINTER)
        self.enable = _only(block, "enable", lambda register: register.behaviour is Behaviour.TRIGGER)
        self.status = _only(block, "group status", _is_group_status)
        self._grouped = [register for register in implemented(block) if register.grouped]
        self.own = frozenset(register.name for register in (*self._grouped, self.pointer, self.status))

    def types(self) -> Mapping[str, Sequence[Register]]:
        """``layer``: the registers of one group; ``result``: what the hardware leaves there when its layer is done."""
        kinds = {
            "layer": [r for r in self._grouped if r.write_mask and r.behaviour is not Behaviour.TRIGGER],
            "result": [r for r in self._grouped if r.behaviour is Behaviour.READ_ONLY],
        }
        return {name: found for name, found in kinds.items() if found}

    def ports(self) -> Sequence[str]:
        """The groups, whose turn it is, and the end of a layer."""
        return [*(PORTS[name] for name in self.types()), *STEERING_PORTS]

    def storage(self, downwards: Sequence[Register | None]) -> Sequence[str]:
        """Two entries for each word, and which words are of groups."""
        grouped = "".join("1" if register and register.grouped else "0" for register in downwards)
        return [f"  localparam logic [WORDS-1:0] GROUPED = {len(downwards)}'b{grouped};", *STORAGE]

    def state(self) -> Sequence[str]:
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

    def outputs(self) -> Sequence[str]:
        """The registers of the group whose turn it is."""
        layer = self.types().get("layer")
        if layer is None:
            return ()
        first, second = stored(layer), stored(layer, " + WORDS")
        return [
            "  always @* begin  // guarded, so that an idle unit costs a simulator little",
            "    layer = '0;",
            f"    if (running) layer = consumer ? {second} : {first};",
            "  end",
        ]

    def shown(self) -> Mapping[str, str]:
        """What a read of the three registers gives."""
        return {
            self.pointer.name: "pointer",
            self.enable.name: "32'(op_enable[producer])",
            self.status.name: "group_status",
        }

    def active(self) -> Sequence[str]:
        """A layer is done."""
        return ("layer_done",)

    def resets(self) -> Sequence[str]:
        """No group is enabled, and it is the turn of the first one."""
        return ("      op_enable <= '0;", "      consumer <= 1'b0;")

    def steps(self) -> Sequence[str]:
        """Enable a group, end the layer of the one whose turn it is; its results are kept."""
        bit = next(iter(self.enable.fields.values())).low
        entry = "ENTRY_BITS'({}) + (consumer ? ENTRY_BITS'(WORDS) : '0)"
        return [
            f"      if (req_valid && req_write && 32'(req_word) == {self.enable.name} && req_data[{bit}])",
            "        op_enable[producer] <= 1'b1;",
            "      if (layer_done) begin",
            *(
                f"        store[{entry.format(item.name)}] <= result.{item.name.lower()};"
                for item in self.types().get("result", ())
            ),
            "        op_enable[consumer] <= 1'b0;",
            "        consumer <= !consumer;",
            "      end",
        ]


def _is_group_status(register: Register) -> bool:
    """Whether a register tells the state of both groups."""
    return register.behaviour is Behaviour.READ_ONLY and set(register.fields) == set(STATUS_FIELDS)


def _only(block: Block, role: str, test: Callable[[Register], bool]) -> Register:
    fitting = [register for register in implemented(block) if test(register)]
    if len(fitting) != 1:
        names = ", ".join(register.name for register in fitting) or "none"
        raise ValueError(f"{block.name}: its ping-pong registers need one {role} register, it has {names}")
    return fitting[0]
