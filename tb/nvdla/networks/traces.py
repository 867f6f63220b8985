"""A network as register traces, a folder a step and one for the whole."""

from __future__ import annotations

import argparse
from functools import partial

from rich.console import Console

from models.nvdla.config import find_config
from sequences.nvdla.loadables.export import NetworkExport
from sequences.nvdla.loadables.loadable import read_loadable
from sequences.recording import UnwritableError
from tb.cli.simulation import need_folder
from tb.nvdla.networks.job import NetworkJob
from tb.nvdla.networks.play import fill_inputs
from tb.runner.errors import UserError
from tb.runner.paths import shown


def write_traces(job: NetworkJob, options: argparse.Namespace, console: Console) -> None:
    """Write the network as traces.

    Raises:
        UserError: the folder cannot be written to, or the dialect cannot say something.
    """
    need_folder("EXPORT", options.export)
    loadable = read_loadable(job.loadable.read_bytes())
    hardware, fill = find_config(options.config), partial(fill_inputs, job)
    try:
        for folder in NetworkExport(
            hardware, loadable, fill, options.dialect, options.export, cube_bytes=job.cube_bytes
        ).write():
            console.print(f"trace {shown(folder)}", soft_wrap=True)
    except UnwritableError as error:
        raise UserError(f"EXPORT={options.export}: {error}") from error
