"""``make fuzz``: random traces, register programs and attach descriptions, held against `tests.fuzz.oracle`."""

import argparse
import os
import re
import sys
import time

from tb.cli.main import OneLineParser
from tb.runner.paths import BUILD, shown
from tests.fuzz.campaign import campaign

DEFAULT_COUNT = 1000
TELL_S = 10.0


def main():
    """Try cases and say what is wrong; the status is 1 if anything is."""
    env = os.environ
    parser = OneLineParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--count",
        type=_number("COUNT"),
        default=env.get("COUNT") or str(DEFAULT_COUNT),
        help="cases to try (COUNT; %(default)s)",
    )
    parser.add_argument(
        "--first",
        type=_number("FIRST"),
        default=env.get("FIRST") or "0",
        help="number of the first one (FIRST; %(default)s)",
    )
    seed = env.get("COCOTB_RANDOM_SEED") or str(int(time.time()))
    parser.add_argument("--seed", type=_number("SEED"), default=seed, help="what all that is drawn hangs on (SEED)")
    options = parser.parse_args()
    family = f"FAMILY={env['FAMILY']} " if env.get("FAMILY") else ""
    next_s = time.monotonic() + TELL_S
    start_s = time.monotonic()

    def tick(number, item):
        nonlocal next_s
        if item is not None:
            print(f"FOUND {item.kind} {item.number}: {item.text}; files {shown(item.folder)}")
            print(f"REPLAY  make fuzz {family}SEED={options.seed} FIRST={item.number} COUNT=1", flush=True)
        if time.monotonic() >= next_s:
            next_s = time.monotonic() + TELL_S
            done = number + 1 - options.first
            print(f"{done} of {options.count} cases, {time.monotonic() - start_s:.0f} s", file=sys.stderr, flush=True)

    numbers = range(options.first, options.first + options.count)
    found = campaign(options.seed, numbers, BUILD / "fuzz", tick)
    print(f"{options.count} cases from {options.first} on, seed {options.seed}: {len(found)} found")
    return 1 if found else 0


def _number(name):
    """What reads a variable that is a number, and names it where it is none."""

    def read(text):
        if not re.fullmatch(r"[0-9]{1,18}", text):
            raise argparse.ArgumentTypeError(f"{name}={text}: not a whole number from 0 to {10**18 - 1}")
        return int(text)

    return read


sys.exit(main())
