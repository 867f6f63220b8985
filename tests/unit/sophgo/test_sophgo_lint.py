"""The lint of traces: kernels in a memory image break rules, told with the line of the launch."""

import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.config.hardware import DDR
from models.sophgo.device import SophgoDevice
from models.sophgo.registers import registers
from models.sophgo.rules.legal import addition, copy
from sequences.model_host import ModelHost
from sequences.sophgo.kernels import KernelTable, one_behind_another
from tb.cli.main import main

IMAGE_BYTES = 0x1000


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def lint(request, tmp_path, capsys):
    """Writes a trace that launches a kernel of words, and lints it; returns the exit status and the lines."""
    config = request.param

    def call(*makes):
        host = ModelHost(SophgoDevice(config, zeroed_memory=True))
        table = KernelTable(host, config, one_behind_another(config.ddr_base + 0x400))
        table.add("kernel", *(make(config) for make in makes))
        image = host.dump(DDR, config.ddr_base, IMAGE_BYTES).tobytes()
        (tmp_path / "ddr.dat").write_text(" ".join(f"{byte:#04x}" for byte in image) + "\n")
        mailbox = registers(config).MAILBOX
        base = config.ddr_base + 0x400
        writes = [(mailbox.TABLE_LOW, base & 0xFFFF_FFFF), (mailbox.TABLE_HIGH, base >> 32), (mailbox.TABLE_SIZE, 1)]
        writes.append((mailbox.LAUNCH, mailbox.LAUNCH.encode(KERNEL=1, NOTIFY=1)))
        lines = [f"load_mem {config.ddr_base:#x} {IMAGE_BYTES:#x} ddr.dat"]
        lines += [f"write_reg {register.address // 4:#x} {data:#x}" for register, data in writes]
        (tmp_path / "input.txn").write_text("\n".join([*lines, "wait", ""]))
        status = main(["lint-program", "--family", "sophgo", "--config", config.name, str(tmp_path)])
        return status, capsys.readouterr().out.splitlines()

    return call


def test_a_legal_kernel_breaks_nothing(lint):
    status, lines = lint(lambda config: copy(config).changed(cmd_id=1))
    assert (status, lines[-1]) == (0, "1 programs, 0 rules broken")


def test_an_illegal_word_is_told_with_its_launch(lint):
    status, (line, *_) = lint(lambda config: copy(config).changed(cmd_id=1, dst_start_addr_l32=config.local_base + 4))
    assert status == 1
    assert "operand-aligned" in line
    assert "input.txn:5: GDMA word 1: dst_start_addr is 0x8000004: a multiple of" in line


def test_a_queue_that_stops_is_told_too(lint):
    status, lines = lint(lambda config: addition(config).changed(cmd_id=9))
    assert status == 1
    assert any("ids-in-order" in line and "TIU word 1: cmd_id is 0x9: ids count words from 1" in line for line in lines)
