"""Which regressions are looked at, and which of their tests."""

from __future__ import annotations

import argparse
import shlex
from functools import partial
from pathlib import Path

from tb.cli.options.option import add_option
from tb.cli.options.selection import add_test_filter
from tb.cli.options.shared import add_family


def add_results(parser: argparse.ArgumentParser) -> None:
    """Of which family, in which folders, which tests."""
    add_family(parser)
    text = "folders of regressions, of other machines too; the one that was played last if not given (RESULTS)"
    add_option(parser, "results", text, kind=partial(folders_of, "RESULTS"), metavar="FOLDERS")
    add_test_filter(parser)


def folders_of(variable: str, text: str, *, or_file: bool = False) -> list[Path]:
    """Folders with blanks between them, or one file where that is allowed.

    Raises:
        argparse.ArgumentTypeError: a quote is not closed, or there is no such folder.
    """
    try:
        paths = [Path(word) for word in shlex.split(text)]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{variable}={text}: {error}") from error
    if or_file and len(paths) == 1 and paths[0].is_file():
        return paths
    for path in paths:
        if not path.is_dir():
            raise argparse.ArgumentTypeError(f"{variable}={text}: {path} is no folder")
    return paths
