"""``python -m tb.vipnano.explain``: the coefficients of a job as text, or where two of them part."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.config import CONFIGS, VipnanoConfig, find_config
from models.vipnano.jobs.faults import faults_of_structure
from models.vipnano.jobs.nn_job import SIZES
from models.vipnano.structures.description import NN
from models.vipnano.structures.structure import Structure
from tb.runner.errors import UserError
from tb.vipnano.explain.compare import differences
from tb.vipnano.explain.pieces import Coefficients
from tb.vipnano.job_files import bytes_of

USAGE = "make explain-stream FAMILY=vipnano STRUCTURE=<file> STREAM=<file> (OTHER=<file>)"


def main(arguments: list[str] | None = None) -> int:
    """Print what coefficients say.

    Args:
        arguments: the command line behind the program's name; by default the process's own.

    Returns:
        The exit status: 0; 1 if something is wrong with the coefficients, or two of them differ; 2 if files are wrong.
    """
    parser = argparse.ArgumentParser(prog="python -m tb.vipnano.explain", description="Coefficients as text.")
    parser.add_argument("--structure", default="", help="file with the structure of the job (STRUCTURE)")
    parser.add_argument("--stream", default="", help="file with its coefficients, header and streams (STREAM)")
    parser.add_argument("--other", default="", help="other ones, which are compared (OTHER)")
    parser.add_argument("--core", default="", help="only the stream of this core (CORE)")
    parser.add_argument("--bit", default="", help="only what this bit of it is in (BIT)")
    parser.add_argument("--config", default="", help=f"hardware configuration, {next(iter(CONFIGS))} (CONFIG)")
    options = parser.parse_args(arguments)
    try:
        config = find_config(options.config or next(iter(CONFIGS)))
        shape = _shape(options.structure, config)
        one = Coefficients(bytes_of("STREAM", options.stream, USAGE), shape, config)
        other = Coefficients(bytes_of("OTHER", options.other, USAGE), shape, config) if options.other else None
        core, bit = (_number(name, getattr(options, name)) for name in ("core", "bit"))
        if core is not None and core >= shape.cores:
            raise UserError(f"CORE is {core}: cores 0 to {shape.cores - 1} work in this job")
    except (UserError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if other is not None:
        lines = list(differences(one, other))
        print("\n".join(lines))
        return int(len(lines) > 1)
    for line in _explained(one, core, bit):
        print(line)
    return int(bool(one.faults))


def _explained(coefficients: Coefficients, core: int | None, bit: int | None) -> Iterator[str]:
    shape = coefficients.shape
    if bit is not None:
        yield str(coefficients.piece_at(core or 0, bit) or f"core {core or 0} reads nothing at bit {bit}")
        return
    yield (
        f"{shape.channels} kernels of {shape.planes} x {shape.lines} x {shape.columns} for {shape.cores} core(s), "
        f"{shape.count} each in superblocks of {shape.width}, order {shape.order}, zero point {shape.zero_point}"
    )
    yield from map(str, coefficients.pieces(core))
    yield from coefficients.faults


def _shape(path: str, config: VipnanoConfig) -> KernelShape:
    """How the kernels of a job lie.

    Raises:
        UserError: its structure cannot be read, or the job hangs with it.
        ValueError: the file holds no structure, or one with more kernels than are read.
    """
    structure = Structure.decode(NN, bytes_of("STRUCTURE", path, USAGE))
    if (fault := next(faults_of_structure(structure, SIZES), None)) is not None:
        raise UserError(f"{path}: the job hangs: {fault.text}")
    shape = KernelShape.of(structure, config)
    shape.need_readable()
    return shape


def _number(name: str, text: str) -> int | None:
    if text and not text.isdecimal():
        raise UserError(f"{name.upper()} is {text}: a number from 0 on is expected")
    return int(text) if text else None


if __name__ == "__main__":
    sys.exit(main())
