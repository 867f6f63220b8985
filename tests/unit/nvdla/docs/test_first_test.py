"""The examples of docs/first_test.md are code that runs, and its failing run is a real one."""

import ast
import re
import shutil
import subprocess
import sys

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tb.runner.paths import ROOT

TEXT = (ROOT / "docs" / "first_test.md").read_text()
PYTHON = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
OUTPUT = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
EXAMPLES = (ROOT / "tests" / "sim" / "nvdla" / "first.py").read_text()
BROKEN, RIGHT, WRONG = "nvdla_rbk_buffer.sv", "BEAT_BYTES; i++) if (i <= pixels)", "BEAT_BYTES; i++) if (i < pixels)"


def imported(text):
    """Modules, and names out of modules."""
    found = [item for item in ast.parse(text).body if isinstance(item, ast.Import | ast.ImportFrom)]
    return {(getattr(item, "module", None), name.name, name.asname) for item in found for name in item.names}


def test_the_tests_shown_are_those_that_are_run():
    shown = [text.partition("@pyuvm.test()") for text in PYTHON if "@pyuvm.test()" in text]
    assert len(shown) == 5
    assert all(decorator + text in EXAMPLES for _, decorator, text in shown)
    assert all(imported(imports) <= imported(EXAMPLES) for imports, _, _ in shown)


def test_the_first_file_shown_is_complete(tmp_path):
    (first,) = [text for text in PYTHON if "@pyuvm.test()" in text and text.startswith("import")]
    (tmp_path / "first.py").write_text(f'"""As shown."""\n\n{first}')
    done = subprocess.run([sys.executable, "-m", "ruff", "check", "--select=F", "first.py"], cwd=tmp_path, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("alone", [text for text in PYTHON if "make_bench" in text], ids=["image", "copy"])
def test_the_model_alone_runs_as_it_is_shown(alone):
    done = subprocess.run([sys.executable, "-c", alone], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_failing_run_is_a_real_one(tmp_path):
    if shutil.which("iverilog") is None:
        pytest.skip("Icarus Verilog is not installed")
    design, sources = behavioural(NV_FULL), []
    for source in design.sources:
        sources.append(source)
        if source.name == BROKEN:
            sources[-1] = tmp_path / BROKEN
            text = source.read_text()
            assert text.count(RIGHT) == 1
            sources[-1].write_text(text.replace(RIGHT, WRONG))
    attachment = tmp_path / "broken.toml"
    defines = ", ".join(f'{name} = "{value}"' for name, value in design.defines.items())
    attachment.write_text(f'top = "NV_nvdla"\nsources = {[str(path) for path in sources]!r}\ndefines = {{{defines}}}\n')
    words = ["sim", "--sim", "icarus", "--seed", "22", "--test", "FirstLayersTest", "--attach", str(attachment)]
    words += ["--self-check", "off"]  # whoever changes our RTL in place, as the page does, has none
    done = subprocess.run([sys.executable, "-m", "tb", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    said = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
    (wanted,) = OUTPUT
    assert [line for line in wanted.splitlines() if line.rstrip() not in said] == []
