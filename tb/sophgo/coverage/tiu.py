"""Coverage of the words of the TIU: functions, precisions, signs, roundings, layouts, windows."""

from __future__ import annotations

from models.sophgo.numbers import Rounding
from models.sophgo.words.description import KINDS
from models.sophgo.words.word import Word
from tb.coverage.bins import each, flag, names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.sophgo.coverage.sampled import BITS, CONSTANT, LAYOUTS, KindSampler, Of, bits, layout, said, signs, where

FUNCTIONS = tuple(sorted(KINDS["sAR"].executed))
SUMS = ("add", "sub", "mul", "add_saturate", "sub_saturate", "mul_saturate")
SHIFTS = ("arithmetic_shift", "logic_shift", "circular_shift")
ALIKE = ("max", "min", "copy", "circular_shift")
"""Result and first operand have one precision."""
ONE_OPERAND = ("copy", "cast")
SHIFTED = ("not", "left or by none", "right", "by one each channel")
SIGNS = ("uu", "us", "su", "ss")
ROUNDINGS = tuple(item.name for item in Rounding)
WINDOWS = ("normal", "requantised", "requantised_relu", "depthwise", "depthwise_relu", "average", "maximum")
OPERANDS = names(*LAYOUTS.values(), CONSTANT)
PRECISIONS = names(*BITS.values())


class ArithmeticSampler(KindSampler):
    """Counts words of sAR."""

    def __init__(self) -> None:
        two = tuple(name for name in FUNCTIONS if name not in ONE_OPERAND)
        points = (
            Coverpoint("function", names(*FUNCTIONS), lambda word: word.function),
            Coverpoint("result bits", PRECISIONS, bits("res0_prec")),
            Coverpoint("operand bits", PRECISIONS, bits("opd0_prec")),
            Coverpoint("second operand bits", PRECISIONS, where(SUMS, bits("opd1_prec"))),
            Coverpoint("signs", names(*SIGNS), where(SUMS, signs)),
            Coverpoint("result layout", names(*LAYOUTS.values()), layout("res0")),
            Coverpoint("operand layout", OPERANDS, layout("opd0")),
            Coverpoint("second operand layout", OPERANDS, where(two, layout("opd1"))),
            Coverpoint("repeats", flag(), _repeats),
            Coverpoint("shifted", names(*SHIFTED), where(SUMS, _shifted)),
            Coverpoint("rounding", names(*ROUNDINGS), _rounding),
        )
        crosses = (
            cross("function", "result bits", "operand bits", ignore_bins=_never_of),
            cross("function", "signs", ignore_bins=lambda function, _: function not in SUMS),
            cross("function", "result layout"),
            cross("function", "operand layout"),
            cross("function", "rounding", ignore_bins=lambda function, _: function not in (*SUMS, *SHIFTS[:2], "mac")),
            cross("function", "shifted", ignore_bins=lambda function, _: function not in SUMS),
        )
        super().__init__(Covergroup("arithmetic", points, crosses), ("sAR",))


class WindowSampler(KindSampler):
    """Counts words of sCONV and of sPorD."""

    def __init__(self) -> None:
        kernels = ("sCONV", "depthwise", "depthwise_relu")
        points = (
            Coverpoint("function", names(*WINDOWS), lambda word: word.function),
            Coverpoint("result bits", PRECISIONS, bits("res0_prec")),
            Coverpoint("sign", each((0, 1), ("u", "s")), said("opd0_sign")),
            Coverpoint("signs", names(*SIGNS), where(kernels, signs)),
            Coverpoint("kernel lines", each((1, 2, 3, 5)), said("opd1_h")),
            Coverpoint("kernel columns", each((1, 2, 3, 5)), said("opd1_w")),
            Coverpoint("step down", each((1, 2, 3)), said("res_op_y_str")),
            Coverpoint("step right", each((1, 2, 3)), said("res_op_x_str")),
            Coverpoint("dilation down", each((0, 1, 2)), said("opd1_y_ins0")),
            Coverpoint("dilation right", each((0, 1, 2)), said("opd1_x_ins0")),
            Coverpoint("inserted down", each((0, 1, 2)), where(kernels, said("opd0_y_ins0"))),
            Coverpoint("inserted right", each((0, 1, 2)), where(kernels, said("opd0_x_ins0"))),
            *(
                Coverpoint(f"added {edge}", each((0, 1, 2)), said(f"opd0_{edge}_pad"))
                for edge in ("up", "dn", "lf", "rt")
            ),
            Coverpoint("turned", flag(), where(kernels, said("kernel_rotate"))),
            Coverpoint("constant kernel", flag(), where(kernels, said("opd1_const"))),
            Coverpoint("constant bias", flag(), where((*kernels[1:], *WINDOWS[1:3]), said("opd2_const"))),
            Coverpoint("sign of bias", flag(), where(kernels, said("opd2_sign"))),
            Coverpoint("added to", flag(), where(("normal",), said("res_add"))),
            Coverpoint("input layout", names(*LAYOUTS.values()), where(("sCONV",), layout("opd0"))),
            Coverpoint("rounding", names(*ROUNDINGS), where(kernels[1:], _rounding_of("opd2_n_str"))),
        )
        crosses = (
            cross("function", "sign"),
            cross("function", "kernel lines"),
            cross("function", "kernel columns"),
            cross("function", "result bits", ignore_bins=_never_of_window),
        )
        super().__init__(Covergroup("windows", points, crosses), ("sCONV", "sPorD"))


class ProductSampler(KindSampler):
    """Counts words of sMM."""

    def __init__(self) -> None:
        functions = tuple(sorted(KINDS["sMM"].executed))
        points = (
            Coverpoint("function", names(*functions), lambda word: word.function),
            Coverpoint("result bits", names("8", "16"), bits("res0_prec")),
            Coverpoint("signs", names(*SIGNS), signs),
            Coverpoint("turned", flag(), said("left_tran")),
            Coverpoint("constant left", flag(), said("opd0_const")),
            Coverpoint("constant bias", flag(), said("opd2_const")),
            Coverpoint("sign of bias", flag(), said("opd2_sign")),
            Coverpoint("added to", flag(), said("res_add")),
            Coverpoint("last channel", names("whole", "in part"), _last_channel),
        )
        crosses = (
            cross("function", "signs"),
            cross("function", "result bits"),
            cross("added to", "result bits", ignore_bins=lambda added, result: added == "yes" and result == "8"),
            cross("turned", "last channel"),
        )
        super().__init__(Covergroup("products", points, crosses), ("sMM",))


class TurnSampler(KindSampler):
    """Counts words of sRQ and sTRANS."""

    def __init__(self) -> None:
        functions = tuple(sorted((*KINDS["sTRANS"].executed, *KINDS["sRQ"].executed)))
        requantise = ("sRQ",)
        points = (
            Coverpoint("function", names(*functions), lambda word: word.function),
            Coverpoint("result bits", PRECISIONS, bits("res0_prec")),
            Coverpoint("requantised bits", names("16", "32"), where(requantise, bits("opd0_prec"))),
            Coverpoint("requantised sign", flag(), where(requantise, said("opd0_sign"))),
            Coverpoint("sign of result", flag(), where(requantise, said("opd2_sign"))),
            Coverpoint("one each channel", flag(), where(requantise, lambda word: 1 - word["opd1_const"])),
            Coverpoint("rounding", names(*ROUNDINGS), where(requantise, _rounding_of("opd2_n_str"))),
            Coverpoint("shift", names("left", "none", "right", "all away"), where(requantise, _quantised_by)),
        )
        crosses = (
            cross("function", "result bits", ignore_bins=lambda of, result: of == "requantise" and result == "32"),
            cross("requantised bits", "requantised sign", "sign of result"),
            cross("one each channel", "rounding"),
        )
        super().__init__(Covergroup("requantised and turned", points, crosses), ("sRQ", "sTRANS"))


def _repeats(word: Word) -> int:
    """Whether a stride of an operand is 0."""
    return int(
        any(word[f"{name}_str"] == 3 and not word[f"{name}_{side}_str"] for name in ("opd0", "opd1") for side in "nchw")
    )


def _shifted(word: Word) -> str:
    if word["tsk_opd_num"] != 3:
        return SHIFTED[0]
    if not word["opd2_const"]:
        return SHIFTED[3]
    return SHIFTED[2] if word["opd2_addr"] & 0x80 else SHIFTED[1]


def _rounding(word: Word) -> str | None:
    """The rounding, where something is shifted."""
    shifts = word.function in (*SHIFTS[:2], "mac") or (word.function in SUMS and word["tsk_opd_num"] == 3)
    return ROUNDINGS[word["opd2_n_str"]] if shifts else None


def _rounding_of(member: str) -> Of:
    return lambda word: ROUNDINGS[word[member]]


def _never_of(function: str, result: str, operand: str) -> bool:
    """Precisions that a function has not."""
    if function == "mac":
        return (result, operand) != ("16", "8")
    return function in ALIKE and result != operand


def _never_of_window(function: str, result: str) -> bool:
    match function:
        case "normal":
            return result != "32"
        case "maximum":
            return result != "8"
        case "average" | "requantised" | "requantised_relu":
            return result == "32"
    return False


def _last_channel(word: Word) -> str:
    return "whole" if word["opd1_w"] == word["opd0_w"] else "in part"


def _quantised_by(word: Word) -> str | None:
    """What one shift for all does."""
    if not word["opd1_const"]:
        return None
    by = word["opd2_addr"] & 0xFF
    if by >= 0x80:
        return "right" if by > 0x100 - 32 else "all away"
    return "left" if by else "none"
