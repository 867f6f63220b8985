"""Programs as data: what is loaded, where it lies, as text and as a test."""

import sys
from dataclasses import dataclass, replace
from enum import IntEnum
from types import ModuleType

import numpy as np
import pytest

from sequences.shrink.placing import moved, packed_places, regions_of
from sequences.shrink.played import footprints, in_one_play, trimmed
from sequences.shrink.program import ClashError, Data, Program, Step, loads_of
from sequences.shrink.program_file import ProgramFileError, from_text, key_of, to_text
from sequences.shrink.source import Call, SourceWriter
from sequences.shrink.written_test import WrittenTitle, written_test
from tests.unit.shrink.made_shrinking import PORT, MadeShrinking, Work, made_program

SHRINKING = MadeShrinking()
MODULE = "models.toy.descriptor"


class Opcode(IntEnum):
    LOAD, STORE = range(2)


@dataclass(frozen=True, kw_only=True)
class Operation:
    opcode: int = Opcode.LOAD
    length: int = 0
    address: int = 0


@pytest.fixture
def _of_a_family(monkeypatch):
    """The two classes stand where those of a family's descriptors do."""
    module = ModuleType(MODULE)
    monkeypatch.setitem(sys.modules, MODULE, module)
    for kind in (Opcode, Operation):
        monkeypatch.setattr(kind, "__module__", MODULE)
        setattr(module, kind.__name__, kind)


def step(address, out, data, size=4, begins=False):
    return Step(layers=(Work(address=address, out=out, size=size),), data=(Data(PORT, address, data),), begins=begins)


def test_what_an_earlier_layer_writes_is_not_loaded():
    play = [step(0, 8, b"abcd"), step(6, 20, b"uvwx")]
    loads = loads_of([footprints(SHRINKING, one) for one in play])
    assert loads == (Data(PORT, 0, b"abcd"), Data(PORT, 6, b"uv"))


def test_two_layers_that_read_different_bytes_are_no_play():
    steps = (step(0, 8, b"abcd"), step(2, 20, b"cdef"), step(2, 30, b"CDEF"))
    with pytest.raises(ClashError, match="input: another layer reads other bytes there"):
        loads_of([footprints(SHRINKING, one) for one in steps])
    program = in_one_play(SHRINKING, Program(steps=steps))
    assert [one.begins for one in program.steps] == [True, False, True]


def test_only_bytes_that_are_read_are_kept():
    program = Program(steps=(step(2, 100, b"abcdefgh"),))
    assert trimmed(SHRINKING, program).steps[0].data == (Data(PORT, 2, b"abcd"),)


def test_regions_that_overlap_move_together():
    program = Program(steps=(step(0x9000, 0x5000, b"abcd"), step(0x5002, 0x7000, b"uvwx")))
    regions = regions_of(SHRINKING, program)
    assert [(region.begin, region.end) for region in regions] == [(0x9000, 0x9004), (0x5000, 0x5006), (0x7000, 0x7004)]
    there = moved(program, packed_places(SHRINKING, regions))
    assert [(layer.address, layer.out) for one in there.steps for layer in one.layers] == [
        (0, 0x1000),
        (0x1002, 0x2000),
    ]
    assert [one.data for one in there.steps] == [(Data(PORT, 0, b"abcd"),), (Data(PORT, 0x1002, b"uvwx"),)]


@pytest.mark.usefixtures("_of_a_family")
def test_a_program_comes_back_from_its_text():
    layer = Operation(opcode=Opcode.STORE, length=3, address=1 << 39)
    program = Program(
        steps=(Step(layers=(layer,), data=(Data(PORT, 5, bytes(range(256))),), begins=True),),
        announces=("some-rule",),
        way="wild",
        profile="fast",
    )
    assert from_text(to_text(program)) == program
    assert key_of(program) != key_of(replace(program, way=""))


@pytest.mark.parametrize(
    "text", ["", "[]", '{"steps": 3}', '{"steps": [{"layers": [{"kind": "os.system", "items": "x"}]}]}']
)
def test_what_is_no_program_is_said(text):
    with pytest.raises(ProgramFileError, match="no program"):
        from_text(text)


@pytest.mark.usefixtures("_of_a_family")
def test_members_are_written_that_are_not_as_they_are_by_themselves():
    writer = SourceWriter()
    assert writer.text(Operation(opcode=Opcode.STORE, length=3)) == "Operation(opcode=Opcode.STORE, length=3)"
    assert writer.imports == {MODULE: {"Operation", "Opcode"}}


@pytest.mark.usefixtures("_of_a_family")
def test_a_call_is_written_where_it_makes_the_same():
    def short(value):
        if not isinstance(value, Operation) or value.address:
            return None
        members = {"opcode": value.opcode, "name": "it"}
        return Call(module=MODULE, name="Operation", text="Operation.of", first=("bench.config",), members=members)

    writer = SourceWriter(short)
    assert writer.text((Operation(opcode=Opcode.STORE), Operation(address=8))) == (
        '(Operation.of(bench.config, opcode=Opcode.STORE, name="it"), Operation(opcode=Opcode.LOAD, address=8))'
    )
    assert writer.lines(Operation(), " " * 80) == [
        f"{' ' * 80}{line}"
        for line in ("Operation.of(", "    bench.config,", "    opcode=Opcode.LOAD,", '    name="it",', ")")
    ]
    assert writer.imports == {MODULE: {"Operation", "Opcode"}}


def test_a_long_title_is_wrapped():
    title = WrittenTitle(name="LongTest", text=("It fails with", "a reason " * 40))
    text = written_test(SHRINKING, made_program(1), title)
    assert max(map(len, text.splitlines())) <= 120
    assert " ".join(text.split()).count("a reason") == 40


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (bytes(500), 1),
        (b"\7" * 500, 1),
        (bytes(499) + b"\1", 3),
        (bytes(range(200)), 8),
    ],
)
def test_bytes_are_written_briefly_and_right(data, lines):
    class Host:
        def load(self, port, address, loaded):
            self.loaded = (port, address, bytes(loaded))

    class Bench:
        host = Host()

    text = list(SourceWriter().load(Data(PORT, 0x123, data), ""))
    assert len(text) == lines
    exec("\n".join(text), {"bench": Bench, "np": np})
    assert Bench.host.loaded == (PORT, 0x123, data)


def test_made_programs_differ():
    assert made_program(3) != made_program(3, seed=2)
