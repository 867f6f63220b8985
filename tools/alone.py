"""``python -m tools.alone <name>``: a copy of the checkout in which that device family is the only one.

Nothing outside a family's folders may need them: ``make alone`` runs lint, the demonstration and the tests in the copy,
``build/alone/<name>``. Any file of another family that is used there is missed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
BAD_INPUT = 2


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Make the copy.

    Args:
        arguments: the command line behind the program's name; by default the process's own.
        root: the checkout.

    Returns:
        The exit status: 0, or 2 if there is no such family or a file cannot be read or written.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.alone", description="Copy the checkout with one family.")
    parser.add_argument("family", help="the one that stays (FAMILY)")
    family = parser.parse_args(arguments).family
    families = family_names(root)
    if family not in families:
        wrong = f"FAMILY={family}: no such family" if family else "FAMILY says which family stays"
        print(f"alone: {wrong}; choose one of {', '.join(families)}", file=sys.stderr)
        return BAD_INPUT
    copy = root / "build" / "alone" / family
    try:
        count = copy_without(set(families) - {family}, root, copy)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"alone: {error}", file=sys.stderr)
        return BAD_INPUT
    print(f"alone: {count} files, of no family but {family}, are in {copy.relative_to(root)}")
    return 0


def family_names(root: Path) -> list[str]:
    """The device families of a checkout."""
    return sorted(path.parent.name for path in root.glob("tb/*/family.py"))


def copy_without(families: set[str], root: Path, to: Path) -> int:
    """Copy what git knows of a checkout, and new files that it does not ignore.

    Args:
        families: device families whose folders are left out.
        root: the checkout.
        to: the copy; what an earlier one built stays, all else of it goes.

    Returns:
        How many files the copy has, which is a checkout for git too.

    Raises:
        OSError: a file cannot be read or written.
        subprocess.CalledProcessError: the folder is no git checkout.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    names = [name for name in sorted(set(listed.split("\0"))) if (root / name).is_file()]
    kept = [name for name in names if not families.intersection(PurePosixPath(name).parts[:-1])]
    to.mkdir(parents=True, exist_ok=True)
    for path in to.iterdir():
        if path.is_file():
            path.unlink()
        elif path.name != "build":
            shutil.rmtree(path)
    for name in kept:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, to / name)
    subprocess.run(["git", "init", "-q", str(to)], check=True)
    return len(kept)


if __name__ == "__main__":
    sys.exit(main())
