"""Which traces a user means, and reading each in its dialect."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from models.nvdla.config import HwConfig
from sequences.nvdla.traces.master.reader import read_master_trace
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.nvdla.traces.recorded import trace_space
from sequences.nvdla.traces.register_log import LOG_FILE, read_register_log
from sequences.traces.commands import Trace
from sequences.traces.find import find_folders
from sequences.traces.txn.reader import COMMANDS_FILE, read_register_trace

CONFIG_SUFFIX = ".cfg"


def find_traces(paths: Sequence[Path]) -> list[Path]:
    """The folders of all traces in the given folders, at any depth.

    Args:
        paths: folders; each is a trace or holds some.

    Returns:
        Sorted, each trace once.

    Raises:
        TraceError: a path is not a folder, or no trace is in it.
    """
    return find_folders(paths, _holds_commands, f"{COMMANDS_FILE}, {LOG_FILE} or a {CONFIG_SUFFIX} file")


def read_trace(folder: Path, config: HwConfig) -> Trace | MasterTrace:
    """Read and check one trace of either dialect, or a register log, with all of its files.

    Raises:
        TraceError: the first thing that is wrong with it.
    """
    if os.path.lexists(folder / COMMANDS_FILE):
        return read_register_trace(folder, trace_space(config))
    if os.path.lexists(folder / LOG_FILE):
        return read_register_log(folder, trace_space(config))
    return read_master_trace(folder, config)


def _holds_commands(file: str) -> bool:
    return file in (COMMANDS_FILE, LOG_FILE) or file.endswith(CONFIG_SUFFIX)
