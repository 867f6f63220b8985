"""``python -m tb.vipnano.judge``: random quantised layers on the judge and here."""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict

import numpy as np

from models.vipnano.config import CONFIGS
from sequences.vipnano.draw.layers import draw_add, draw_layer, draw_tensors
from tb.reports.console import make_console
from tb.reports.progress import console_progress
from tb.vipnano.judge.library import NoJudgeError
from tb.vipnano.judge.play import hold
from tb.vipnano.judge.process import JudgeProcess, JudgeRefusedError

SHOWN = 10
"""So many wrong layers are shown."""
ADDS = 5
"""Every so many layers comes an addition beside them."""


def main(arguments: list[str] | None = None) -> int:
    """Play layers until enough were wrong; configurations take turns.

    Args:
        arguments: the command line behind the program's name; by default the process's own.

    Returns:
        The exit status: 0, also where there is no judge; 1 if something cannot be explained.
    """
    parser = argparse.ArgumentParser(prog="python -m tb.vipnano.judge", description="Ask the judge.")
    parser.add_argument("--count", type=int, default=1000, help="how many layers of weights (COUNT)")
    parser.add_argument("--first", type=int, default=0, help="number of the first layer (FIRST)")
    parser.add_argument("--seed", type=int, default=1, help="what all draws hang on (SEED)")
    options = parser.parse_args(arguments)
    try:
        judge = JudgeProcess()
    except NoJudgeError as error:
        print(f"judge: skipped, as {error}")
        return 0
    layers: Counter[str] = Counter()
    off: dict[str, Counter[int]] = defaultdict(Counter)
    wrong: list[str] = []
    progress = console_progress(make_console(sys.stderr))
    progress.start("asking the judge")
    with judge:
        for played, number in enumerate(range(options.first, options.first + options.count)):
            progress.tick(f"{played:,} of {options.count:,} layers of weights, {len(wrong)} that cannot be explained")
            for draw in (draw_layer, draw_add) if number % ADDS == 0 else (draw_layer,):
                rng = np.random.default_rng([options.seed, number])
                layer = draw(rng)
                tensors = draw_tensors(rng, layer)
                config = list(CONFIGS.values())[number % len(CONFIGS)]
                try:
                    held = hold(layer, tensors, judge.ask(layer, tensors), config)
                except JudgeRefusedError as error:
                    wrong.append(f"layer {number}: the judge refuses it: {error}")
                    continue
                layers[held.kind] += 1
                off[held.kind] += held.off
                wrong += [f"{held.kind} {number} on {config.name}: {text}" for text in held.wrong]
            if len(wrong) >= SHOWN:
                break
    progress.stop()
    for line in wrong[:SHOWN]:
        print(line)
    for kind, count in layers.items():
        total = sum(off[kind].values())
        shares = ", ".join(f"{most}: {times} ({times / total:.3%})" for most, times in sorted(off[kind].items()))
        print(f"judge: {count} layers, {kind}: {total} outputs, off by {shares}")
    print(f"judge: {sum(layers.values())} layers, {len(wrong)} that cannot be explained")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
