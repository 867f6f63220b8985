"""The import contract against circles covers everything, and finds one wherever the import stands."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tb.runner.paths import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
(CONTRACT,) = [contract for contract in SETTINGS["contracts"] if contract["type"] == "acyclic_siblings"]


def test_every_package_is_held_against_it():
    assert CONTRACT["ancestors"] == SETTINGS["root_packages"]


@pytest.fixture
def circles(tmp_path):
    """Writes a package `pack` with these modules, and returns what the contract says of it; empty if it is kept."""

    def look(texts):
        for name, text in {"__init__": "", **texts}.items():
            path = tmp_path / "pack" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            (path.parent / "__init__.py").touch()
            path.write_text(text)
        options = "\n".join(f"{key} = {value!r}" for key, value in (CONTRACT | {"ancestors": ["pack"]}).items())
        config = tmp_path / "circles.toml"
        config.write_text(
            f'[tool.importlinter]\nroot_packages = ["pack"]\n\n[[tool.importlinter.contracts]]\n{options}\n'
        )
        command = [str(Path(sys.executable).parent / "lint-imports"), "--config", str(config), "--no-cache"]
        env = os.environ | {"PYTHONPATH": str(tmp_path)}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert "1 kept, 0 broken" in done.stdout or "0 kept, 1 broken" in done.stdout, done.stdout + done.stderr
        return done.stdout.partition("No cycles are allowed in")[2]

    return look


@pytest.mark.parametrize(
    "closing",
    [
        "import pack.one",
        "from pack.one import x",
        "from pack import one",
        "def late():\n    import pack.one",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pack.one import X",
    ],
)
def test_a_circle_of_modules_is_found(circles, closing):
    found = circles({"one": "import pack.two", "two": "from pack import three", "three": closing})
    assert found.startswith(" pack.")
    assert "removing 1 dependency" in found


def test_a_circle_of_folders_is_found(circles):
    assert circles({"a/one": "import pack.b.two", "a/three": "", "b/two": "import pack.a.three"}).startswith(" pack.")


def test_a_module_that_two_others_import_is_no_circle(circles):
    assert circles({"one": "import pack.two, pack.three", "two": "import pack.three", "three": "import os"}) == ""
