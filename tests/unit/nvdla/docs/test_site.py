"""The site that `make docs` builds has every page, every class that stimulus may import, and links to every manual."""

import os
import re
import runpy
import subprocess
import sys
from itertools import chain

import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla import stimulus
from tb.nvdla import testing
from tb.runner.paths import ROOT

CONF = runpy.run_path(str(ROOT / "docs" / "conf.py"))
PAGES = [page for pages in CONF["NAVIGATION"].values() for page in pages]


def test_every_page_has_its_place_in_the_navigation():
    patterns = [f"{pattern}/*.md" if pattern.endswith("**") else pattern for pattern in CONF["include_patterns"]]
    found = chain.from_iterable(ROOT.glob(pattern) for pattern in patterns)
    there = {path.relative_to(ROOT).with_suffix("").as_posix() for path in found}
    assert sorted(PAGES) == sorted(there - {CONF["root_doc"]})


def documented(page):
    text = (ROOT / "docs" / "nvdla" / "api" / page).read_text()
    return re.findall(r"^\.\. auto(?:class|function|data|exception):: (\w+)$", text, re.MULTILINE)


def test_the_reference_has_all_that_stimulus_and_tests_import():
    names = [*documented("stimulus.md"), "CONFIGS", "NV_FULL", "Device"]
    assert sorted(names) == sorted(stimulus.__all__)
    assert sorted([*names, *documented("bench.md")]) == sorted(testing.__all__)


def test_each_configuration_has_a_link_to_its_manual():
    page = (ROOT / "docs" / "nvdla" / "registers.md").read_text()
    assert re.findall(r'"\.\./\.\./registers/(\w+)/index\.html"', page) == list(CONFIGS)


def test_make_docs_ends_with_the_page_to_open():
    lines = subprocess.run(
        ["make", "-n", "--no-print-directory", "docs"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert lines[-2].endswith("python -m sphinx -q -W --keep-going -c docs . build/docs")
    assert lines[-1] == 'echo "docs: open build/docs/index.html in a browser"'


@pytest.mark.long
def test_the_site_builds_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-c", "docs", ".", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    for page in ("index", "README", "docs/nvdla/api/stimulus", "docs/nvdla/rules"):
        text = (tmp_path / "site" / f"{page}.html").read_text()
        assert not re.findall(r'(?:src|href)="(?:https?:)?//[^"]+\.(?:js|css|woff2?)', text), page
