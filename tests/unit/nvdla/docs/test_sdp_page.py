"""The examples of docs/sdp_layers.md are code that runs, and its steps are those that there are."""

import re
import subprocess
import sys

from sequences.nvdla.post_processing import steps
from tb.runner.paths import ROOT

TEXT = (ROOT / "docs" / "sdp_layers.md").read_text()
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_example_runs_as_it_is_shown():
    done = subprocess.run([sys.executable, "-c", EXAMPLE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_step_is_listed():
    made = [name for name, item in vars(steps).items() if getattr(item, "__module__", "") == steps.__name__]
    table = TEXT.partition("| step |")[2].partition("\n\n")[0]
    for name in made:
        if name != steps.Step.__name__ and not name.startswith("_"):
            assert f"`{name}(" in table, name
