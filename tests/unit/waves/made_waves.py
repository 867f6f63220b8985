"""A small wave file, and a device's signals to be found in it."""

from models.memory.ports import MemoryPort
from models.memory.signals import standard_signals
from models.registers import Behaviour, Block, Field, ReadKind, Register, RegisterMap
from tb.findings import Finding
from tb.outcome.record import TestRecord
from tb.runner.attach.taps import TapLink
from tb.runner.family.waves import ShownLink, WaveParts

HEADER = """$timescale {timescale} $end
$scope module $rootio $end
$var wire 1 ! clk $end
$upscope $end
$scope module top_and_memories $end
$var wire 1 ! clk $end
$var wire 8 " addr [7:0] $end
$var wire 1 = irq $end
$var wire 2 # m_awid [1:0] $end
$var wire 1 $ m_awvalid $end
$var wire 1 % m_awready $end
$var wire 16 & m_awaddr [15:0] $end
$scope module dut $end
$var wire 8 " their_addr [7:0] $end
$scope module adder $end
$var wire 1 ' busy $end
$var real 64 ? time_spent $end
$scope module settings $end
$scope module mode $end
$var wire 2 ( kind [1:0] $end
$var wire 1 / odd $end
$upscope $end
$upscope $end
$scope module core $end
$var wire 1 ) valid $end
$var wire 8 * data [7:0] $end
$upscope $end
$scope module their_tap $end
$var wire 256 + link [255:0] $end
$var wire 1 ) valid $end
$var wire 1 , ready $end
$var wire 8 * payload [7:0] $end
$var wire 32 - layer [31:0] $end
$upscope $end
$upscope $end
$upscope $end
$scope module adder $end
$var wire 1 . busy $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
b{link} +
0!
#10
1!
"""
ADDER, LOADER = "ADDER", "LOADER"


def write_waves(path, *, timescale="1ps", link="adder_out"):
    """The wave file."""
    bits = "".join(f"{byte:08b}" for byte in link.encode())
    path.write_text(HEADER.format(timescale=timescale, link=bits.zfill(256)))
    return path


def _map():
    kind = Field("KIND", 0, 2, 0, {"PLAIN": 0, "ODD": 2})
    common = {"reset": 0, "read_mask": 7, "write_mask": 7, "behaviour": Behaviour.PLAIN, "read": ReadKind.STATIC}
    fields = {"KIND": kind, "ODD": Field("ODD", 2, 1, 0, {"NO": 0, "YES": 1})}
    mode = Register(ADDER, "MODE", 0x14, grouped=False, implemented=True, fields=fields, **common)
    return RegisterMap("made", "made", {ADDER: Block(ADDER, 0, 64, {"MODE": mode})}, {0x14: mode})


PORT = MemoryPort(
    name="RAM",
    pin_prefix="m",
    signals=standard_signals("m_"),
    base=0,
    limit=1 << 16,
    data_bytes=4,
    address_bits=16,
    id_bits=2,
    len_bits=4,
    max_burst_beats=4,
    burst_boundary_bytes=4096,
    write_align_bytes=1,
)
PARTS = WaveParts(
    bus="the bus",
    bus_pins=("addr", "no_such_pin"),
    address_pins={"addr": 4},
    interrupts=("irq",),
    clocks=("clk",),
    ports=(PORT,),
    readers={},
    writers={1: ADDER, 3: LOADER},
    registers=_map(),
    links={
        "loader_out": ShownLink(text="LOADER to ADDER", units=(LOADER, ADDER), link=TapLink({"x": 8}, whole=False)),
        "adder_out": ShownLink(
            text="ADDER to memory", units=(ADDER,), link=TapLink({"last": 1, "sum": 7}, whole=False)
        ),
    },
    unit_of=lambda finding: finding.about,
)


def record(*findings, origin_ns=0.0, passed=False, name="tests.some.SomeTest"):
    """What a test wrote about itself."""
    return TestRecord(
        name=name, passed=passed, seed=1, sim_time_ns=500.0, findings=tuple(findings), origin_ns=origin_ns
    )


def wrong(time_ns=80.0, details=(), about=ADDER):
    """An error."""
    return Finding("wrong-data", "byte 3; it differs # here", time_ns, details=tuple(details), about=about)
