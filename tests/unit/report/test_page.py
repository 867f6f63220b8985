"""The page as a file: self-contained, and nothing in the data can run."""

import base64
import gzip
import hashlib
import json
import re

from markupsafe import escape

from tb.findings import Finding
from tb.report.making import make_report, write_report
from tb.report.page.tabs import TABS
from tests.unit.regression.made_runs import failed, runs
from tests.unit.report.made_report import made_sources, write_regression

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"


def written(tmp_path):
    folder = write_regression(tmp_path, *(failed(run, Finding("wrong-data", EVIL)) for run in runs(2)))
    return write_report(make_report(made_sources(tmp_path, folder)), tmp_path / "report")


def test_its_data_are_those_of_the_json(tmp_path):
    files = written(tmp_path)
    packed = re.search(r'<script type="application/octet-stream" id="data">([^<]*)</script>', files.page.read_text())
    assert json.loads(gzip.decompress(base64.b64decode(packed[1]))) == json.loads(files.data.read_text())


def test_only_its_own_script_may_run_and_nothing_may_be_asked_for(tmp_path):
    text = written(tmp_path).page.read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1].replace("&#39;", "'")
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)[1]
    own = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{own}';")
    assert EVIL not in text
    assert text.count("<script") == 2
    assert not re.findall(
        r"""(?:src|href)=["'](?!#)|@import|url\(|innerHTML|insertAdjacentHTML|document\.write""", text
    )


def test_each_panel_has_a_tab_and_an_empty_one_says_what_would_fill_it(tmp_path):
    files = written(tmp_path)
    report, text = json.loads(files.data.read_text()), files.page.read_text()
    assert {tab.name for tab in TABS} == set(report) - {"version", "made", "left_out"}
    for tab in TABS:
        assert f'<a href="#{tab.name}"' in text
        assert escape(tab.empty) in text
