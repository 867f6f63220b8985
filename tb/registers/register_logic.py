"""The logic of a register file that hangs on the behaviours of its block's registers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.registers import Block, Register


class RegisterLogic:
    """What the register file of a block has beside its clocked process: here storage, a word for each register.

    A family whose registers have behaviours that need more gives ``register_logic(block) -> RegisterLogic`` in
    ``tb/<family>/register_logic.py``. Each method gives lines of SystemVerilog, which may name the file's own signals:
    ``req_valid``, ``req_write``, ``req_word`` and ``req_data``, ``mapped`` where there is a register, ``store`` with
    the ``entry`` that a request reaches, and ``write_mask`` of the register.

    Args:
        block: the block.

    Attributes:
        own: registers that it deals with by itself: no type and no strobe shows them to the hardware.
        locked: a signal that keeps requests from writing; empty: nothing does.
    """

    own: frozenset[str] = frozenset()
    locked = ""

    def __init__(self, block: Block) -> None:
        self.block = block

    def types(self) -> Mapping[str, Sequence[Register]]:
        """Further packed types of the package, by name, and the registers that they hold."""
        return {}

    def ports(self) -> Sequence[str]:
        """Further ports."""
        return ()

    def storage(self, _downwards: Sequence[Register | None]) -> Sequence[str]:
        """ENTRIES, ``store``, ``index`` of the word that a request reaches, and ``entry``.

        Args:
            _downwards: the register at each word, the highest first; None: there is none.
        """
        return (
            "  localparam int ENTRIES = WORDS;",
            "",
            "  logic [31:0] store [0:ENTRIES-1];",
            "  wire [INDEX_BITS-1:0] index = req_word[INDEX_BITS-1:0];",
            "  wire [INDEX_BITS-1:0] entry = index;",
        )

    def state(self) -> Sequence[str]:
        """What it knows itself, in front of the outputs of the single registers."""
        return ()

    def outputs(self) -> Sequence[str]:
        """Its outputs, behind them."""
        return ()

    def shown(self) -> Mapping[str, str]:
        """What a read of some registers shows, where that is not what is stored."""
        return {}

    def active(self) -> Sequence[str]:
        """Conditions, beside a request, under which the clocked process has something to do."""
        return ()

    def resets(self) -> Sequence[str]:
        """Statements of its reset."""
        return ()

    def steps(self) -> Sequence[str]:
        """Statements of its clock."""
        return ()
