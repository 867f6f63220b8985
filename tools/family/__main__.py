"""Makes a family, and says what to do next."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.family.copying import copy_family
from tools.family.names import RefusedError

ROOT = Path(__file__).resolve().parents[2]
NEXT = """\
family: {name} is there, {count} files: {folders}
        pyproject.toml lists it and says who may import it; its rows are in docs/where.md
next:   make registers
        .venv/bin/python -m pytest tests/unit/{name}
        make sim FAMILY={name}
        then make it yours, a room at a time: docs/your_npu.md, from step 2 on"""


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Make a family.

    Args:
        arguments: the command line behind the program's name; by default the process's own.
        root: the checkout.

    Returns:
        The exit status: 0, or 2 if the name does not serve, there is nothing to copy, or a file cannot be written.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tools.family", description="Begin a device family as a copy of the worked example."
    )
    parser.add_argument("name", help="what the family is called (NAME)")
    name = parser.parse_args(arguments).name
    try:
        made = copy_family(name, root)
    except RefusedError as error:
        print(f"family: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"family: {place}{error.strerror or error}; nothing was made", file=sys.stderr)
        return 2
    print(NEXT.format(name=name, count=sum(made.values()), folders=", ".join(made)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
