"""The ports of a module, elaborated by Verilator: nothing below it is."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.simulators.complaints import complaints
from tb.runner.simulators.verilator.module_names import NamesOfFile, modules_without_parent, read_names
from tb.runner.simulators.verilator.simulator import VerilatorSimulator

SHOWN_MODULES = 12
REACHES_BELOW = (
    "the top's file is read alone, so it cannot name signals of what stands below it; let a module of another file do "
    "that, from the top's name on (docs/attach.md, 'Which unit is wrong')"
)
_DOTTED = "Dotted reference to instance that refers to missing module"
_DIRECTIONS = {"INPUT": "input", "OUTPUT": "output", "INOUT": "inout"}
_ATOM_BITS = {"integer": 32, "int": 32, "shortint": 16, "longint": 64, "byte": 8, "time": 64}


def read_ports(design: Design) -> dict[str, tuple[str, int]]:
    """The ports of a design's top module.

    Returns:
        Direction (``input``, ``output`` or ``inout``) and width in bits by name.

    Raises:
        UserError: no source has the top, or it cannot be elaborated, or Verilator is missing or too old.
    """
    simulator = VerilatorSimulator()
    simulator.version()
    names = read_names(design.sources)
    file = next((path for path, found in names.items() if design.top in found.modules), None)
    if file is None:
        raise UserError(f"top: no source has a module {design.top}; {_suggestion(design.top, names)}")
    shared = [path for path, found in names.items() if found.always or not found.modules]
    sources = [path for path in design.sources if path == file or path in shared]
    with tempfile.TemporaryDirectory() as scratch:
        netlist = _elaborate(design, sources, Path(scratch), simulator.environment())
    types = {item["addr"]: item for item in _nodes(netlist) if item["type"].endswith("DTYPE")}
    top = next(item for item in _nodes(netlist) if item["type"] == "MODULE" and item["level"] == 1)
    return {
        port["verilogName"]: (_DIRECTIONS[port["direction"]], _width(port["dtypep"], types))
        for port in top["stmtsp"]
        if port["type"] == "VAR" and port["direction"] in _DIRECTIONS
    }


def _suggestion(top: str, names: Mapping[Path, NamesOfFile]) -> str:
    """Modules that may have been meant."""
    modules = [module for found in names.values() for module in found.modules]
    if near := get_close_matches(top, modules):
        return f"did you mean {' or '.join(near)}?"
    candidates = modules_without_parent(names)
    shown = ", ".join(candidates[:SHOWN_MODULES]) + (", ..." if len(candidates) > SHOWN_MODULES else "")
    return f"modules that no other file mentions: {shown}"


def _elaborate(design: Design, sources: list[Path], folder: Path, environment: Mapping[str, str]) -> Any:  # noqa: ANN401
    """Verilator's netlist of the top; modules that are missing are left out."""
    output = folder / "netlist.json"
    command = ["verilator", "--json-only", "--json-only-output", str(output)]
    command += ["--json-only-meta-output", str(folder / "meta.json"), "--top-module", design.top]
    command += ["-Wno-fatal", "-Wno-lint", "-Wno-style", "-Wno-MODMISSING", "--bbox-unsup"]
    command += [f"-D{name}={value}" for name, value in design.defines.items()]
    command += [f"-I{include}" for include in design.includes]
    command += [f"-G{name}={value}" for name, value in design.parameters.items()]
    result = subprocess.run(
        [*command, *map(str, sources)],
        cwd=folder,  # Verilator looks for missing modules here, and there are none
        env={**environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",  # it quotes the user's lines
        check=False,
    )
    if result.returncode or not output.is_file():
        lines = [line for line in result.stdout.splitlines() if line.strip()]
        hint = [REACHES_BELOW] if any(_DOTTED in line for line in lines) else []
        raise UserError("\n  ".join([f"{design.top} cannot be elaborated", *complaints(lines), *hint]))
    return json.loads(output.read_text(errors="replace"))


def _nodes(node: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 as JSON has it
    """A node of the netlist and all those in it."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            if isinstance(value, list):
                for item in value:
                    yield from _nodes(item)


def _width(address: str, types: Mapping[str, dict[str, Any]]) -> int:
    """Bits of a packed type."""
    item = types[address]
    if "range" in item:
        return _length(item["range"])
    if item["type"] == "BASICDTYPE":
        return _ATOM_BITS.get(item["keyword"], 1)
    if item["type"] in ("STRUCTDTYPE", "UNIONDTYPE"):
        widths = [_width(member["refDTypep"], types) for member in item["membersp"]]
        return sum(widths) if item["type"] == "STRUCTDTYPE" else max(widths)
    width = _width(item["refDTypep"], types)
    return width * _length(item["declRange"].strip("[]")) if item["type"] == "PACKARRAYDTYPE" else width


def _length(bounds: str) -> int:
    left, right = map(int, bounds.split(":"))
    return abs(left - right) + 1
