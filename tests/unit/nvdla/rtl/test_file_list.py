import re
from pathlib import Path

import pytest

from models.nvdla.config import CONFIGS, NV_FULL
from tb.nvdla.pins import nvdla_pins
from tb.registers.compile import compile_description
from tb.registers.generate import rtl_texts
from tb.registers.sources import description
from tb.runner.paths import ROOT

FOLDER = ROOT / "rtl_stubs" / "nvdla"
SHARED = FOLDER.parent / "debug"


def written():
    """The files that are not generated, of the folder and of what families share."""
    return [path for path in (*FOLDER.rglob("*.sv"), *SHARED.glob("*.sv")) if "generated" not in path.parts]


def listed():
    return [Path(line) for line in (FOLDER / "behavioural.f").read_text().split()]


@pytest.fixture(scope="module", params=CONFIGS)
def generated(request):
    config = CONFIGS[request.param]
    (compiled,) = compile_description(description("nvdla"), "nvdla", [config])
    return rtl_texts("nvdla", config, compiled)


def test_every_written_file_is_listed_once():
    there = (*written(), *FOLDER.glob("*.vlt"), *SHARED.glob("*.vlt"))
    paths = (FOLDER / path for path in listed() if path.parts[0] != "generated")
    assert sorted(path.resolve() for path in paths) == sorted(path.resolve() for path in there)


def test_the_generated_files_are_listed_in_the_emitters_order(generated):
    names = [path.name for path in listed() if path.parent == Path("generated") / "$CONFIG"]
    assert names == list(generated)


def test_a_file_holds_one_module_or_package_of_its_name():
    for path in written():
        assert re.findall(r"^(?:module|package) (\w+)", path.read_text(), re.MULTILINE) == [path.stem]


def test_a_package_stands_before_what_uses_it(generated):
    texts = generated | {path.name: path.read_text() for path in written()}
    seen = set()
    for path in listed():
        used = set(re.findall(r"(\w+_pkg)::", texts.get(path.name, "")))
        assert used <= seen, path
        seen.add(path.stem)


def test_every_link_type_is_a_port_of_some_unit():
    links = re.findall(r"^  } (\w+_t);", (FOLDER / "link" / "nvdla_link_pkg.sv").read_text(), re.MULTILINE)
    ports = {name for path in written() for name in re.findall(r"(?:input|output) +(\w+_t)\b", path.read_text())}
    assert set(links) <= ports


def test_the_top_has_the_parts_pins():
    header = (FOLDER / "top" / "NV_nvdla.sv").read_text().split(");")[0]
    names = re.findall(r"^  (?:input|output) .*?(\w+),?$", header, re.MULTILINE)
    assert sorted(names) == sorted(pin.name for pin in nvdla_pins(NV_FULL))
