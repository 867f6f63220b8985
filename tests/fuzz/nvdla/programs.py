"""Register programs on the model: layers with some registers changed, in any order."""

from functools import cache, partial

import numpy as np

from models.nvdla.config import CONFIGS
from models.nvdla.conv.stage import ConvStage
from models.nvdla.device import UNITS, Device
from models.nvdla.registers import registers
from sequences.model_host import ModelHost
from sequences.nvdla.bench import make_bench
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.random import ProgramKnobs, draw_program
from tests.fuzz.nvdla.traces import CONFIG_NAMES, DATA, played
from tests.fuzz.text import chance, pick

BASES = 12
"""Programs that others are made of."""
MOST_LAYERS = 4


@cache
def bases(name):
    """Programs of legal layers, each a list of layers, each a list of writes: block, register, word."""
    config = CONFIGS[name]
    bench = make_bench(ModelHost(Device(config)), config, np.random.default_rng(1), conventional_addresses=True)
    pool, found = SurfacePool(bench, 0.3), []
    for _ in range(BASES):
        chains = draw_program(bench, pool, ProgramKnobs(layers_at_most=4))
        found += [
            [list(_writes(part)) for layer in chain.layers for part in layer.encode(bench.registers, config)]
            for chain in chains
        ]
    return found


def _writes(part):
    for words in part.words:
        yield from ((part.block, name, word) for name, word in words.items())
        if part.block == "BDMA":
            yield part.block, "CFG_OP", 1
    yield part.block, "CFG_LAUNCH0" if part.block == "BDMA" else "D_OP_ENABLE", 1


def program_case(rng):
    """A trace of register accesses alone."""
    name = pick(rng, CONFIG_NAMES)
    known = registers(CONFIGS[name])
    lines = []
    for _ in range(int(rng.integers(1, MOST_LAYERS + 1))):
        parts = [list(part) for part in pick(rng, bases(name))]
        for _ in range(int(rng.integers(4)) * chance(rng, 0.4)):
            _change_together(rng, known, parts)
        if chance(rng, 0.7):
            parts.reverse()
        for part in parts:
            lines += _lines(rng, known, part)
        lines += [_look(rng, known) for _ in range(int(rng.integers(3)))]
    if chance(rng, 0.5):
        lines = _shuffled(rng, lines)
    base = pick(rng, list(CONFIGS[name].ports.values())).base
    lines += ["wait", f"dump_mem {base:#x} 0x40 data.dat"]
    files = {"input.txn": "\n".join(lines).encode() + b"\n", "data.dat": DATA.encode()}
    if chance(rng, 0.5):
        files["plusargs.txt"] = b"+continue_on_fail +read_reg_poll_retries=9\n"
    return "case", files, partial(played, config=name, lint=chance(rng, 0.2))


def _lines(rng, known, part):
    """The writes of one block, some changed, perhaps into the other group."""
    block = known.blocks[part[0][0]]
    if "S_POINTER" in block.registers and chance(rng, 0.5):
        yield _write(block.S_POINTER, int(rng.integers(2)))
    if chance(rng, 0.5):
        for _ in range(int(rng.integers(1, 4))):
            at = int(rng.integers(len(part)))
            _, name, word = part[at]
            part[at] = (block.name, name, _word(rng, block.registers[name], word))
    for _, name, word in part:
        yield _write(block.registers[name], word)


def _change_together(rng, known, parts):
    """Another value of a field that several blocks of a convolution have, in all of them."""
    item = pick(rng, ConvStage.shared)
    places = [(part, at) for part in parts for at in range(len(part))]
    value = None
    for block, register, name in item.places:
        for part, at in places:
            if part[at][:2] == (block, register):
                one = known.blocks[block].registers[register].fields[name]
                value = min(_value(rng, one, part[at][2]), one.limit) if value is None else value
                part[at] = (block, register, part[at][2] & ~one.mask | one.put(min(value, one.limit)))


def _value(rng, item, word):
    """A value of a field that is at an end, near the one that it has, or anywhere."""
    most = item.limit
    bit = 1 << int(rng.integers(most.bit_length()))
    value = pick(
        rng, (0, 1, most, most - 1, int(rng.integers(most + 1)), item.get(word) ^ 1, bit, item.get(word) * 2, bit - 1)
    )
    return min(max(value, 0), most)


def _word(rng, register, word):
    """Another word: one field at an end or anywhere, or all of it."""
    if chance(rng, 0.1):
        return int(rng.integers(1 << 32))
    item = pick(rng, list(register.fields.values()))
    return word & ~item.mask | item.put(_value(rng, item, word))


def _look(rng, known):
    """Something else than a layer's registers."""
    status, mask = known.GLB.S_INTR_STATUS, known.GLB.S_INTR_MASK
    blocks = [block for block in known.blocks.values() if block.name in UNITS or not chance(rng, 0.9)]
    register = pick(rng, list(pick(rng, blocks)))
    word, bits = f"{0xFFFF_0000 | status.address >> 2:#x}", int(rng.integers(1 << 32))
    return pick(
        rng,
        (
            "wait",
            f"write_reg {word} 0xffffffff",
            f"read_reg {word} {bits:#x} {bits & int(rng.integers(1 << 32)):#x}",
            f"read_reg {word} {bits:#x} <= 0x0 0xffffffff",
            _write(mask, bits & mask.write_mask),
            _write(register, int(rng.integers(1 << 32))),
            f"read_reg {0xFFFF_0000 | register.address >> 2:#x} 0xffffffff >= 0x0",
            f"write_reg {0xFFFF_0000 | int(rng.integers(1 << 16)):#x} {bits:#x}",
        ),
    )


def _shuffled(rng, lines):
    """Some lines elsewhere, some gone, some twice."""
    lines = list(lines)
    for _ in range(int(rng.integers(1, 6))):
        line = lines.pop(int(rng.integers(len(lines)))) if len(lines) > 1 else lines[0]
        for _ in range(int(rng.integers(3))):
            lines.insert(int(rng.integers(len(lines) + 1)), line)
    return lines


def _write(register, word):
    return f"write_reg {0xFFFF_0000 | register.address >> 2:#x} {word:#x}"
