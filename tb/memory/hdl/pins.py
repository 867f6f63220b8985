"""The signals by which Python and an HDL memory beside the design understand each other."""

from __future__ import annotations

from dataclasses import dataclass

from cocotb.handle import HierarchyObject, LogicArrayObject, LogicObject

from models.memory.ports import MemoryPort


@dataclass(frozen=True, slots=True)
class HdlMemoryPins:
    """One memory's signals in the top level; tb/runner/memory_top.py makes them.

    Attributes:
        name: what the memory's files begin with.
        commands: how many commands were given.
        done: how many of them were carried out.
        wake: toggles when the log has grown by a good piece.
        pages: how many pages the memory has.
    """

    name: str
    commands: LogicArrayObject
    done: LogicArrayObject
    wake: LogicObject
    pages: LogicArrayObject

    @staticmethod
    def exist(dut: HierarchyObject, port: MemoryPort) -> bool:
        """Whether the top level has an HDL memory for a port."""
        return getattr(dut, f"{port.pin_prefix}_memory_commands", None) is not None

    @classmethod
    def of(cls, dut: HierarchyObject, port: MemoryPort) -> HdlMemoryPins:
        """The signals of a port's memory.

        Raises:
            AttributeError: the top level has no HDL memory for the port.
        """
        name = f"{port.pin_prefix}_memory"
        return cls(name, *(getattr(dut, f"{name}_{signal}") for signal in ("commands", "done", "wake", "pages")))
