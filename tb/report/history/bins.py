"""Functional coverage bin by bin: what is kept of a group, and which bins another report has lost or gained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tb.coverage.covergroup import Covergroup, Item
from tb.coverage.holes import describe_holes
from tb.report.history.packed import Bits, DamagedArrayError, pack_bits, unpack_bits
from tb.report.history.record import KeptBins
from tb.report.left_out import LeaveOut
from tb.report.panels.covered_items import GroupCoverage
from tb.report.panels.functional import ConfigCoverage, Functional

MOST_LETTERS = 400
"""Of what is said of the bins of an item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedBins:
    """Bins of an item that were hit and are not any more, or the other way round.

    Attributes:
        config: the hardware configuration.
        group: the covergroup.
        item: the coverpoint or cross.
        lost: how many were hit before and are not any more.
        lost_bins: which, in few words.
        new: how many were not hit before.
        new_bins: which, in few words.
    """

    config: str
    group: str
    item: str
    lost: int
    lost_bins: str
    new: int
    new_bins: str


def hit_bins(group: GroupCoverage) -> Bits:
    """Of each place in `Counts.vector` whether it was hit."""
    rows = [np.asarray(item.rows.hits) > 0 for item in group.items]
    return np.concatenate(rows) if rows else np.zeros(0, bool)


def kept_bins(group: GroupCoverage) -> KeptBins:
    """What is kept of a group."""
    return KeptBins(version=group.version, hit=pack_bits(hit_bins(group)))


def changed_bins(
    functional: Functional | None,
    before: Mapping[str, Mapping[str, KeptBins]],
    groups: Mapping[str, Sequence[Covergroup]],
    leave_out: LeaveOut,
) -> list[ChangedBins]:
    """The items that have lost or gained bins, those first that have lost most.

    Args:
        functional: functional coverage as it is.
        before: what was kept of it.
        groups: the covergroups of each configuration as they are.
        leave_out: gets what cannot be compared.
    """
    configs = {config.config: config for config in functional.configs} if functional else {}
    found: list[ChangedBins] = []
    for name, kept in before.items():
        if name not in configs:
            leave_out.add(f"coverage of {name}", "nothing was counted of that configuration this time")
            continue
        found += _of_config(configs[name], kept, groups[name], leave_out)
    for name in configs.keys() - before.keys():
        leave_out.add(f"coverage of {name}", "nothing was counted of that configuration before")
    return sorted(found, key=lambda one: (-one.lost, -one.new))


def _of_config(
    config: ConfigCoverage, kept: Mapping[str, KeptBins], groups: Sequence[Covergroup], leave_out: LeaveOut
) -> Iterator[ChangedBins]:
    covered = {group.name: group for group in config.groups}
    for name in dict.fromkeys((*kept, *covered)):
        what = f"coverage of group {name}, {config.config}"
        if name not in covered:
            leave_out.add(what, "there is no such group now")
        elif name not in kept:
            leave_out.add(what, "there was no such group before")
        elif kept[name].version != covered[name].version:
            leave_out.add(what, "its bins have changed since")
        else:
            group = next(group for group in groups if group.name == name)
            try:
                was = unpack_bits(kept[name].hit, sum(len(item.labels) for item in group.items))
            except DamagedArrayError as error:
                leave_out.add(what, f"damaged in the record: {error}")
                continue
            yield from _of_group(config.config, group, was, hit_bins(covered[name]))


def _of_group(config: str, group: Covergroup, was: Bits, now: Bits) -> Iterator[ChangedBins]:
    begin = 0
    for item in group.items:
        part = slice(begin, begin := begin + len(item.labels))
        lost, new = was[part] & ~now[part], now[part] & ~was[part]
        if lost.any() or new.any():
            yield ChangedBins(
                config=config,
                group=group.name,
                item=item.name,
                lost=int(lost.sum()),
                lost_bins=_said(item, lost),
                new=int(new.sum()),
                new_bins=_said(item, new),
            )


def _said(item: Item, bins: Bits) -> str:
    """Bins in few words, as holes are said."""
    text = describe_holes(item, [item.labels[at] for at in np.flatnonzero(bins)])
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS].rpartition(' ')[0]} …"
