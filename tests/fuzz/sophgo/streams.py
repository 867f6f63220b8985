"""Files with streams, or with a dump of memory, shown as text and held against the rules."""

from argparse import Namespace
from functools import partial

from models.sophgo.config import CONFIGS
from models.sophgo.words.description import Queue
from tb.runner.errors import UserError
from tb.sophgo.disassembly.kernels import given_kernels
from tb.sophgo.disassembly.text import Text
from tests.fuzz.folder import NAMES, odd_file
from tests.fuzz.sophgo.kernels import CONFIG_NAMES, PLACES, TABLE, spoilt_image, spoilt_streams
from tests.fuzz.text import chance, pick

DUMP = "dump.bin"


def stream_case(rng):
    """Streams of one queue or of both."""
    config = CONFIGS[pick(rng, CONFIG_NAMES)]
    streams = spoilt_streams(rng, config)
    if chance(rng, 0.2):
        del streams[pick(rng, list(Queue))]
    files = {queue.lower(): _content(rng, data) for queue, data in streams.items()}
    return pick(rng, NAMES), files, _shown(config)


def dump_case(rng):
    """A dump that has a table of kernels, or is to have one."""
    config = CONFIGS[pick(rng, CONFIG_NAMES)]
    image, _ = spoilt_image(rng, config)
    table = pick(rng, PLACES) if chance(rng, 0.1) else TABLE
    base = pick(rng, (0, None)) if chance(rng, 0.1) else config.ddr_base
    return pick(rng, NAMES), {DUMP: _content(rng, image)}, _shown(config, base=base, table=config.ddr_base + table)


def _shown(config, **options):
    run = partial(shown, config=config, **options)
    run.anywhere = True  # whoever gives a file may give any
    return run


def _content(rng, data):
    return odd_file(rng) if chance(rng, 0.04) else data


def shown(folder, *, config, base=None, table=None):
    """What the command line would print of the files of a folder."""
    files = {queue.lower(): folder / queue.lower() for queue in Queue} | {"dump": folder / DUMP}
    given = {name: str(path) if path.is_symlink() or path.exists() else None for name, path in files.items()}
    lines = []
    try:
        for kernel in given_kernels(Namespace(**given, base=base, table=table), config):
            text = Text.of(kernel, config)
            lines += [text.title, *text.words, *text.findings]
    except UserError as error:
        lines.append(str(error))
    return lines
