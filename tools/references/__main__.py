"""Prints what leads nowhere; exit status 1 if something does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.references.checks import Tree

ROOT = Path(__file__).resolve().parents[2]


def read_tree(root: Path) -> Tree:
    """The text files of a checkout: those that git knows, and new ones that it does not ignore.

    Raises:
        subprocess.CalledProcessError: the folder is no git checkout.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    texts = {}
    for name in sorted(set(listed.split("\0")) - {""}):
        path = root / name
        content = path.read_bytes() if path.is_file() else b"\0"  # deleted, and not yet committed
        if b"\0" not in content:
            texts[name] = content.decode(errors="replace")
    return Tree(root, texts)


def main() -> int:
    """Check this checkout.

    Returns:
        The exit status: 0, or 1 if a reference leads nowhere.
    """
    tree = read_tree(ROOT)
    found = list(tree.dangling())
    for item in found:
        print(item)
    print(f"References: {len(tree.texts)} files, {len(found)} lead nowhere.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
