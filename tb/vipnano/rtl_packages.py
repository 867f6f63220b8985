"""The SystemVerilog packages in which the behavioural RTL finds the sizes of a configuration, and the structures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.registers import Block
from models.vipnano.config import Ties, VipnanoConfig
from models.vipnano.config.hardware import RESERVED_SRAM_BYTES, STREAM_ALIGN_BYTES
from models.vipnano.structures.description import KINDS, STRUCTURE_BYTES, WORD_BITS, Number, StructureKind
from tb.registers.config_package import package_text, parameter_lines

SIZES, STRUCTURES = "vipnano_config_pkg", "vipnano_structures_pkg"


def rtl_packages(config: VipnanoConfig, blocks: Mapping[str, Block]) -> dict[str, str]:
    """The packages by their names, in compile order."""
    structures = [line for kind in KINDS.values() for line in _structure_lines(kind)]
    return {
        SIZES: package_text(SIZES, f"Sizes of {config.name}", _size_lines(config, blocks)),
        STRUCTURES: package_text(STRUCTURES, "Structures that jobs are, and what is executed of them", structures),
    }


def _size_lines(config: VipnanoConfig, blocks: Mapping[str, Block]) -> Iterator[str]:
    """The sizes, where blocks of registers begin, and where results go that are between two whole numbers."""
    sizes = {
        "NN_CORES": config.nn_cores,
        "TP_CORES": config.tp_cores,
        "ZRL_BITS": config.zrl_bits,
        "INPUT_DEPTH": config.input_depth,
        "ACCUMULATOR_DEPTH": config.accumulator_depth,
        "SRAM_BYTES": config.sram_bytes,
        "RESERVED_SRAM_BYTES": RESERVED_SRAM_BYTES,
        "STREAM_ALIGN_BYTES": STREAM_ALIGN_BYTES,
        "HEADER_BYTES": config.header_bytes,
        "STRUCTURE_BYTES": STRUCTURE_BYTES,
        "QUEUE_SLOTS": config.queue_slots,
        "REGISTER_ADDRESS_BITS": config.register_bits,
        "ADDRESS_BITS": config.port.address_bits,
        "ID_BITS": config.id_bits,
        "DATA_BYTES": config.port_bytes,
        "MAX_BURST_BEATS": config.burst_beats,
    }
    yield from parameter_lines(sizes)
    yield from parameter_lines({f"{name}_BASE": block.base for name, block in blocks.items()})
    yield from parameter_lines({f"TIES_{ties.name}": number for number, ties in enumerate(Ties)})
    yield f"  localparam int TIES = TIES_{config.ties.name};"


def _structure_lines(kind: StructureKind) -> Iterator[str]:
    """The members as a packed type, numbers that are in several of them, and which values are refused."""
    name = kind.name.lower()
    yield from ("", f"  // {kind.name}: its structure, what has no member under the name of its bits")
    yield "  typedef struct packed {"
    top = STRUCTURE_BYTES * 8
    for member in reversed(list(kind.members.values())):
        yield from _reserved(top, member.where.low + member.where.width)
        yield f"    logic {_sign(signed=member.where.signed)}{_width(member.where.width)}{member.name};"
        top = member.where.low
    yield from _reserved(top, 0)
    yield f"  }} {name}_structure_t;"
    for whole in kind.wholes.values():
        yield from _whole_lines(kind, whole)
    yield from _refused_lines(kind)


def _reserved(top: int, bottom: int) -> Iterator[str]:
    """Members for bits that have none; each ends with its word."""
    while top > bottom:
        low = max(bottom, (top - 1) // WORD_BITS * WORD_BITS)
        yield f"    logic {_width(top - low)}reserved_{top - 1}_{low};"
        top = low


def _width(bits: int) -> str:
    return f"[{bits - 1}:0] " if bits > 1 else ""


def _sign(*, signed: bool) -> str:
    return "signed " if signed else ""


def _whole_lines(kind: StructureKind, whole: Number) -> Iterator[str]:
    function = f"{kind.name.lower()}_{whole.name}"
    joined = ", ".join(f"structure.{part.name}" for part in reversed(whole.parts))
    result = f"logic {_sign(signed=whole.signed)}{_width(whole.width)}".rstrip()
    yield from ("", f"  function automatic {result} {function}(input {kind.name.lower()}_structure_t structure);")
    yield from (f"    {function} = {{{joined}}};", "  endfunction")


def _refused_lines(kind: StructureKind) -> Iterator[str]:
    """A function that tells whether a member has a value with which no job is executed."""
    name = kind.name.lower()
    yield from ("", f"  function automatic logic {name}_refused(input {name}_structure_t structure);")
    yield f"    {name}_refused = 1'b0;"
    for member in kind.members.values():
        if member.must:
            bits = member.where.width
            wrong = " && ".join(f"structure.{member.name} != {bits}'d{value}" for value in member.must)
            yield f"    if ({wrong}) {name}_refused = 1'b1;"
    yield "  endfunction"
