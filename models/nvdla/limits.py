"""What the architecture allows, each rule with its source (design rule 6).

Generators satisfy these rules, negative tests break them one by one, and a user can hold a register program against
them. The part accepts much that is illegal: a broken rule is a warning, never a reason not to play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from models.hazards import overlap
from models.nvdla.config import HwConfig
from models.nvdla.transfer import MOST_ATOMS, BdmaTransfer


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule.

    Attributes:
        rule: short stable name, such as ``bdma-line-stride``.
        message: what is wrong, with the values.
        source: where the rule stands.
    """

    rule: str
    message: str
    source: str

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}: {self.source}]"


GUIDE_BDMA = "guide, 'BDMA programming'"
GUIDE_LIMITS = "guide, 'Limitation', BDMA"


def check_bdma_group(
    config: HwConfig, transfers: Sequence[BdmaTransfer], busy: Collection[int] = ()
) -> Iterator[Violation]:
    """The rules that a BDMA group breaks when it is launched.

    Args:
        config: the hardware configuration.
        transfers: the group's operations, in slot order.
        busy: the groups that run already.
    """
    if not transfers:
        yield Violation("bdma-empty-launch", "a launch without a slot sets the busy flag and never ends", GUIDE_BDMA)
    if len(transfers) > config.bdma_slots:
        text = f"{len(transfers)} operations in one group, at most {config.bdma_slots}"
        yield Violation("bdma-slots", text, GUIDE_BDMA)
    if len(set(busy)) > 1:
        yield Violation("bdma-both-busy", "both groups are busy: no further command is allowed", GUIDE_LIMITS)
    if len({item.destination for item in transfers}) > 1:
        text = "the operations of one group write different memories"
        yield Violation("bdma-one-destination", text, GUIDE_LIMITS)
    for slot, transfer in enumerate(transfers):
        for violation in check_bdma_transfer(config, transfer):
            yield Violation(violation.rule, f"slot {slot}: {violation.message}", violation.source)


def check_bdma_transfer(config: HwConfig, transfer: BdmaTransfer) -> Iterator[Violation]:
    """The rules that one BDMA operation breaks."""
    sides = (
        ("source", transfer.source_address, transfer.source_line_stride_bytes, transfer.source_surface_stride_bytes),
        (
            "destination",
            transfer.destination_address,
            transfer.destination_line_stride_bytes,
            transfer.destination_surface_stride_bytes,
        ),
    )
    for side, address, line_stride, surface_stride in sides:
        yield from _check_strides(config, transfer, side, line_stride, surface_stride)
        last = address + (transfer.lines - 1) * line_stride + (transfer.surfaces - 1) * surface_stride
        if last + transfer.line_atoms * config.atom_bytes > 1 << 64:
            yield Violation("bdma-address-range", f"the {side} runs over the end of the address space", GUIDE_BDMA)
    most = 1 << config.bdma_repeat_bits
    for name, count in (("lines", transfer.lines), ("surfaces", transfer.surfaces)):
        if count > most:
            text = f"{count} {name}, the write side counts at most {most}"
            yield Violation("bdma-repeat", text, "the part's write side")
    if (
        transfer.atoms <= MOST_ATOMS
        and overlap(transfer.write_footprint(config, 0), transfer.read_footprint(config, 0)).any()
    ):
        yield Violation("bdma-overlap", "the destination overlaps the source", GUIDE_BDMA)


def _check_strides(
    config: HwConfig, transfer: BdmaTransfer, side: str, line_stride: int, surface_stride: int
) -> Iterator[Violation]:
    line_bytes = transfer.line_atoms * config.atom_bytes
    if transfer.lines > 1 and line_stride < line_bytes:
        text = f"{side} line stride {line_stride} is less than the {line_bytes} bytes of a line"
        yield Violation("bdma-line-stride", text, GUIDE_BDMA)
    surface_bytes = (transfer.lines - 1) * line_stride + line_bytes
    if transfer.surfaces > 1 and surface_stride < surface_bytes:
        text = f"{side} surface stride {surface_stride} is less than the {surface_bytes} bytes of a surface"
        yield Violation("bdma-surface-stride", text, GUIDE_BDMA)
