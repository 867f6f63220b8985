"""A register access that a sequence asks for, whichever bus carries it."""

from __future__ import annotations

from pyuvm import uvm_sequence_item

from tb.register_bus.observation import ALL_BYTES


class RegisterItem(uvm_sequence_item):
    """One register access.

    Attributes:
        address: byte address.
        write: a write, else a read.
        data: what to write; after a read, what was read.
        posted: a posted write is not waited for; a non-posted one is, until it is answered.
        strobe: bytes to write, a bit each; a bus without strobes writes them all.
        refused: whether the design answered that the access failed.
        failure: why the access did not come to its end (given up, or cut off by a reset); empty if it did.
    """

    def __init__(
        self, address: int, *, write: bool, data: int = 0, posted: bool = True, strobe: int = ALL_BYTES
    ) -> None:
        super().__init__("access")
        self.address = address
        self.write = write
        self.data = data
        self.posted = posted
        self.strobe = strobe
        self.refused = False
        self.failure = ""

    def withdraw(self, why: str) -> None:
        """Nobody waits for it any more; the driver, which may wait for it, goes on."""
        self.failure = self.failure or f"{self} {why}"
        self.item_ready.set()

    @property
    def answered(self) -> bool:
        """Whether the access has an answer to wait for."""
        return not (self.write and self.posted)

    def __str__(self) -> str:
        if not self.write:
            return f"read {self.address:#07x}"
        return f"{'write' if self.posted else 'non-posted write'} {self.address:#07x} {self.data:#010x}"
