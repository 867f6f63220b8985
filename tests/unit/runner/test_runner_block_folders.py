"""What Verilator is called with for a block that has others in it."""

from tb.runner.simulators.verilator.block_folders import BlockFolders
from tb.runner.simulators.verilator.block_plan import PlannedBlock


def test_wrappers_stand_before_the_modules_that_they_stand_for(tmp_path):
    folders = BlockFolders(tmp_path, {"outer": "1", "cell": "2"})
    folders.prepare(PlannedBlock("outer", "outer", ("cell",), ("--cc", "rtl/cell.v", "rtl/outer.v")))
    words = (tmp_path / "outer-1" / "arguments.f").read_text().split()
    assert words.index(str(folders.wrapper("cell"))) < words.index("rtl/cell.v")
