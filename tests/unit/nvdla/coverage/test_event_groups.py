"""Registers, groups, interrupts, units together and broken rules, on the reference device alone."""

import pytest

from models.events import InterruptEdge, RegisterAccess, Reset
from models.nvdla.config import CONFIGS
from models.nvdla.groups import GROUPS
from sequences.nvdla.bdma import directed as bdma
from sequences.nvdla.conv.directed import plain
from sequences.nvdla.firmware.slots import launch
from sequences.nvdla.interrupts import orders
from sequences.nvdla.programs.random import ProgramKnobs, random_programs
from sequences.nvdla.registers import running, sweep
from sequences.nvdla.rubik import directed as rubik
from sequences.nvdla.rubik import extents as rubik_extents
from tb.nvdla.coverage import state
from tests.unit.nvdla.coverage.conftest import Covered


def test_groups_in_turn_cover_no_order_out_of_turn(covered):
    group = covered.play(rubik.every_mode).group("rbk groups")
    assert group.hits("first after reset") == {"0"}
    assert group.hits("enable order") == {"0 then 1", "1 then 0"}
    assert group.hits("other group enabled") == {"no"}
    assert group.hits("tried with an enabled group") == set()
    assert group.hits("status 0 x status 1") == {"IDLE x IDLE"}


def test_a_group_enabled_while_the_other_one_runs(covered):
    group = covered.play(rubik.rubik_back_to_back).group("rbk groups")
    assert group.hits("enabled x other group enabled") == {"0 x no", "1 x yes"}
    assert group.hit("prepared while the other group is enabled", "yes")
    assert group.hit("producer moved while", "one enabled")


def test_groups_out_of_turn_and_what_is_tried_with_them(covered):
    group = covered.play(rubik_extents.same_group_twice).group("rbk groups")
    assert group.hits("enable order") == {f"{one} then {two}" for one in GROUPS for two in GROUPS}
    assert group.hits("first after reset") == {"1"}
    assert group.labels("tried with an enabled group") == group.hits("tried with an enabled group")
    assert "IDLE x PENDING" in group.hits("status 0 x status 1")
    assert group.hits("start order") == {"0 then 1", "1 then 0"}


def test_statuses_as_they_are_read(covered):
    """Without time the reference reads idle wherever it may: these are told by hand."""
    block = covered.bench.registers.RBK
    told = [
        (block.S_STATUS, block.S_STATUS.encode(STATUS_0="RUNNING", STATUS_1="PENDING")),
        (block.S_POINTER, block.S_POINTER.encode(PRODUCER=0, CONSUMER=1)),
        (block.D_OP_ENABLE, block.D_OP_ENABLE.encode(OP_EN="ENABLE")),
    ]
    for register, word in told:
        covered.collector.notify(RegisterAccess(register.address, word, write=False))
    group = covered.group("rbk groups")
    assert group.hits("status 0 x status 1") == {"RUNNING x PENDING"}
    assert group.hits("producer read x consumer read") == {"0 x 1"}
    assert group.hits("op-enable read x of group") == {"1 x 0"}


def test_a_running_group_is_disturbed(covered):
    group = covered.play(running.disturb_running_group).group("rbk groups")
    assert group.hits("tried with an enabled group") == {"layer register", "disable"}
    assert group.hits("enabled group") == {"0", "1"}


def test_units_alone_and_together(covered):
    alone = Covered(covered.bench.config).play(bdma.every_route).play(rubik.every_mode).group("together")
    assert alone.hits("start") == alone.hits("shared port") == alone.hits("end") == set()
    assert alone.hits("BDMA layers x RBK layers") == {"0 x 1", "1 x 0"}
    group = covered.play(random_programs, 40, ProgramKnobs(kinds=("BDMA", "RBK"))).group("together")
    assert group.hits("start") == {"BDMA while RBK runs", "RBK while BDMA runs"}
    assert group.hits("BDMA layers x RBK layers") == group.labels("BDMA layers x RBK layers") - {"0 x 0"}
    assert group.hits("reset cuts off") == set()


def test_a_reset_cuts_off_what_runs_then(covered):
    async def start(bench):
        await rubik_extents.start_rubik(bench, 0, _shape(bench))

    covered.play(start)
    covered.collector.notify(Reset())
    assert covered.group("together").hits("reset cuts off") == {"RBK"}


def _shape(bench):
    sides = rubik_extents.two_sides(bench.config)
    return rubik_extents.RubikShape(mode="SPLIT", source=sides[0], destination=sides[1])


def test_layers_alone_set_and_clear_and_nothing_else(covered):
    group = covered.play(bdma.every_route).group("interrupts")
    assert group.hits("raised by a layer") == {"BDMA_DONE_STATUS0", "BDMA_DONE_STATUS1"}
    assert group.hits("set by software") == group.hits("mask by software") == set()
    assert group.hits("act x next act") == {"layer x clear", "clear x layer"}
    assert group.hits("read together") == set()


def test_each_act_after_each(covered):
    group = covered.play(orders.every_act_after_each).play(orders.clear_nothing).group("interrupts")
    assert group.hits("act x next act") == group.labels("act x next act") - {"mask x mask", "unmask x unmask"}
    assert group.hits("raised while") == {"masked", "not masked"}
    assert group.hits("bits in one clear") == {"0", "3 and more"}


@pytest.mark.parametrize(
    ("act", "rises", "falls"), [("set", {"set"}, set()), ("unmask", {"unmask"}, set()), ("clear", {"layer"}, {"clear"})]
)
def test_what_moves_the_pin(covered, act, rises, falls):
    """The reference has no pin: its edges are told by hand."""
    glb = covered.bench.registers.GLB

    async def move(bench):
        bits = glb.S_INTR_STATUS.write_mask
        if act == "clear":
            covered.collector.notify(InterruptEdge(1))
            await bench.host.write(glb.S_INTR_STATUS, bits)
            covered.collector.notify(InterruptEdge(0))
            return
        if act == "unmask":
            await bench.host.write(glb.S_INTR_MASK, bits)
            await bench.host.write(glb.S_INTR_SET, bits)
            await bench.host.write(glb.S_INTR_MASK, 0)
        else:
            await bench.host.write(glb.S_INTR_SET, bits)
        covered.collector.notify(InterruptEdge(1))

    group = covered.play(move).group("interrupts")
    assert group.hits("pin rises by") == rises
    assert group.hits("pin falls by") == falls


def test_registers_read_and_written(covered):
    group = covered.play(sweep.read_all).group("registers")
    assert group.hits("RBK read") == group.labels("RBK read")
    assert group.hits("RBK write") == {"S_POINTER"}, "to reach the other group"
    assert group.hits("where") == {"a register"}
    assert group.hits("counter x counted") == {label for label in group.labels("counter x counted") if "x 0" in label}


def test_the_idle_flag_of_a_memory_interface_with_and_without_layers(covered):
    async def look(bench):
        await bench.host.read(bench.registers.MCIF.STATUS)
        await rubik_extents.start_rubik(bench, 0, _shape(bench))
        for word in (0, bench.registers.MCIF.STATUS.encode(IDLE="YES")):
            covered.collector.notify(RegisterAccess(bench.registers.MCIF.STATUS.address, word, write=False))

    group = covered.play(look).group("registers")
    assert {"some x no", "some x yes"} <= group.hits("layers at idle x MCIF idle")
    assert len(group.hits("layers at idle x MCIF idle")) == 3, "it was looked at once without a layer"


def test_accesses_where_no_register_is(covered):
    group = covered.play(sweep.unmapped).group("registers")
    assert group.hit("where", "none there")
    assert group.hit("access x next access x next register", "read x write x none there")


@pytest.mark.parametrize(
    ("config", "fields", "bits"),
    [
        (
            "nv_full",
            {"BDMA": 17, "RBK": 25, "CDMA": 73, "CSC": 39, "SDP": 87},
            {"BDMA": 293, "RBK": 405, "CDMA": 833, "CSC": 309, "SDP": 796},
        )
    ],
)
def test_the_fields_that_toggle_are_those_of_the_public_list(config, fields, bits):
    """Its bits more: CONSUMER, which software cannot write, and what docs/coverage.md says of CDMA, CSC and SDP."""
    counts = {item.counts.group.name: item.counts for item in Covered(CONFIGS[config]).collector.samplers}["toggles"]
    for block in fields:
        mine = [point for point in counts.group.coverpoints if point.name.startswith(f"{block}.")]
        assert len(mine) == fields[block]
        assert sum(len(point.labels) for point in mine) == 2 * bits[block]


def test_bits_that_are_written_toggle_and_their_neighbours_do_not(covered):
    register = covered.bench.registers.BDMA.CFG_LINE

    async def write(bench):
        for word in (5, 1):
            await bench.host.write(register, word)

    group = covered.play(write).group("toggles")
    assert group.hits("BDMA.CFG_LINE.SIZE") == {"0 up", "2 up", "2 down"}
    assert group.hits("BDMA.CFG_LINE_REPEAT.NUMBER") == set()


def test_writes_to_an_enabled_group_toggle_nothing(covered):
    async def disturb(bench):
        await rubik_extents.start_rubik(bench, 0, _shape(bench))
        await bench.host.write(bench.registers.RBK.D_DATAIN_SIZE_0, bench.registers.RBK.D_DATAIN_SIZE_0.write_mask)

    group = covered.play(disturb).group("toggles")
    assert group.hits("RBK.D_DATAIN_SIZE_0.DATAIN_WIDTH") == set()
    assert group.hits("RBK.D_OP_ENABLE.OP_EN") == {"0 up"}


def test_the_sweep_of_registers_toggles_every_bit_that_it_may(covered):
    group = covered.play(sweep.bit_bash).group("toggles")
    field = covered.bench.registers.RBK.D_DAIN_ADDR_HIGH.DAIN_ADDR_HIGH
    assert len(group.hits("RBK.D_DAIN_ADDR_HIGH.DAIN_ADDR_HIGH")) == 2 * field.width
    assert group.hits("BDMA.CFG_LAUNCH0.GRP0_LAUNCH") == set()


def test_a_broken_rule_by_its_name(covered):
    async def empty(bench):
        await launch(bench, 1)

    group = covered.play(empty).group("rules")
    assert group.hits("Bdma rule broken") == {"bdma-empty-launch"}
    assert group.hits("Rubik rule broken") == set()


def test_what_a_configuration_lacks_is_no_bin():
    groups = {
        sampler.counts.group.name: sampler.counts.group for sampler in Covered(CONFIGS["nv_small"]).collector.samplers
    }
    assert not {"bdma", "rubik", "rbk groups", "port CVSRAM"} & set(groups)
    streams = next(point for point in groups["port DBB"].coverpoints if point.name == "stream")
    assert streams.labels == ("CDMA_DAT", "CDMA_WT", "CDP", "PDP", "SDP", "SDP_B", "SDP_N")
    by_mode = next(item for item in groups["conv modes"].crosses if item.name == "mode x weights compressed")
    assert by_mode.ignored_labels == {"cube x yes"}  # without compression too, an image without it is a bin
    tiny = {sampler.counts.group.name for sampler in Covered(CONFIGS["tiny"]).collector.samplers}
    assert {"bdma", "port DBB"} <= tiny
    assert "port CVSRAM" not in tiny


def test_each_layer_is_checked_once_however_many_groups_look_at_it(covered, monkeypatch):
    checked = []
    monkeypatch.setattr(state, "check_layer", lambda descriptor, *_: checked.append(descriptor) or [])
    started = []
    covered.host.device.listeners.append(lambda happened: started.extend(happened.started))
    covered.play(plain.two_of_each_precision)
    assert {id(descriptor) for descriptor in checked} == {id(layer.descriptor) for layer in started}
    assert len(checked) == len(started)
