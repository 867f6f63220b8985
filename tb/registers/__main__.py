"""``python -m tb.registers [--docs]``: generate what follows from the register descriptions, if anything changed."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tb.registers.sources import CONFIG_SUFFIX, DescriptionError, families, is_fresh, write_record
from tb.runner.errors import UserError, system_error
from tb.runner.paths import ROOT

if TYPE_CHECKING:
    from tb.runner.family.family import Family


def main(arguments: list[str] | None = None) -> int:
    """Generate what follows from the register descriptions, and print one line for each device family.

    Args:
        arguments: the command line behind the program's name; by default the process's own.

    Returns:
        The exit status: 0, 1 when a description or a configuration cannot be compiled, 2 when there is no such
        configuration or a file cannot be written.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tb.registers", description="Generate from the register descriptions."
    )
    parser.add_argument("--docs", action="store_true", help="generate the HTML manual too")
    parser.add_argument(
        "--config",
        default=os.environ.get("CONFIG", ""),
        help="a configuration file of your own, to be generated too (CONFIG)",
    )
    options = parser.parse_args(arguments)
    own = options.config if options.config.endswith(CONFIG_SUFFIX) else ""
    try:
        for family in families():
            print(_refresh(family, wants_docs=options.docs), flush=True)
        _need_configuration(options.config)
        if own:
            print(_refresh(_meant().name, wants_docs=options.docs, own=own))
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (DescriptionError, ValueError) as error:
        print(f"registers: error: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"registers: error: {system_error(error)}", file=sys.stderr)
        return 2
    return 0


def _need_configuration(name: str) -> None:
    """Make sure that there is a configuration; the family knows what there may be, and is there once all is generated.

    Raises:
        UserError: there is none of that name, and no such file.
    """
    known = {path.stem for path in ROOT.glob("models/*/config/*.toml")}
    if name and name not in known and not Path(name).is_file():
        _meant().config(name)


def _meant() -> Family:
    """The family that a configuration is for: the one of FAMILY, or the default.

    Raises:
        UserError: there is none of that name, or it cannot be loaded.
    """
    # Only here, because most commands begin with this one, need no family, and loading one takes longer than the rest.
    from tb.runner.family.find import load_family

    return load_family(os.environ.get("FAMILY") or None)


def _refresh(family: str, *, wants_docs: bool, own: str = "") -> str:
    """Generate for one family, or for a user's configuration of it, what is not fresh.

    Returns:
        What was done, on one line.
    """
    name = Path(own).stem if own else "registers"
    subject = f"{family} {name}" if own else family
    code_record = ROOT / "models" / family / "generated" / f"{name}.record.json"
    docs_record = ROOT / "build" / "docs" / "registers" / f"{family}{f'-{name}' if own else ''}.record.json"
    needs_code = not is_fresh(code_record, family, own)
    needs_docs = wants_docs and not is_fresh(docs_record, family, own)
    manual = f"; manual: {docs_record.parent.relative_to(ROOT)}/<configuration>/index.html" if wants_docs else ""
    if not (needs_code or needs_docs):
        return f"registers: {subject} is up to date{manual}"
    # Only here, because loading the compiler takes longer than everything else.
    from tb.registers.generate import compile_family, emit_code, emit_manuals

    compiled = compile_family(family, own)
    for record, is_needed in ((code_record, needs_code), (docs_record, needs_docs)):
        if is_needed:
            record.unlink(missing_ok=True)  # from here on nothing is fresh until all is written
    if needs_code:
        write_record(code_record, family, emit_code(family, compiled), own)
    if needs_docs:
        write_record(docs_record, family, emit_manuals(family, compiled), own)
    return f"registers: {family} generated for {', '.join(config.name for config, _ in compiled)}{manual}"


if __name__ == "__main__":
    sys.exit(main())
