"""Addresses in local memory as lanes and offsets, and what tensors take of lanes and banks."""

from __future__ import annotations

from typing import NamedTuple

from models.sophgo.config import Chip


class Place(NamedTuple):
    """Where an address in local memory is.

    Attributes:
        lane: which lane.
        offset: how many bytes from its first one.
    """

    lane: int
    offset: int


def place_of(chip: Chip, address: int) -> Place:
    """The lane and the offset of an address: Q and R of ``A = Q * S + R`` (guide, 'Address of Tensor in Local Memory').

    >>> from dataclasses import replace
    >>> from models.sophgo.config import BM1684
    >>> four = replace(BM1684, lanes=4, lane_bytes=1024)
    >>> [tuple(place_of(four, address)) for address in (340, 1472, 2300, 3088)]
    [(0, 340), (1, 448), (2, 252), (3, 16)]
    """
    return Place(*divmod(address, chip.lane_bytes))


def address_of(chip: Chip, place: Place) -> int:
    """The address of a place (`okk_local_mem_addr`, `tpu_npu_num` lanes of `tpu_local_mem_size_per_npu` bytes)."""
    return place.lane * chip.lane_bytes + place.offset


def rows_of(chip: Chip, start_lane: int, channels: int) -> int:
    """In how many rows of lanes so many channels are (`okk_channle_num_per_npu`, `tpu_channle_num_per_npu`).

    >>> from models.sophgo.config import BM1684
    >>> [rows_of(BM1684, *case) for case in ((0, 63), (1, 63), (0, 66), (63, 66))]
    [1, 1, 2, 3]
    """
    return -(-(start_lane % chip.lanes + channels) // chip.lanes)


def lanes_of(chip: Chip, start_lane: int, channels: int) -> set[int]:
    """The lanes in which channels are."""
    return {(start_lane + channel) % chip.lanes for channel in range(min(channels, chip.lanes))}


def banks_of(chip: Chip, address: int, size_bytes: int) -> range:
    """The banks of a lane that so many bytes from an address on touch (`tpu_bank_num`, `okk_local_mem_bank_per_npu`).

    >>> from models.sophgo.config import BM1684X
    >>> banks_of(BM1684X, 16384 - 1, 2)
    range(0, 2)
    """
    first = place_of(chip, address).offset
    return range(first // chip.bank_bytes, -(-(first + size_bytes) // chip.bank_bytes))


def share_a_bank(chip: Chip, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two tensors, each an address and its bytes in a lane, conflict: some of both is in one bank.

    >>> from models.sophgo.config import BM1684X
    >>> share_a_bank(BM1684X, (0, 16384), (16384, 64)), share_a_bank(BM1684X, (0, 16385), (16384, 64))
    (False, True)
    """
    first, second = banks_of(chip, *one), banks_of(chip, *other)
    return max(first.start, second.start) < min(first.stop, second.stop)
