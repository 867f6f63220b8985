"""The CSB: what the pins ask is what a register block is asked, and what it answers is what the pins answer."""

from __future__ import annotations

from collections.abc import Iterator

from models.events import RegisterAccess
from models.nvdla.config import HwConfig
from models.nvdla.config.names import BLOCKS
from models.nvdla.registers import registers
from models.registers import WORD_BYTES
from tb.borders.carriers.wrong import Inside, Wrong
from tb.borders.payload import Member, Payload, member_numbers
from tb.nvdla.rtl_packages import csb_parameters

UNIT, REQUESTS, ANSWERS = "CSB", "csb_requests", "csb_answers"
DATA_BITS = 32
QUEUED = 5
"""Requests that may be on their way when a test is cut off."""
Asked = tuple[int, int, int]
"""Block, word, and the data of a write, or of the answer."""


def numbers_of(config: HwConfig) -> dict[str, int]:
    """The number of each register block that is there."""
    blocks = registers(config).blocks
    implemented = [name for name in BLOCKS if name in blocks and any(item.implemented for item in blocks[name])]
    parameters = csb_parameters(config, implemented)
    return {name: parameters[name] for name in implemented if parameters[name] < parameters["BLOCKS"]}


def request(config: HwConfig) -> Payload:
    """What a register block is asked: a bit for each block, whether to write, the word, and what to write."""
    parameters = csb_parameters(config, list(numbers_of(config)))
    sizes = {"blocks": parameters["BLOCKS"], "write": 1, "word": parameters["WORD_BITS"], "data": DATA_BITS}
    return tuple(Member(name, bits) for name, bits in sizes.items())


def asked_of(inside: Inside, config: HwConfig) -> Iterator[tuple[float, bool, Asked]]:
    """What blocks were asked: when, whether to write, and what; no block where it is not one of them."""
    tap, payload = inside.taps[REQUESTS], request(config)
    columns = (member_numbers(tap, payload, member.name).tolist() for member in payload)
    for time, chosen, write, word, data in zip(tap.time.tolist(), *columns, strict=True):
        single = chosen & (chosen - 1) == 0
        yield float(time), bool(write), (chosen.bit_length() - 1 if single else -1, word, data)


def answers_of(inside: Inside) -> Iterator[tuple[float, int, int]]:
    """What blocks answered: when, which block, and what."""
    tap = inside.taps[ANSWERS]
    chosen, data = tap.numbers(DATA_BITS, tap.payload_bits - DATA_BITS), tap.numbers(0, DATA_BITS)
    for time, block, answer in zip(tap.time.tolist(), chosen.tolist(), data.tolist(), strict=True):
        yield float(time), block.bit_length() - 1, answer


def csb(inside: Inside, config: HwConfig) -> list[Wrong]:
    """What is wrong between the pins and the register blocks."""
    if REQUESTS not in inside.taps or ANSWERS not in inside.taps:
        return []
    on_pins = list(_on_pins(inside, config))
    asked = list(asked_of(inside, config))
    writes = [(time, block, word, data) for time, write, (block, word, data) in asked if write]
    reads = [(time, block, word) for time, write, (block, word, _) in asked if not write]
    answers = [
        (time, block, word, data) for (_, block, word), (time, _, data) in zip(reads, answers_of(inside), strict=False)
    ]
    return [
        *_compared("wrote", [item for item in on_pins if item[0].write], writes),
        *_compared("read", [item for item in on_pins if not item[0].write], answers),
    ]


def _on_pins(inside: Inside, config: HwConfig) -> Iterator[tuple[RegisterAccess, Asked]]:
    """The accesses of blocks that are there, and what these must be asked and answer."""
    numbers = numbers_of(config)
    blocks = {config.block_bases[name] // config.block_bytes: number for name, number in numbers.items()}
    for access in inside.seen.accesses:
        window, offset = divmod(access.address, config.block_bytes)
        if window in blocks:
            yield access, (blocks[window], offset // WORD_BYTES, access.data)


def _compared(
    did: str, on_pins: list[tuple[RegisterAccess, Asked]], inner: list[tuple[float, int, int, int]]
) -> Iterator[Wrong]:
    """Hold one side of the CSB against the other."""
    for (access, wanted), (time_ns, *asked) in zip(on_pins, inner, strict=False):
        if wanted != tuple(asked):
            what = f"the pins {did} {access.data:#x} at {access.address:#07x}, inside it was {asked[2]:#x} at word "
            yield Wrong(UNIT, f"{what}{asked[1]:#x} of {f'block {asked[0]}' if asked[0] >= 0 else 'no block'}", time_ns)
            return
    count = min(len(on_pins), len(inner))
    if len(inner) > count and (did == "wrote" or len(inner) > count + QUEUED):
        yield Wrong(UNIT, f"a block was asked what the pins did not {did[:4]}", inner[count][0])
    if len(on_pins) > count:
        access = on_pins[count][0]
        what = f"the pins {did} {access.address:#07x}, and no block was asked"
        yield Wrong(UNIT, what, access.time_ns, missing=did == "wrote" and len(on_pins) <= count + QUEUED)
