"""What accesses to NVDLA's registers do, beside what those of any family may do."""

from __future__ import annotations

from collections.abc import Mapping

from models.registers import Behaviour

POINTER = Behaviour("pointer", selects_group=True)
"""Selects the register group that software reaches and shows the one that the block uses."""
SLOT = Behaviour("slot", notices_write=True)
"""A write moves what the other registers hold into a queue, or starts the queue."""
TABLE_PORT = Behaviour("table_port", notices_write=True, notices_read=True, shows_hardware=True)
"""A window to a table: a data access advances the address."""

BEHAVIOURS: Mapping[str, Behaviour] = {behaviour.name: behaviour for behaviour in (POINTER, SLOT, TABLE_PORT)}
