"""Traces with memory images: read, played on the reference and linted."""

from functools import partial

from models.sophgo.config import CONFIGS
from models.sophgo.registers import registers
from tb.runner.errors import UserError
from tb.sophgo.family import FAMILY
from tests.fuzz.folder import NAMES, contents
from tests.fuzz.sophgo.kernels import CONFIG_NAMES, IMAGE_BYTES, TABLE, spoilt_image
from tests.fuzz.text import chance, pick

WORDS = (
    *("write_reg", "read_reg", "wait", "load_mem", "dump_mem", "ddr.dat", "0x40", "0x10000000"),
    *("0x100000000", "0xfffffffff0", "0x10000000000", "0xffffffffffffffff", "<=", "0x1fff"),
)


def trace_case(rng):
    """A folder with commands and an image."""
    config = CONFIGS[pick(rng, CONFIG_NAMES)]
    image, count = spoilt_image(rng, config)
    files = {"input.txn": contents(rng, "\n".join(_lines(rng, config, count)) + "\n", WORDS)}
    text = " ".join(f"{byte:#04x}" for byte in image)
    files["ddr.dat"] = contents(rng, text, ("0x1", "0x100", "Ox01")) if chance(rng, 0.2) else text.encode()
    return pick(rng, NAMES), files, partial(played, config=config.name, lint=chance(rng, 0.5))


def _lines(rng, config, count):
    """Commands that load the image, launch its kernels in some order, and look at registers."""
    mailbox, table = registers(config).MAILBOX, config.ddr_base + TABLE
    yield f"load_mem {config.ddr_base:#x} {IMAGE_BYTES:#x} ddr.dat"
    for register, data in ((mailbox.TABLE_LOW, table & 0xFFFF_FFFF), (mailbox.TABLE_HIGH, table >> 32)):
        yield f"write_reg {register.address // 4:#x} {data:#x}"
    yield f"write_reg {mailbox.TABLE_SIZE.address // 4:#x} {pick(rng, (count, count, count, 0, 300)):#x}"
    every = [register for block in registers(config).blocks.values() for register in block]
    for number in rng.permutation(count) + 1:
        word = mailbox.LAUNCH.encode(KERNEL=int(number), NOTIFY=int(rng.integers(2)))
        yield f"write_reg {mailbox.LAUNCH.address // 4:#x} {word:#x}"
        if chance(rng, 0.7):
            yield f"read_reg {mailbox.COMPLETED.address // 4:#x} 0xffff {int(number):#x}"
        yield f"read_reg {pick(rng, every).address // 4:#x} 0xffffffff >= 0x0"
    yield f"dump_mem {config.ddr_base:#x} 0x40 ddr.dat"


def played(folder, *, config, lint):
    """What the command line would print of a folder."""
    lines, traces = [], FAMILY.traces
    try:
        for found in traces.player.find([folder]):
            check = traces.player.check(found, config)
            lines.append(f"{check.name} {check.skip}")
            if not check.skip:
                lines.append(str(traces.player.play_on_model(found, config, strict=False)))
            if lint:
                told = traces.player.lint(found, config)
                lines += [told.skipped, *map(str, told.broken), told.stopped]
    except UserError as error:
        lines.append(str(error))
    return lines
