"""``python -m tb.vipnano.dumped``: a job that a driver has dumped is held against the rules, and becomes a trace."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from models.vipnano.config import CONFIGS, find_config
from sequences.vipnano.dumped import DumpedJob
from tb.runner.errors import UserError
from tb.vipnano.job_files import bytes_of

USAGE = "make trace-job FAMILY=vipnano STRUCTURE=<file> (STREAM=<file>) INPUT=<file> (OUTPUT=<file>) (OUT=<folder>)"


def main(arguments: list[str] | None = None) -> int:
    """Hold a job against the rules, and write it as a trace.

    Args:
        arguments: the command line behind the program's name; by default the process's own.

    Returns:
        The exit status: 0; 1 if something is wrong with the job; 2 if files are.
    """
    parser = argparse.ArgumentParser(prog="python -m tb.vipnano.dumped", description="A dumped job as a trace.")
    parser.add_argument("--structure", default="", help="file with the structure of the job (STRUCTURE)")
    parser.add_argument("--stream", default="", help="file with its coefficients; none: a job of the TP unit (STREAM)")
    parser.add_argument("--input", default="", help="file with its input, from the input's address on (INPUT)")
    parser.add_argument("--output", default="", help="file with what came out, likewise (OUTPUT)")
    parser.add_argument("--out", default="", help="folder of the trace; none: it is only held against the rules (OUT)")
    parser.add_argument("--config", default="", help=f"hardware configuration, {next(iter(CONFIGS))} (CONFIG)")
    options = parser.parse_args(arguments)
    try:
        config = find_config(options.config or next(iter(CONFIGS)))
        dumped = DumpedJob(
            config,
            bytes_of("STRUCTURE", options.structure, USAGE),
            bytes_of("INPUT", options.input, USAGE),
            bytes_of("STREAM", options.stream, USAGE) if options.stream else None,
            bytes_of("OUTPUT", options.output, USAGE) if options.output else None,
        )
        problems = list(dumped.problems())
        if not problems and options.out:
            dumped.write(Path(options.out), f"a job that a driver has dumped: {Path(options.structure).name}")
    except (UserError, ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if problems:
        return 1
    size = int(np.size(dumped.job().output().addresses))
    print(f"{dumped.job().structure.kind.name} job, {size} bytes written: {options.out or 'no rule is broken'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
