"""``python -m tb.registers [--docs]``: generate what follows from the register descriptions, if anything changed."""

from __future__ import annotations

import argparse
import sys

from tb.registers.sources import ROOT, DescriptionError, families, is_fresh, write_record


def main(arguments: list[str] | None = None) -> int:
    """Generate what follows from the register descriptions, and print one line for each device family.

    Args:
        arguments: the command line behind the program's name; by default the process's own.

    Returns:
        The exit status: 0, or 1 when a description cannot be compiled.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tb.registers", description="Generate from the register descriptions."
    )
    parser.add_argument("--docs", action="store_true", help="generate the HTML manual too")
    wants_docs = parser.parse_args(arguments).docs
    try:
        for family in families():
            print(_refresh(family, wants_docs=wants_docs))
    except (DescriptionError, ValueError) as error:
        print(f"registers: error: {error}", file=sys.stderr)
        return 1
    return 0


def _refresh(family: str, *, wants_docs: bool) -> str:
    """Generate for one family what is not fresh.

    Returns:
        What was done, on one line.
    """
    code_record = ROOT / "models" / family / "generated" / "registers.record.json"
    docs_record = ROOT / "build" / "docs" / "registers" / f"{family}.record.json"
    needs_code = not is_fresh(code_record, family)
    needs_docs = wants_docs and not is_fresh(docs_record, family)
    manual = f"; manual: {docs_record.parent.relative_to(ROOT)}/<configuration>/index.html" if wants_docs else ""
    if not (needs_code or needs_docs):
        return f"registers: {family} is up to date{manual}"
    # Only here, because loading the compiler takes longer than everything else.
    from tb.registers.generate import compile_family, emit_code, emit_manuals

    compiled = compile_family(family)
    if needs_code:
        write_record(code_record, family, emit_code(family, compiled))
    if needs_docs:
        write_record(docs_record, family, emit_manuals(compiled, docs_record.parent))
    return f"registers: {family} generated for {', '.join(config.name for config, _ in compiled)}{manual}"


if __name__ == "__main__":
    sys.exit(main())
