"""What a case lays on the disk: files, and what is none."""

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.text import chance, pick, spoilt

SECRET = "words_that_stand_outside"
OUTSIDE, CASE = "outside", "case"
HUGE = 3 << 30
NAMES = ("case", "case", "case", "case", "a b", "a\nFAIL b", "a\x1b[2J", "a\udcff", "nv_small")


@dataclass
class Spot:
    """Where cases are laid out.

    Attributes:
        root: has the folder of the case, and one beside it that no case may read.
        case: the folder.
    """

    root: Path
    case: Path = field(init=False)

    def lay(self, name, files):
        """Make the folder of a case anew; contents are bytes, or a call with the path that makes something else."""
        shutil.rmtree(self.root, ignore_errors=True)
        (self.root / OUTSIDE).mkdir(parents=True)
        for file in ("data.dat", "input.txn", "plusargs.txt", "more.f", "top.v"):
            (self.root / OUTSIDE / file).write_text(f"{SECRET}\n0x01 0x02\n")
        self.case = self.root / CASE / name
        self.case.mkdir(parents=True)
        for file, content in files.items():
            path = self.case / file
            path.parent.mkdir(parents=True, exist_ok=True)
            if callable(content):
                content(path)
            else:
                path.write_bytes(content)


def odd_file(rng):
    """What may stand where a file is meant."""
    outside = f"../../{OUTSIDE}/{pick(rng, ('data.dat', 'input.txn', 'plusargs.txt', 'more.f', 'top.v', '', 'none'))}"
    targets = (outside, "/dev/zero", "/etc/passwd", "data.dat", ".", "loop", "none")
    target = pick(rng, targets)
    return pick(
        rng,
        (
            lambda path: path.symlink_to(target),
            lambda path: path.symlink_to(path.name),
            lambda path: path.mkdir(),
            os.mkfifo,
            _huge,
            lambda path: path.write_bytes(b""),
            lambda path: path.write_bytes(bytes(range(256)) * 16),
            lambda _path: None,
        ),
    )


def _huge(path):
    path.touch()
    os.truncate(path, HUGE)


def contents(rng, text, words=()):
    """A file of this text, perhaps spoilt, perhaps none."""
    return odd_file(rng) if chance(rng, 0.06) else spoilt(rng, text, words)
