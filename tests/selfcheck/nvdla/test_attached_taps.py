"""RTL that is attached names its own signals: its report names the unit as that of ours does."""

import json
from dataclasses import replace

import pytest

from models.nvdla.config import find_config
from tb.findings import Severity
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.find import find_faults
from tb.mutation.faults.plant import plant
from tb.nvdla.borders.tap_links import tap_links
from tb.nvdla.design import behavioural
from tb.nvdla.pins import nvdla_pins
from tb.runner.attach.attached import read_attached
from tb.runner.errors import UserError
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.jobs.run import TAPS_FOLDER
from tb.taps import read_taps
from tests.nvdla.designs import answered
from tests.selfcheck.nvdla.planted.borders import FAULTS, find_planted
from tests.simulation import need_simulator, play

CONFIG, MODULE = "tiny", "tests.sim.nvdla.borders.border_cases"
TAPS = """
[taps.pdp_write]
valid = "units.g_pdp.pdp.out_valid"
ready = "units.g_pdp.pdp.out_ready"
done = "units.g_pdp.pdp.layer_done"
data = ["units.g_pdp.pdp.write_data[63:32]", "units.g_pdp.pdp.write_data[31:0]"]

[taps.rdma_cdp]
valid = "units.g_cdp.cdp.rdma_atom_valid"
ready = "units.g_cdp.cdp.rdma_atom_ready"
done = "units.g_cdp_rdma.cdp_rdma.layer_done"
atom = "units.g_cdp.cdp.rdma_atom[63:0]"

[taps.rdma_cdp_cube]
valid = "units.g_cdp.cdp.rdma_cube_valid"
ready = "units.g_cdp.cdp.rdma_cube_ready"
done = "units.g_cdp_rdma.cdp_rdma.layer_done"
width = "units.g_cdp.cdp.rdma_cube[38:26]"
height = "units.g_cdp.cdp.rdma_cube[25:13]"
channel = "units.g_cdp.cdp.rdma_cube[12:0]"

[taps.cdp_write]
valid = "units.g_cdp.cdp.out_valid"
ready = "units.g_cdp.cdp.out_ready"
done = "units.g_cdp.cdp.layer_done"
data = "units.g_cdp.cdp.write_data"
"""
NAMED = {"CDP": "CDP (before it CDP_RDMA to CDP, sizes", "PDP": "PDP or PDP_RDMA (between them nothing is looked at"}
"""What the report says of a fault in a unit."""


@pytest.fixture(scope="module")
def attach_file(tmp_path_factory):
    """Our RTL with faults, of which a simulation chooses one, as a file describes it that names some links."""
    folder = tmp_path_factory.mktemp("attached")
    design = behavioural(find_config(CONFIG))
    found = find_faults(elaborate_correct(design))
    design = plant(design, {n: find_planted(found, fault) for n, fault in enumerate(FAULTS, start=1)}, folder / "rtl")
    (folder / "steps.v").write_text("`timescale 10ps / 1ps\nmodule of_another_step; endmodule\n")
    design = replace(design, sources=(folder / "steps.v", *design.sources))
    lines = [f"top = {json.dumps(design.top)}"]
    lines += [f"{key} = {json.dumps([*map(str, getattr(design, key))])}" for key in ("sources", "includes", "waivers")]
    lines += ["[defines]", *(f"{name} = {json.dumps(value)}" for name, value in design.defines.items())]
    path = folder / "mine.toml"
    path.write_text("\n".join(lines) + TAPS)
    return path


def attached(path):
    hardware = find_config(CONFIG)
    return read_attached(path, nvdla_pins(hardware), path.parent / "build", links=tap_links(hardware))


@pytest.mark.parametrize("sim", ["icarus", pytest.param("verilator", marks=pytest.mark.long)])
@pytest.mark.parametrize("unit", ["CDP", pytest.param("PDP", marks=pytest.mark.long)])
def test_attached_rtl_names_the_unit(attach_file, sim, unit):
    need_simulator("verilator")
    design = answered("hdl", CONFIG, attached(attach_file).design(attach_file.parent / "build", taps=True))
    number, fault = next((n, fault) for n, fault in enumerate(FAULTS, start=1) if fault.unit == unit)
    more = {"env": {CONFIG_VARIABLE: CONFIG}, "plusargs": (f"+mutant={number}",), "taps": True}
    result = play(design, MODULE, sim, test_filter=rf"\.{fault.test}$", **more)
    (record,) = result.records
    taps = read_taps(result.job.run_dir / TAPS_FOLDER).values()
    last_ns = max(int(tap.time[-1]) for tap in taps if len(tap.time))
    assert record.origin_ns < last_ns <= record.origin_ns + record.sim_time_ns
    details = [line for finding in record.findings if finding.severity is Severity.ERROR for line in finding.details]
    assert any(line.startswith("first border that differs: ") and f"({fault.border})" in line for line in details)
    assert any(line.startswith(f"so the unit that is wrong: {NAMED[unit]}") for line in details), details


def test_without_taps_the_design_is_as_it_was(attach_file):
    rtl = attached(attach_file)
    assert rtl.design(attach_file.parent / "build").top == rtl.attachment.design.top


def test_what_is_wrong_with_links_is_told_at_once(attach_file):
    text = attach_file.read_text()
    path = attach_file.with_name("wrong.toml")
    text = text.replace("[taps.pdp_write]", "[taps.pdp_writes]").replace("atom = ", "atoms = ")
    path.write_text(text + '[taps.cdma_cbuf_data]\nvalid = "a"\ndone = "b"\nentry = "c"\n')
    with pytest.raises(UserError) as caught:
        attached(path)
    for part in (
        "taps.pdp_writes: there is no such link; did you mean pdp_write?",
        "taps.rdma_cdp.atoms: unknown key; allowed are valid, ready, done and layer_end (1 bits), atom (64 bits)",
        "taps.rdma_cdp: without layer_end, atom; it needs one or more of",
        "taps.cdma_cbuf_data: without atoms, data; it needs all of entry",
    ):
        assert part in str(caught.value)


def test_taps_that_nobody_names_are_told(attach_file):
    path = attach_file.with_name("none.toml")
    path.write_text(attach_file.read_text().partition("[taps.")[0])
    with pytest.raises(UserError, match=r"none\.toml names no signals between units; see docs/attach\.md"):
        attached(path).design(attach_file.parent / "build", taps=True)
