"""Traces of both dialects, read and played."""

from functools import cache, partial

from models.nvdla.config import CONFIGS
from models.nvdla.registers import registers
from tb.nvdla.family import FAMILY
from tb.runner.errors import UserError
from tests.fuzz.folder import NAMES, contents
from tests.fuzz.text import chance, pick
from tests.nvdla.copy_trace import copy_of_master, copy_trace
from tests.unit.nvdla.models.copies import base_of, memory

CONFIG_NAMES = ("tiny", "nv_full")
DATA = "\n".join(" ".join(f"{byte:#04x}" for byte in range(at, at + 16)) for at in range(0, 64, 16)) + "\n"
HEADERS = ("W = 8", "Data_size = 0x40", "=====", "# dump", "", "dumped memory,start_address=0x80800000 size=0x20")
MASTER = """// a layer
mem_init(pri_mem, 0x80000000, 0x100, ALL_ZERO);
mem_init ( sec_mem , 0x50000000, "data.dat", RANDOM, id_0 ) ;
mem_load(pri_mem, 0x80000000, "data.dat"); mem_reserve(pri_mem, 0x90000000, 64);
mem_release(pri_mem, 0x90000000, id_1);
reg_write(NVDLA_CDP.S_POINTER_0, 0);
reg_write(NVDLA_CFGROM.CFGROM_HW_VERSION_0,
          0x1);
reg_read_check(NVDLA_SDP.D_OP_ENABLE_0, 0x1);
reg_read(NVDLA_SDP.S_STATUS_0, id_2);
poll_reg_equal(NVDLA_CDMA.S_CBUF_FLUSH_STATUS_0,0x1);
sync_notify(NVDLA_CACC, id_0);
sync_wait(NVDLA_CMAC_A, id_0);
intr_notify(SDP_0, id_1);
intr_notify(cdma_wt_1, id_3);
check_crc(id_1, 1, 0x80000000, 0x100, 0xdeadbeef);
check_file(id_1, pri_mem, 0x80000000, 32, "data.dat");
check_nothing(id_3);
"""
MASTER_DATA = "{\n{offset:0x0, size:4, payload:0x01 0x02 0xA3 0x04} ,\n{offset:0x4, size:1, payload:0x01},\n}\n"
MASTER_WORDS = (
    "pri_mem",
    "sec_mem",
    "ALL_ZERO",
    '"data.dat"',
    "id_0",
    "id_9",
    "intr_notify(id_7);",
    "NVDLA_SDP.D_OP_ENABLE_0",
    "sync_wait(NVDLA_BDMA, copied);",
    "check_nothing(copied);",
    "mem_init(pri_mem, 0x80000000, 0x7ffffff, RANDOM);",
)
PLUSARGS = ("", "+continue_on_fail", "+read_reg_poll_retries=7", "+read_reg_poll_retries=99999999999999999999")


@cache
def words_of(name):
    """Words of the nvdlav1 dialect, for a configuration."""
    config = CONFIGS[name]
    found = [f"{0xFFFF_0000 | item.address >> 2:#x}" for block in registers(config).blocks.values() for item in block]
    ends = [f"{port.base:#x}" for port in config.ports.values()] + ["0x7fffffff", "0x80000fff", "0xfffffffffffffff0"]
    commands = [
        "write_reg",
        "read_reg",
        "wait",
        "load_mem",
        "dump_mem",
        "write_mem",
        "data.dat",
        "more.dat",
        "0x40",
        "0x10000000",
    ]
    return tuple(commands * 3 + ends * 3 + found)


@cache
def copied(name):
    """The lines of a trace."""
    config = CONFIGS[name]
    return "\n".join(copy_trace(config, base_of(config, memory(config, "CVSRAM")) + 0x40)) + "\n"


def nvdlav1_case(rng):
    """A folder of the nvdlav1 dialect."""
    config, headers = pick(rng, CONFIG_NAMES), "\n".join(pick(rng, HEADERS) for _ in range(int(rng.integers(3))))
    files = {
        "input.txn": contents(rng, copied(config), words_of(config)),
        "data.dat": contents(rng, f"{headers}\n{DATA}", ("0x1", "0x100", "Ox01", "0xff")),
    }
    if chance(rng, 0.3):
        files["plusargs.txt"] = contents(rng, pick(rng, PLUSARGS), PLUSARGS)
    if chance(rng, 0.05):
        files["one.cfg"] = contents(rng, MASTER, MASTER_WORDS)
    return pick(rng, NAMES), files, partial(played, config=config, lint=chance(rng, 0.2))


@cache
def copied_by_master(name):
    """The lines of a trace of master's dialect."""
    config = CONFIGS[name]
    return "\n".join(copy_of_master(config, base_of(config, memory(config, "CVSRAM")) + 0x40, 0)) + "\n"


def master_case(rng):
    """A folder of master's dialect."""
    config = pick(rng, CONFIG_NAMES)
    files = {
        "one.cfg": contents(rng, pick(rng, (MASTER, copied_by_master(config))), MASTER_WORDS),
        "data.dat": contents(rng, MASTER_DATA, ("offset", "size:4", "0x01")),
    }
    if chance(rng, 0.03):
        files["two.cfg\n"] = contents(rng, MASTER)
    return pick(rng, NAMES), files, partial(played, config=config, lint=chance(rng, 0.2))


def played(folder, *, config, lint):
    """What the command line would print of a folder."""
    lines = []
    try:
        for found in FAMILY.traces.player.find([folder]):
            check = FAMILY.traces.player.check(found, config)
            lines.append(f"{check.name} {check.skip}")
            if not check.skip:
                lines.append(str(FAMILY.traces.player.play_on_model(found, config, strict=False)))
            if lint:
                told = FAMILY.traces.lint(found, config)
                lines += [told.skipped, *told.broken, told.stopped]
    except UserError as error:
        lines.append(str(error))
    return lines
