"""What is cited and linked is there, and the check says so where it is not.

In the texts of this file ``@`` stands for the suffix of a page: the check reads this file too.
"""

import subprocess

import pytest

from tools.references.__main__ import ROOT, read_tree
from tools.references.checks import Tree

PINS = """# Pins

## CSB

```text
## not a heading
[not a link](nowhere@)
```

## Memory ports and `ids`
## CSB
"""
FILES = {"docs/part/pins@": PINS, "tb/agent.py": '"""An agent."""\n', "README@": "# Read me\n"}


@pytest.fixture
def check(tmp_path):
    """What is said of a repository with one page, one module, one README and another file."""

    def check(file, text):
        files = {name.replace("@", ".md"): words.replace("@", ".md") for name, words in {**FILES, file: text}.items()}
        for name, words in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(words)
        return [str(item) for item in Tree(tmp_path, files).dangling()]

    return check


def test_this_repository_has_no_dangling_reference():
    assert [str(item) for item in read_tree(ROOT).dangling()] == []


@pytest.mark.parametrize(
    "text",
    [
        "see docs/part/pins@, 'CSB' and 'Memory ports and ids'; more in docs/part/pins@",
        "see ``docs/part/pins@``, 'Memory\n# ports and ids'",
        "pins@ and README@ say more",
    ],
)
def test_citations_that_lead_somewhere(check, text):
    assert not check("tb/monitor.py", f"# {text}\n")


def test_links_and_paths_that_lead_somewhere(check):
    assert not check("docs/more@", "[a](part/pins@#csb-1) [b](../README@) [c](https://x.org/y) [d](#e)\n# E\n")
    assert not check("docs/more@", "`tb/agent.py` `agent.py` `tb/` `tb/<unit>.py` `pins@` `input.txn` `a/b`\n")


@pytest.mark.parametrize(
    "text",
    [
        "see docs/part/pins@, 'CBS'",
        "see ``docs/part/pins@``, 'CBS'",
        "see docs/part/pins@,\n# 'CBS'",
        "see docs/part/pins@, 'CSB' and 'CBS'",
        "see docs/part/pins@, 'not a heading'",
    ],
)
def test_a_heading_that_is_not_there(check, text):
    (said,) = check("tb/monitor.py", f"# {text}\n")
    assert said.startswith("tb/monitor.py:1: docs/part/pins@ has no heading '".replace("@", ".md"))
    assert said.endswith("'; it has Pins, CSB, Memory ports and ids, CSB")


@pytest.mark.parametrize("page", ["docs/part/pin@", "pin@", "docs/architecture@"])
def test_a_page_that_is_not_there(check, page):
    (said,) = check("tb/monitor.py", f"\n# {page}\n")
    assert said.startswith("tb/monitor.py:2: no such page: ")


@pytest.mark.parametrize("file", ["docs/more@", "tb/monitor.py"])
def test_a_cited_page_that_is_not_there(check, file):
    (said,) = check(file, "as docs/pin@, 'CSB' says\n")
    assert ":1: no such page: docs/pin" in said


@pytest.mark.parametrize("file", ["tb/monitor.py", "docs/more@", "tb/chip.sv"])
@pytest.mark.parametrize(
    "text", ["{}acts/numbers", "../{}hared/x", "{}esign rule 4", "{}esign, 'Overlap'", "{}esign 'X'"]
)
def test_what_readers_do_not_have(check, file, text):
    letter = {"a": "f", "h": "s", "e": "d"}[text.partition("{}")[2][0]]
    (said,) = check(file, f"// {text.format(letter)}\n")
    assert "which is not in the repository" in said


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("part/pin@", "no such file"),
        ("part/pins@#cvsram", "no such heading; there are csb, csb-1, memory-ports-and-ids, pins"),
        ("#csb", "no such heading; there are more"),
    ],
)
def test_a_link_that_leads_nowhere(check, link, said):
    assert check("docs/more@", f"# More\n[here]({link})\n") == [
        f"docs/more@:2: link to {link}: {said}".replace("@", ".md")
    ]


@pytest.mark.parametrize("path", ["tb/agents.py", "tb/driver/", "tb/<unit>/agent.py", "agents.py", "docs/pin@"])
def test_a_path_that_is_not_there(check, path):
    (said,) = check("docs/more@", f"# More\nIn `{path}`.\n")
    assert said == f"docs/more@:2: no such file or folder: {path}".replace("@", ".md")


def test_a_path_in_a_picture(check):
    assert not check("docs/flow.svg", "<svg><text x='1'>tb/agent.py</text><text>tb/ and more</text></svg>")
    assert check("docs/flow.svg", "<svg>\n<text x='1'>tb/agents.py</text></svg>") == [
        "docs/flow.svg:2: no such file or folder: tb/agents.py"
    ]


def test_make_lint_runs_it():
    said = subprocess.run(["make", "-n", "lint"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "-m tools.references" in said


@pytest.mark.parametrize("there", [False, True])
def test_what_leads_to_a_family_that_is_not_there_is_not_followed(tmp_path, there):
    page = "[a](chip/a@#b) [b](mini/b@) `docs/chip/x.py` `gone.py` `docs/gone.py` docs/chip/a@, 'Heading'\n"
    page += "`docs/<family>/x.py`\n"
    files = {"docs/page@": page, "pyproject.toml": '[tool.npuvm]\nfamilies = ["chip", "mini"]\n', "docs/mini/a@": ""}
    files |= {"docs/chip/other@": ""} if there else {}
    texts = {name.replace("@", ".md"): text.replace("@", ".md") for name, text in files.items()}
    found = {item.message.replace(".md", "@") for item in Tree(tmp_path, texts).dangling()}
    always = {"link to mini/b@: no such file", "no such file or folder: docs/gone.py"}
    more = {f"no such file or folder: {path}" for path in ("docs/chip/x.py", "docs/<family>/x.py", "gone.py")}
    more |= {"link to chip/a@#b: no such file", "no such page: docs/chip/a@; write it or cite another one"}
    assert found == always | (more if there else set())
