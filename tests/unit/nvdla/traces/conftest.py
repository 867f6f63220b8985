"""Small trace folders of our own, written where a test may write."""

from pathlib import Path

import pytest

from sequences.nvdla.traces.find import read_trace


@pytest.fixture
def folder_of(tmp_path):
    """Writes a folder with the given files, a text or a list of lines each."""

    def write(files, name="small") -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            (folder / file).write_text(content if isinstance(content, str) else "\n".join(content) + "\n")
        return folder

    return write


@pytest.fixture
def trace_of(folder_of, config):
    """Reads a trace of the nvdlav1 dialect from lines and files."""

    def read(lines, plusargs="", **files):
        content = {"input.txn": lines, **{f"{name}.dat": text for name, text in files.items()}}
        return read_trace(folder_of(content | ({"plusargs.txt": plusargs} if plusargs else {})), config)

    return read
