"""Files of jobs that the command line names."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.memory.sparse import Bytes
from models.user_file import read_user_file
from tb.runner.errors import UserError, system_error

MOST_BYTES = 1 << 26


def bytes_of(name: str, path: str, usage: str) -> Bytes:
    """The bytes of a file.

    Args:
        name: of the variable that names it.
        path: where it is.
        usage: what to write if nothing is given.

    Raises:
        UserError: it is not given, or cannot be read.
    """
    if not path:
        raise UserError(f"no {name} given; {usage}")
    try:
        return np.frombuffer(read_user_file(Path(path), MOST_BYTES), np.uint8)
    except OSError as error:
        raise UserError(system_error(error)) from error
