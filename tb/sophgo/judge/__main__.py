"""``python -m tb.sophgo.judge``: random words, layouts, and calls of BM1684, on the judge and here."""

from __future__ import annotations

import argparse
import sys

from tb.reports.console import make_console
from tb.reports.progress import console_progress
from tb.sophgo.judge.calls import CallMatch
from tb.sophgo.judge.layouts import layout_differences
from tb.sophgo.judge.library import NoJudgeError
from tb.sophgo.judge.play import Match
from tb.sophgo.judge.process import JudgeProcess

SHOWN = 10
"""So many differences are shown."""


def main(arguments: list[str] | None = None) -> int:
    """Play words until enough differences were seen.

    Args:
        arguments: the command line behind the program's name; by default the process's own.

    Returns:
        The exit status: 0, also where there is no judge; 1 if it differs.
    """
    parser = argparse.ArgumentParser(prog="python -m tb.sophgo.judge", description="Ask the judge.")
    parser.add_argument("--count", type=int, default=1000, help="how many words (COUNT)")
    parser.add_argument("--layouts", type=int, default=10000, help="how many shapes for layouts")
    parser.add_argument("--calls", type=int, default=1000, help="how many calls of BM1684")
    parser.add_argument("--first", type=int, default=0, help="number of the first word (FIRST)")
    parser.add_argument("--seed", type=int, default=1, help="what all draws hang on (SEED)")
    options = parser.parse_args(arguments)
    try:
        judge, okk_judge = JudgeProcess(), JudgeProcess("bm1684")
    except NoJudgeError as error:
        print(f"judge: skipped, as {error}")
        return 0
    wrong: list[str] = []
    progress = console_progress(make_console(sys.stderr))
    progress.start("asking the judge")
    with okk_judge:
        calls = CallMatch(okk_judge, options.seed)
        for number in range(options.calls):
            wrong += [f"{calls.call}: {text}" for text in calls.differences(number)]
            progress.tick(f"{number + 1:,} of {options.calls:,} calls of BM1684, {len(wrong)} differences")
    with judge:
        wrong += layout_differences(judge, options.seed, options.layouts)
        match, played = Match(judge, options.seed), 0
        for number in range(options.first, options.first + options.count):
            match.draw(number)
            wrong += [f"word {number}, {match.word.disassemble()}: {text}" for text in match.differences()]
            played += 1
            progress.tick(f"{played:,} of {options.count:,} words, {len(wrong)} differences")
            if len(wrong) >= SHOWN:
                break
    progress.stop()
    for line in wrong[:SHOWN]:
        print(line)
    played_all = f"{played} words, {options.layouts} shapes and {options.calls} calls of BM1684"
    print(f"judge: {played_all}, {len(wrong)} differences")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
