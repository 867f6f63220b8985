"""``tb disassemble``: streams of words as text, and what is wrong with them."""

from __future__ import annotations

import argparse

from tb.cli.options.option import add_option, number
from tb.cli.options.shared import add_device, chosen_family

SUMMARY = "Show streams of words as text, and hold them against the rules."
EXAMPLES = """\
  python -m tb disassemble --tiu tiu.bin --gdma gdma.bin
  python -m tb disassemble --dump ddr.bin --base 0x100000000 --table 0x100001000"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_device(parser)
    for queue in ("TIU", "GDMA"):
        add_option(parser, queue.lower(), f"a file with the stream of {queue} ({queue})", metavar="FILE")
    add_option(parser, "dump", "a file with bytes of memory that has a table of kernels (DUMP)", metavar="FILE")
    for name, text in (("base", "the address of the dump's first byte"), ("table", "that of its table")):
        variable = name.upper()
        kind = number(variable, lambda value: int(value, 0), lambda value: value >= 0, "an address such as 0x100000000")
        default = "where the DDR begins" if name == "base" else "the first byte"
        add_option(parser, name, f"{text} ({variable}; default: {default})", kind=kind, metavar="ADDRESS")


def run(options: argparse.Namespace) -> int:
    """Print each kernel's words, then the rules that it breaks and its races.

    Raises:
        UserError: no file is given, or one cannot be read.
    """
    from models.sophgo.config import find_config
    from tb.sophgo.disassembly.kernels import given_kernels
    from tb.sophgo.disassembly.text import Text

    chosen_family(options)
    config = find_config(options.config)
    words = wrong = 0
    for kernel in given_kernels(options, config):
        text = Text.of(kernel, config)
        print(text, flush=True)
        words, wrong = words + len(text.words), wrong + len(text.findings)
    print(f"{words} words, {wrong} findings")
    return int(bool(wrong))
