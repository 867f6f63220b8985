"""Legal words, and breakers that make illegal ones of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from models.rules import Breaker, Broken, Case, RuleContext
from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.program import Step, step_of
from models.sophgo.words.word import Word

Context = RuleContext[SophgoConfig]
StepCase = Case[Step, SophgoConfig]
StepBreaker = Breaker[Step, SophgoConfig]
Legal = Callable[[SophgoConfig], Word]
Change = Mapping[str, int] | Callable[[SophgoConfig], Mapping[str, int]]

SIDES = {"n": 1, "c": 3, "h": 2, "w": 4}
RESULT = {f"res0_{side}": size for side, size in SIDES.items()}
INPUT, OTHER, OUTPUT = 0, 64, 128
"""Where operands of legal words are in their lanes."""
PLACES = {"opd0": INPUT, "opd1": OTHER, "res0": OUTPUT}
WINDOW = {"opd1_h": 1, "opd1_w": 1, "res_op_x_str": 1, "res_op_y_str": 1}
POOLED = WINDOW | RESULT | {"opd0_h": 2, "opd0_w": 4, "opd3_const": 1, "opd0_addr": INPUT, "res0_addr": OUTPUT}
STRIDED = {f"{side}_{name}stride": step for side in ("src", "dst") for name, step in (("n", 64), ("c", 8), ("h", 4))}
STRIDED |= {"stride_enable": 1, "src_wstride": 1, "dst_wstride": 1}
"""Strides of the sides of `copy`."""
ALL_LANES = {"localmem_mask_l32": 0xFFFF_FFFF, "localmem_mask_h32": 0xFFFF_FFFF}


def addition(_: SophgoConfig) -> Word:
    """A sum that is shifted."""
    places = {"opd0_addr": INPUT, "opd1_addr": OTHER, "res0_addr": OUTPUT}
    return Word.of("sAR", "add_saturate", tsk_opd_num=3, opd2_const=1, opd2_addr=0xFF, **places, **RESULT)


def shifting(_: SophgoConfig) -> Word:
    """A shift by a constant."""
    places = {"opd0_addr": INPUT, "res0_addr": OUTPUT}
    return Word.of("sAR", "arithmetic_shift", opd1_const=1, opd1_sign=1, **places, **RESULT)


def multiply_add(_: SophgoConfig) -> Word:
    """A product that is added."""
    places = {"opd0_addr": INPUT, "opd1_addr": OTHER, "res0_addr": OUTPUT}
    return Word.of("sAR", "mac", res0_prec=3, opd2_const=1, tsk_opd_num=3, **places, **RESULT)


def convolution(_: SophgoConfig) -> Word:
    """A requantised convolution with a kernel of one element."""
    places = {"opd0_addr": INPUT, "opd1_addr": OTHER, "res0_addr": OUTPUT * 4}
    sizes = RESULT | {f"opd0_{side}": SIDES[side] for side in "chw"}
    return Word.of("sCONV", "requantised", opd2_const=1, opd3_const=1, **WINDOW, **places, **sizes)


def average(_: SophgoConfig) -> Word:
    """An average."""
    return Word.of("sPorD", "average", **POOLED)


def depthwise(_: SophgoConfig) -> Word:
    """A depthwise convolution with a constant kernel."""
    return Word.of("sPorD", "depthwise", opd1_const=1, opd2_const=1, **POOLED)


def product(_: SophgoConfig) -> Word:
    """A product of matrices."""
    places = {"opd0_addr": INPUT, "opd1_addr": OTHER, "res0_addr": OUTPUT * 4}
    sizes = {"opd0_n": 2, "opd0_c": 1, "opd0_w": 4, "opd1_w": 4, "res0_c": 2, "res0_w": 4}
    return Word.of("sMM", "requantised", opd2_const=1, **places, **sizes)


def requantisation(_: SophgoConfig) -> Word:
    """A requantisation with one multiplier for all."""
    return Word.of("sRQ", "requantise", opd0_prec=3, opd1_const=1, opd0_addr=INPUT, res0_addr=OUTPUT, **RESULT)


def local_broadcast(_: SophgoConfig) -> Word:
    """A broadcast to lanes."""
    return Word.of("sTRANS", "local_broadcast", opd0_addr=INPUT, res0_addr=OUTPUT, **RESULT)


def copy(config: SophgoConfig) -> Word:
    """A copy from DDR to local memory."""
    sides = address("src", config.ddr_base) | address("dst", config.local_base)
    return Word.of("DMA_tensor", "copy", nchw_copy=1, **sides, **_sizes("src"), **ALL_LANES)


def broadcast(config: SophgoConfig) -> Word:
    """A broadcast from DDR to local memory."""
    sides = address("src", config.ddr_base) | address("dst", config.local_base)
    return Word.of("DMA_tensor", "broadcast", **sides, **_sizes("dst"), **ALL_LANES)


def matrix(config: SophgoConfig) -> Word:
    """A copy of a matrix from DDR to local memory."""
    sides = address("src", config.ddr_base) | address("dst", config.local_base)
    return Word.of("DMA_matrix", "copy", src_hsize=2, src_wsize=8, dst_wsize=4, **sides, **ALL_LANES)


def selection(config: SophgoConfig) -> Word:
    """A selection by a mask, all in DDR."""
    sides = address("src", config.ddr_base) | address("mask", config.ddr_base + 256)
    return Word.of("DMA_masked_select", "select", **sides, **address("dst", config.ddr_base + 512), **_sizes("src"))


def address(side: str, place: int) -> dict[str, int]:
    """The members of a side's address."""
    return {f"{side}_start_addr_l32": place & 0xFFFF_FFFF, f"{side}_start_addr_h8": place >> 32}


def _sizes(side: str) -> dict[str, int]:
    return {f"{side}_{name}size": size for name, size in SIDES.items()}


def spoils(legal: Legal, *changes: Change) -> StepBreaker:
    """Break a rule by a legal word of which some members are others, in the place of the case's own word.

    Args:
        legal: makes the legal word.
        changes: members with the values that break it, or what finds them; one of the changes is drawn.

    Returns:
        A breaker; it breaks no word of the other queue.
    """

    def break_it(case: StepCase, rng: np.random.Generator) -> StepCase | None:
        config, before = case.context.config, case.subject.word
        word = legal(config)
        if word.queue is not before.queue:
            return None
        change = changes[int(rng.integers(len(changes)))]
        members = change(config) if callable(change) else change
        ids = {name: before[name] for name in ("cmd_id", "cmd_id_dep")}
        step = step_of(word.changed(**members, **ids), case.subject.number, config)
        assert isinstance(step, Step), step
        return replace(case, subject=step)

    return break_it


def undefined(step: Step, rule: str) -> list[Broken]:
    """What the word's operation itself finds that breaks a rule."""
    return [Broken(step.undefined.message)] if step.undefined is not None and step.undefined.rule == rule else []
