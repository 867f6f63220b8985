"""The command line's frame: subcommands, and what every one does about errors and interruptions."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from typing import NoReturn

from tb.cli import (
    close,
    cover,
    docs,
    doctor,
    explain,
    failures,
    lint_plan,
    lint_program,
    lint_rtl,
    mutate,
    record,
    regress,
    report,
    shrink,
    sim,
    trace,
)
from tb.cli.offered import offered
from tb.runner.errors import UserError, system_error
from tb.runner.family.parts import Command
from tb.runner.stopping import StoppedError, end_when_told

BAD_INPUT = 2
INTERRUPTED = 128
COMMANDS: Mapping[str, Command] = {
    "sim": sim,
    "trace": trace,
    "explain": explain,
    "lint-plan": lint_plan,
    "lint-program": lint_program,
    "lint-rtl": lint_rtl,
    "record": record,
    "regress": regress,
    "close": close,
    "report": report,
    "failures": failures,
    "shrink": shrink,
    "mutate": mutate,
    "cover": cover,
    "doctor": doctor,
    "docs": docs,
}


class OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end."""
        self.exit(BAD_INPUT, f"error: {message}; see '{self.prog} --help'\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: words behind ``python -m tb``; those of the process if None.

    Returns:
        The exit status: 0 if all is well, 1 if something failed, 2 for bad input or a missing tool.
    """
    _print_all_names()
    try:
        end_when_told()
        words = sys.argv[1:] if arguments is None else arguments
        options = parser(words).parse_args(words)
        status = options.run(options)
        sys.stdout.flush()
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        _write_no_more()
        return INTERRUPTED + signal.SIGPIPE
    except OSError as error:
        _write_no_more()
        print(f"error: {system_error(error)}", file=sys.stderr)
        return BAD_INPUT
    except StoppedError as stopped:
        print(f"stopped by {stopped}: nothing is left running", file=sys.stderr)
        return INTERRUPTED + stopped.number
    except KeyboardInterrupt:
        print("interrupted: nothing is left running", file=sys.stderr)
        return INTERRUPTED + signal.SIGINT
    return int(status)


def _print_all_names() -> None:
    """Let names of files be printed that are no text."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _write_no_more() -> None:
    """Say what is still to be said to nobody where nobody takes it: Python writes it once more when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The command line's parser, with all subcommands.

    Args:
        words: that are to be parsed; those that only some families offer are looked for if they begin with no other.
    """
    top = OneLineParser(prog="python -m tb", description="Verify neural-network accelerators.")
    subparsers = top.add_subparsers(required=True, metavar="command", parser_class=OneLineParser)
    more = {} if words and words[0] in COMMANDS else offered(words, COMMANDS)
    for name, command in {**COMMANDS, **more}.items():
        subparser = subparsers.add_parser(
            name,
            help=command.SUMMARY,
            description=command.SUMMARY,
            epilog=f"examples:\n{command.EXAMPLES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_options(subparser)
        subparser.set_defaults(run=command.run)
    return top
