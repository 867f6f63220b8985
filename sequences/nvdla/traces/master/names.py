"""What names in a trace of master's dialect stand for: registers, memories, interrupts."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from models.nvdla.config import NV_FULL, HwConfig
from models.nvdla.registers import registers
from models.registers import Block
from sequences.nvdla.traces.master.arguments import Argument, Arguments
from sequences.traces.source import quote

UNKNOWN = "1"
"""How most published check_crc commands call their memory: a name that the public player does not know."""
MEMORIES: Mapping[str, str] = MappingProxyType({"pri_mem": "DBB", "sec_mem": "CVSRAM", UNKNOWN: "DBB"})
"""The port of each memory; one that the public player does not know is DBB to it."""
PREFIX, SUFFIX = "NVDLA_", "_0"  # around the names of blocks and registers
MASTER_ONLY = "CFGROM"  # a block that nv_full lacks
DONE = "_DONE_STATUS"  # between unit and group in the names of status bits
LONGEST_NAME = 60  # of a register, for looking for one that is called nearly so


class Names:
    """The names that a trace may use.

    Those of blocks and registers are the same in all configurations; a trace that needs a block or a memory that its
    configuration lacks is well-formed all the same.

    Args:
        config: the hardware configuration.

    Attributes:
        missing: what was named and is not there, in the order of the file.
    """

    def __init__(self, config: HwConfig) -> None:
        self._config = config
        self._here: Mapping[str, Block] = registers(config).blocks
        self._known: Mapping[str, Block] = {**registers(NV_FULL).blocks, **self._here}
        self._blocks = tuple(PREFIX + name for name in dict.fromkeys((*self._known, MASTER_ONLY)))
        status = (*registers(NV_FULL).GLB.S_INTR_STATUS.fields, *registers(config).GLB.S_INTR_STATUS.fields)
        self._interrupts = tuple(dict.fromkeys(name.replace(DONE, "_") for name in status))
        self.missing: dict[str, None] = {}

    def memory(self, arguments: Arguments) -> str:
        """The port of a memory."""
        port = MEMORIES[arguments.one_of(Argument.MEMORY, tuple(MEMORIES))]
        return self._there(port, port in self._config.ports)

    def block(self, arguments: Arguments) -> str:
        """A block, without what stands before its name."""
        name = arguments.one_of(Argument.BLOCK, self._blocks).removeprefix(PREFIX)
        return self._there(name, name in self._here)

    def interrupt(self, arguments: Arguments) -> str:
        """Unit and group of an interrupt, as in ``SDP_0``; empty where the command has none."""
        if Argument.INTERRUPT not in arguments.texts:
            return ""
        return arguments.one_of(Argument.INTERRUPT, self._interrupts)

    def register(self, arguments: Arguments) -> tuple[str, int]:
        """Block and byte address of a register; the address is 0 where the configuration lacks the block."""
        text, location = arguments.texts[Argument.REGISTER], arguments.location
        block, _, name = text.removeprefix(PREFIX).partition(".")
        form = f"{PREFIX}<BLOCK>.<REGISTER>{SUFFIX}"
        if not (text.startswith(PREFIX) and name.endswith(SUFFIX)):
            location.fail(f"register {quote(text)}", form)
        if PREFIX + block not in self._blocks:
            allowed = ", ".join(name.removeprefix(PREFIX) for name in self._blocks)
            location.fail(f"register {quote(text)} of an unknown block", allowed)
        name = name.removesuffix(SUFFIX)
        if block in self._known and name not in self._known[block].registers:
            near = get_close_matches(name[:LONGEST_NAME], self._known[block].registers, n=3)
            hint = f" such as {', '.join(near)}" if near else ""
            location.fail(f"unknown register {quote(text)}", f"a register of {block}{hint}, as {form}")
        self._there(block, block in self._here)
        return block, self._here[block].registers[name].address if block in self._here else 0

    def _there(self, name: str, there: bool) -> str:
        if not there:
            self.missing[name] = None
        return name
