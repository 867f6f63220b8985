"""Nothing that is half made is ever taken for the whole, whoever was killed and however full the disk was."""

import errno
import json
import resource
import zipfile
from pathlib import Path

import numpy as np
import pytest

from sequences.recording import RecordedLoad
from sequences.traces.find import find_folders
from sequences.traces.source import TraceError
from sequences.traces.txn.reader import COMMANDS_FILE
from sequences.traces.txn.space import TraceSpace
from sequences.traces.txn.writer import write_trace
from tb.registers import __main__ as registers_command
from tb.runner.cache import COMPLETE
from tb.runner.jobs.vectors import unpack_vectors
from tb.whole_file import append_line, write_whole
from tests.made_devices import made_map
from tests.sim.memory.axi_test_port import PORT

FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def full_disk(monkeypatch):
    """From now on half of each text is written, and no room is left for the rest."""

    def fill():
        real = Path.write_text

        def write_text(path, text, **settings):
            real(path, text[: len(text) // 2], **settings)
            raise FULL

        monkeypatch.setattr(Path, "write_text", write_text)

    return fill


def test_what_was_there_stays_where_there_is_no_room(tmp_path, full_disk):
    write_whole(tmp_path / "a", "before")
    full_disk()
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "a", "what comes after")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "before")]


def test_a_line_is_added_whole_or_not_at_all(tmp_path):
    append_line(tmp_path / "a", "one")
    append_line(tmp_path / "a", "two")
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            append_line(tmp_path / "a", "three")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert (tmp_path / "a").read_text() == "one\ntwo\n"
    append_line(tmp_path / "a", "anew", anew=True)
    assert (tmp_path / "a").read_text() == "anew\n"


@pytest.fixture
def archive(tmp_path):
    (tmp_path / "archives").mkdir()
    with zipfile.ZipFile(tmp_path / "archives" / "layer.zip", "w") as packed:
        packed.writestr("input.txn", "load_mem 0x0 0x1 load.dat\n")
        packed.writestr("load.dat", "0x01\n")
    return tmp_path / "archives"


def test_half_unpacked_vectors_are_unpacked_anew(archive, tmp_path, monkeypatch):
    real = zipfile.ZipFile.extract

    def extract_one(packed, target):
        real(packed, "input.txn", target)
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(zipfile.ZipFile, "extractall", extract_one)
        with pytest.raises(KeyboardInterrupt):
            list(unpack_vectors(archive, tmp_path / "unpacked"))
    assert not (tmp_path / "unpacked" / "layer" / COMPLETE).exists()
    (folder,) = unpack_vectors(archive, tmp_path / "unpacked")
    assert (folder / "load.dat").read_text() == "0x01\n"
    (folder / "load.dat").write_text("kept")
    list(unpack_vectors(archive, tmp_path / "unpacked"))
    assert (folder / "load.dat").read_text() == "kept"


def find_traces(folder):
    return find_folders([folder], COMMANDS_FILE.__eq__, COMMANDS_FILE)


def test_a_trace_that_could_not_be_written_whole_is_none(tmp_path, monkeypatch):
    load = RecordedLoad(PORT.name, PORT.base, np.arange(64, dtype=np.uint8))
    space = TraceSpace(registers=made_map("toy"), ports={PORT.name: PORT}, word_bits=10)
    write_trace(tmp_path / "layer", [load], [], space, "whole")
    assert find_traces(tmp_path)

    def full(*_):
        raise FULL

    monkeypatch.setattr("sequences.traces.txn.writer._write_data", full)
    with pytest.raises(OSError, match="No space"):
        write_trace(tmp_path / "layer", [load], [], space, "half")
    with pytest.raises(TraceError, match="no trace in it"):
        find_traces(tmp_path)


def test_registers_that_could_not_be_written_are_generated_again(tmp_path, monkeypatch, capsys):
    record = tmp_path / "models" / "toy" / "generated" / "registers.record.json"
    record.parent.mkdir(parents=True)
    record.write_text(json.dumps({"digest": "as it was", "files": []}))
    monkeypatch.setattr(registers_command, "ROOT", tmp_path)
    monkeypatch.setattr(registers_command, "families", lambda: ["toy"])
    monkeypatch.setattr(registers_command, "is_fresh", lambda *_: False)  # a file was lost: the digest is as it was

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device", "toy.json")

    monkeypatch.setattr("tb.registers.generate.compile_family", lambda *_: [])
    monkeypatch.setattr("tb.registers.generate.emit_code", full)
    assert registers_command.main([]) == 2
    assert not record.exists()
    text = "registers: error: toy.json: No space left on device; make room on that disk, then run it again\n"
    assert capsys.readouterr().err == text
