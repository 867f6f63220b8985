"""Planted faults of a made family on disk: campaigns, and faults planted by hand."""

from tb.mutation.by_hand import TriedFault
from tb.mutation.campaign.stored import STORED_FILE, VERSION, StoredCampaign, StoredFault
from tb.versioned import to_versioned
from tb.whole_file import write_whole


def stored_fault(file, number, fate, **changes):
    usual = {
        "unit": "COPY",
        "file": str(file),
        "line": 10 + number,
        "kind": "operator",
        "original": "a + b",
        "changed": "a - b",
        "nth": 1,
        "number": number,
        "fate": fate,
        "checker": "wrong-data" if fate == "caught" else "",
        "message": "nobody looks" if fate == "equivalent" else "",
        "stage": "quick-COPY" if fate == "caught" else "",
        "test": "tests.made.FirstTest" if fate == "caught" else "",
        "sim_time_ns": 1000.0,
        "wall_s": 2.0,
        "cpu_s": 1.0,
        "replay": f"make mutate MUTANT={number}" if fate == "survived" else "",
    }
    return StoredFault(**(usual | changes))


def write_campaign(folder, name, fates, *, others=(), time="2026-11-26T12:00:00+00:00", config="small", **changes):
    """A campaign on faults of the family's RTL in `folder`, and on those of another one."""
    own, other = folder / "rtl" / "a.sv", "rtl_stubs/other/a.sv"
    files = [(own, fate) for fate in fates] + [(other, fate) for fate in others]
    faults = tuple(stored_fault(file, number, fate, **changes) for number, (file, fate) in enumerate(files, start=1))
    campaign = StoredCampaign(
        time=time, commit="0123456789ab", config=config, sim="icarus", memory="", seed=1, faults=faults
    )
    write_whole(folder / "mutation" / name / STORED_FILE, to_versioned(campaign, VERSION))


def tried(name, checker, **changes):
    """A fault planted by hand that this checker caught."""
    usual = {
        "name": name,
        "file": "a.sv",
        "original": "a + b",
        "changed": "a - b",
        "config": "small",
        "test": "tests.made.FirstTest",
        "checker": checker,
        "expected": "wrong-data",
        "time": "2026-11-26T12:00:00+00:00",
        "commit": "0123456789ab",
    }
    return TriedFault(**(usual | changes))
