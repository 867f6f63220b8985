"""The example of docs/pooling_layers.md is code that runs, and its tables have all that users can set."""

import re
import subprocess
import sys
from dataclasses import fields

from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.pdp.layers import Pool
from tb.runner.paths import ROOT

TEXT = (ROOT / "docs" / "pooling_layers.md").read_text()
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def listed(name):
    table = TEXT.partition(f"| `{name}` |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_the_example_runs_as_it_is_shown():
    done = subprocess.run([sys.executable, "-c", EXAMPLE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_all_that_can_be_set_is_listed():
    assert listed("Pool") == [item.name for item in fields(Pool)]
    assert listed("CdpLayer") == [item.name for item in fields(CdpLayer) if item.name not in ("x", "y")]
