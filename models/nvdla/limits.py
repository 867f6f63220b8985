"""What the architecture allows, each rule with its source (design rule 6).

Generators satisfy these rules, negative tests break them one by one, and a user can hold a register program against
them. The part accepts much that is illegal: a broken rule is a warning, never a reason not to play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from models.hazards import overlap
from models.nvdla.config import HwConfig
from models.nvdla.rubik_layer import RubikLayer
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
GUIDE_RUBIK = "guide, 'Rubik programming'"
GUIDE_RUBIK_LIMITS = "guide, 'Limitation', Rubik"
PLANE_ALIGN_BYTES = 64  # of planar data, whatever the atom
CONTRACT_WIDTH_AT_MOST = 8192


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


def check_rubik(config: HwConfig, layer: RubikLayer) -> Iterator[Violation]:
    """The rules that a Rubik layer breaks."""
    if layer.mode == "CONTRACT":
        yield from _check_contract(config, layer)
        return
    side = "source" if layer.mode == "MERGE" else "destination"
    for what in ("address", "line_stride_bytes", "plane_stride_bytes"):
        value = getattr(layer, f"{side}_{what}")
        if value % PLANE_ALIGN_BYTES:
            text = f"planar {what.removesuffix('_bytes').replace('_', ' ')} {value:#x} is no multiple of 64 bytes"
            yield Violation("rubik-planar-alignment", text, GUIDE_RUBIK_LIMITS)
    line_bytes = layer.width * layer.element_bytes
    planes = layer.channels if layer.mode == "MERGE" else layer.out_channels
    line_stride = getattr(layer, f"{side}_line_stride_bytes")
    plane_stride = getattr(layer, f"{side}_plane_stride_bytes")
    if layer.height > 1 and line_stride < line_bytes:
        text = f"planar line stride {line_stride} is less than the {line_bytes} bytes of a line"
        yield Violation("rubik-line-stride", text, GUIDE_RUBIK)
    if planes > 1 and plane_stride < (layer.height - 1) * line_stride + line_bytes:
        text = f"planar stride {plane_stride} is less than a plane"
        yield Violation("rubik-planar-stride", text, GUIDE_RUBIK)


def _check_contract(config: HwConfig, layer: RubikLayer) -> Iterator[Violation]:
    groups = layer.x_stride * layer.y_stride
    padded = layer.out_surfaces(config) * layer.atom_elements(config)
    if layer.channels not in (layer.out_channels * groups, padded * groups):
        text = (
            f"{layer.channels} input channels are not {groups} times {layer.out_channels} (or {padded}) output channels"
        )
        yield Violation("rubik-contract-channels", text, GUIDE_RUBIK)
    group_bytes = layer.out_surfaces(config) * layer.source_surface_stride_bytes
    if layer.contract_group_bytes != group_bytes:
        text = f"CONTRACT_STRIDE_0 is {layer.contract_group_bytes}, expected {group_bytes}"
        yield Violation("rubik-contract-stride-0", text, GUIDE_RUBIK)
    line_bytes = layer.y_stride * layer.destination_line_stride_bytes
    if layer.contract_line_bytes != line_bytes:
        text = f"CONTRACT_STRIDE_1 is {layer.contract_line_bytes}, expected {line_bytes}"
        yield Violation("rubik-contract-stride-1", text, GUIDE_RUBIK)
    if layer.x_stride * layer.width > CONTRACT_WIDTH_AT_MOST:
        text = f"x stride times width is {layer.x_stride * layer.width}, at most {CONTRACT_WIDTH_AT_MOST}"
        yield Violation("rubik-contract-width", text, GUIDE_RUBIK_LIMITS)
