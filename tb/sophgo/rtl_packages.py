"""The SystemVerilog packages in which the behavioural RTL finds the sizes of a configuration, and the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.registers import Block
from models.sophgo.config import SophgoConfig
from models.sophgo.words.description import WORD_SETS, WordKind, WordSet
from tb.registers.config_package import package_text, parameter_lines

SIZES, WORDS = "sophgo_config_pkg", "sophgo_words_pkg"


def rtl_packages(config: SophgoConfig, blocks: Mapping[str, Block]) -> dict[str, str]:
    """The packages by their names, in compile order."""
    words = [line for item in WORD_SETS.values() for line in _word_lines(item)]
    return {
        SIZES: package_text(SIZES, f"Sizes of {config.name}", _size_lines(config, blocks)),
        WORDS: package_text(WORDS, "Command words: the head of every word, and those that are executed", words),
    }


def _size_lines(config: SophgoConfig, blocks: Mapping[str, Block]) -> Iterator[str]:
    """The sizes, where blocks of registers begin, and where memories are as the GDMA sees them."""
    sizes = {
        "LANES": config.lanes,
        "LANE_BYTES": config.lane_bytes,
        "BANKS": config.banks,
        "EU_BYTES": config.eu_bytes,
        "KERNEL_BYTES": config.kernel_bytes,
        "STATIC_BYTES": config.static_bytes,
        "L2_BYTES": config.l2_bytes,
        "LAUNCH_SLOTS": config.launch_slots,
        "REGISTER_ADDRESS_BITS": config.register_bits,
        "ADDRESS_BITS": config.port.address_bits,
        "ID_BITS": config.id_bits,
        "DATA_BYTES": config.port_bytes,
        "MAX_BURST_BEATS": config.burst_beats,
    }
    yield from parameter_lines(sizes)
    yield from parameter_lines({f"{name}_BASE": block.base for name, block in blocks.items()})
    bases = {"LOCAL": config.local_base, "STATIC": config.static_base, "L2": config.l2_base, "DDR": config.ddr_base}
    bits = config.port.address_bits
    yield from (f"  localparam logic [{bits - 1}:0] {name}_BASE = {bits}'h{base:x};" for name, base in bases.items())


def _word_lines(words: WordSet) -> Iterator[str]:
    """The head of a queue's words, and each kind of word of which something is executed."""
    queue = words.queue.lower()
    fields = {name: (where.low, where.width) for name, where in words.head.items()}
    yield from ("", f"  // {words.queue}: what all words begin with")
    yield from _struct(f"{queue}_head_t", fields, words.head_bits)
    executed = [kind for kind in words.kinds.values() if kind.executed]
    for kind in executed:
        yield from _kind_lines(kind, words)
    yield from _length(words, executed)


def _kind_lines(kind: WordKind, words: WordSet) -> Iterator[str]:
    """A kind of word: its numbers and its members."""
    name = kind.name.upper()
    yield from ("", f"  // {kind.title}", f"  localparam int {name}_BITS = {kind.bits};")
    opcode, function = (words.head[item].width for item in (words.opcode, words.function))
    yield f"  localparam logic [{opcode - 1}:0] {name}_OPCODE = {opcode}'d{kind.opcode};"
    for number, title in kind.functions.items():
        if title in kind.executed:
            yield f"  localparam logic [{function - 1}:0] {name}_{title.upper()} = {function}'d{number};"
    fields = {member: (where.low, where.width) for member, where in kind.fields.items()}
    yield from _struct(f"{kind.name.lower()}_t", fields, kind.bits)


def _struct(name: str, fields: Mapping[str, tuple[int, int]], bits: int) -> Iterator[str]:
    """A packed type: the highest bit first, and what has no member under the name of its bits."""
    yield "  typedef struct packed {"
    top = bits
    for member, (low, width) in sorted(fields.items(), key=lambda item: -item[1][0]):
        yield from _reserved(top, low + width)
        yield f"    logic {_width(width)}{member};"
        top = low
    yield from _reserved(top, 0)
    yield f"  }} {name};"


def _reserved(top: int, bottom: int) -> Iterator[str]:
    if top > bottom:
        yield f"    logic {_width(top - bottom)}reserved_{top - 1}_{bottom};"


def _width(bits: int) -> str:
    return f"[{bits - 1}:0] " if bits > 1 else ""


def _length(words: WordSet, executed: list[WordKind]) -> Iterator[str]:
    """A function that tells how long a word is that is executed."""
    queue = words.queue.lower()
    yield from ("", "  // How many bits a word has that begins so; 0: it is none that is executed")
    yield f"  function automatic int {queue}_word_bits(input {queue}_head_t head);"
    yield f"    case ({{head.{words.opcode}, head.{words.function}}})"
    for kind in executed:
        name = kind.name.upper()
        heads = (
            f"{{{name}_OPCODE, {name}_{item.upper()}}}" for item in kind.functions.values() if item in kind.executed
        )
        cases = ", ".join(heads)
        bits = f"{name}_BITS" if kind.short is None else f"head.cmd_short == 1'b{int(kind.short)} ? {name}_BITS : 0"
        yield f"      {cases}: {queue}_word_bits = {bits};"
    yield f"      default: {queue}_word_bits = 0;"
    yield from ("    endcase", "  endfunction")
