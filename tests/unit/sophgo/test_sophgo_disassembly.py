"""Streams and dumps as text: what is in them, and what is wrong with them."""

import pytest

from models.sophgo.config import BM1684X
from models.sophgo.config.hardware import DDR
from models.sophgo.device import SophgoDevice
from models.sophgo.rules.legal import addition, copy
from models.sophgo.words.description import Queue
from models.sophgo.words.word import END
from sequences.model_host import ModelHost
from sequences.sophgo.kernels import KernelTable, one_behind_another
from tb.cli.main import main

BASE = BM1684X.ddr_base


def tiu(cmd_id=1, after=0, **members):
    return addition(BM1684X).changed(cmd_id=cmd_id, cmd_id_dep=after, **members)


def gdma(cmd_id=1, after=0, **members):
    return copy(BM1684X).changed(cmd_id=cmd_id, cmd_id_dep=after, **members)


@pytest.fixture
def show(tmp_path, capsys):
    """Disassembles files, given by option; returns the exit status and the lines."""

    def call(*more, **files):
        words = ["disassemble", "--family", "sophgo", "--config", "bm1684x", *more]
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
            words += [f"--{name}", str(tmp_path / name)]
        status = main(words)
        said = capsys.readouterr()
        return status, said.out.splitlines() + said.err.splitlines()

    return call


def stream(*words):
    return b"".join(word.encode().tobytes() for word in words)


def test_two_streams_as_text(show):
    status, lines = show(tiu=stream(tiu(after=1), END[Queue.TIU]), gdma=stream(gdma(), END[Queue.GDMA]))
    assert status == 0
    assert [line.split(":")[0] for line in lines] == [
        "TIU  0x0000 sAR.add_saturate 1 after GDMA 1",
        "TIU  0x0040 SYS.end 0",
        "GDMA 0x0000 DMA_tensor.copy 1",
        "GDMA 0x0060 DMA_sys.end 0",
        "4 words, 0 findings",
    ]


@pytest.mark.parametrize(
    ("files", "finding"),
    [
        ({"tiu": stream(tiu())}, "BROKEN stream-ends TIU word 2: the stream is cut: 0 bytes are left"),
        (
            {"tiu": stream(tiu(5), END[Queue.TIU])},
            "BROKEN ids-in-order TIU word 1: cmd_id is 0x5: ids count words from 1",
        ),
        (
            {"tiu": stream(tiu(cmd_short=0), END[Queue.TIU])},
            "BROKEN short-forms TIU word 1: cmd_short is 0x0: long forms are not executed",
        ),
        (
            {"gdma": stream(gdma(cmd_type=9), END[Queue.GDMA])},
            "BROKEN executed-words GDMA word 1: cmd_type is 0x9: no word of GDMA on BM1684X",
        ),
        (
            {"tiu": stream(tiu(opd0_addr=1 << 30), END[Queue.TIU])},
            "BROKEN operand-in-memory TIU word 1: opd0_addr is 0x40000000: local memory has 0x1000000 bytes",
        ),
        (
            {"tiu": stream(tiu(after=1), END[Queue.TIU]), "gdma": stream(END[Queue.GDMA])},
            "BROKEN waits-end TIU word 1: cmd_id_dep is 0x1: of GDMA only 0 words end",
        ),
        (
            {"tiu": stream(tiu(), END[Queue.TIU]), "gdma": stream(gdma(), END[Queue.GDMA])},
            "RACE software race: GDMA word 1 (DMA_tensor.copy) and TIU word 1 (sAR.add_saturate)",
        ),
    ],
)
def test_what_is_wrong_is_said_on_a_line(show, files, finding):
    status, lines = show(**files)
    assert status == 1
    assert any(line.startswith(finding) for line in lines), lines


def test_one_stream_alone_waits_for_nobody(show):
    assert show(tiu=stream(tiu(after=3), END[Queue.TIU]))[0] == 0


@pytest.fixture
def dump():
    host = ModelHost(SophgoDevice(BM1684X, zeroed_memory=True))
    table = KernelTable(host, BM1684X, one_behind_another(BASE + 0x1000))
    table.add("first", tiu(after=1), gdma())
    table.add("second", gdma(7))
    return host.dump(DDR, BASE, 0x2000).tobytes()


def test_a_dump_of_memory_has_kernels_by_name(show, dump):
    status, lines = show("--table", hex(BASE + 0x1000), dump=dump)
    assert status == 1
    assert [line for line in lines if line.startswith("kernel")] == ["kernel 'first', id 1", "kernel 'second', id 2"]
    assert any(line.startswith("BROKEN ids-in-order GDMA word 1: cmd_id is 0x7") for line in lines)


def test_a_dump_that_is_cut_says_what_is_missing(show, dump):
    _, lines = show("--table", hex(BASE + 0x1000), dump=dump[:0x1440])
    (missing, *_) = [line for line in lines if line.startswith("MISSING")]
    assert missing == (
        "MISSING its stream of TIU, 80 bytes at 0x100001400, is not in the dump, which has 0x100000000 to 0x10000143f"
    )


@pytest.mark.parametrize(
    ("more", "files", "said"),
    [
        ((), {}, "error: give TIU=<file>, GDMA=<file> or both, or else DUMP=<file>"),
        (("--tiu", "nowhere"), {}, "error: nowhere: No such file or directory"),
        (("--table", "0x10"), {"dump": bytes(128)}, "error: TABLE=0x10: no entry of 64 bytes is there; the dump has"),
        (("--base", "-1"), {"dump": bytes(128)}, "error: argument --base: BASE=-1: not an address such as 0x100000000"),
    ],
)
def test_bad_input_is_said_on_a_line(show, more, files, said, capsys):
    try:
        status, lines = show(*more, **files)
    except SystemExit as error:
        status, lines = error.code, capsys.readouterr().err.splitlines()
    assert status == 2
    assert lines[-1].startswith(said)
