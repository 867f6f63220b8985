"""The rules of NVDLA as layers in flight ask for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from models.layer import Descriptor
from models.memory.sparse import SparseMemory
from models.nvdla.config import HwConfig
from models.nvdla.limits import MEMORY_PAGES, need_at_most
from models.nvdla.rules import BlockWrite, check_in, check_layer
from models.pipeline.rulebook import Start
from models.rules import RuleContext, Violation

Unserved = Mapping[tuple[str, str, int], str]


class NvdlaRulebook:
    """The registry of rules, and how many pages memories may hold.

    Args:
        config: the hardware configuration.
        memories: those of the device.
        unserved: says which streams memory may never serve now, as of `RuleContext`.
    """

    def __init__(
        self, config: HwConfig, memories: Mapping[str, SparseMemory], unserved: Callable[[], Unserved]
    ) -> None:
        self._config, self._memories, self._unserved = config, memories, unserved

    def check(self, subject: object) -> list[Violation]:
        """The rules that something breaks by itself."""
        return check_layer(subject, self._config)

    def check_start(self, descriptor: Descriptor, start: Start) -> list[Violation]:
        """The rules that a layer breaks that starts now."""
        running = tuple((layer.descriptor, layer.instance) for layer in start.running)
        context = RuleContext(self._config, running, start.lead.instance, self._unserved(), start.before)
        return check_in(descriptor, context)

    def check_missed(self, address: int) -> list[Violation]:
        """The rules that a register write breaks that no register takes."""
        return check_layer(BlockWrite(address), self._config)

    def missed(self, address: int) -> str:
        """The block that the configuration has not, or the address."""
        return self._config.absent_block_at(address) or f"{address:#x}"

    def need_room(self) -> None:
        """Make sure that memories hold not too many pages.

        Raises:
            TooLargeError: they do.
        """
        held = sum(memory.page_count for memory in self._memories.values())
        need_at_most(MEMORY_PAGES, held, "starts with pages in memory:")
