"""A fault in mini's RTL: what fails because of it becomes a few descriptors, a test of them, and fails as it did."""

import shutil
from pathlib import Path

import pytest

from tb.mini.family import FAMILY
from tb.regression.plan.run import Run, Setting
from tb.regression.setup import build_all
from tb.regression.shrink import setup
from tb.regression.shrink.setup import shrink_run
from tb.runner.errors import UserError
from tb.runner.progress import Progress
from tests.sim.shrink.shrinkable import BROKEN

pytestmark = [
    pytest.mark.long,
    pytest.mark.xdist_group("shrink"),
    pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed"),
]
FILE, RIGHT, WRONG = "mini_vector.sv", "above ? 8'd127", "above ? 8'd126"
MOST = 250


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """A setting with RTL that saturates wrongly."""
    folder = tmp_path_factory.mktemp("faulty")
    right = {path.name: path for path in FAMILY.design("mini64").sources}
    text = right[FILE].read_text()
    assert RIGHT in text
    (folder / FILE).write_text(text.replace(RIGHT, WRONG))
    sources = [*(right | {FILE: folder / FILE}).values()]
    attach = folder / "faulty.toml"
    attach.write_text(f'top = "mini"\nsources = [{", ".join(f"{str(path)!r}" for path in sources)}]\n')
    setting = Setting(family="mini", config="mini64", sim="icarus", memory="hdl", attach=str(attach))
    build_all([setting], Progress())
    return setting


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    """Nothing is known of what was played before."""
    monkeypatch.setattr(setup, "SHRUNK", tmp_path / "shrink")


def shrunk_of(setting, test, seed=1, most=MOST, tell=lambda _: None):
    run = Run(setting=setting, test=f"tests.sim.shrink.shrinkable.{test}", seed=seed)
    return shrink_run(run, jobs=2, most=most, tests=None, tell=tell)


def test_a_few_descriptors_are_left(faulty):
    told = []
    shrunk = shrunk_of(faulty, "SomeLayersTest", tell=told.append)
    assert shrunk.signature.startswith("wrong-data: RING descriptor # (layer #) on MEMORY")
    assert shrunk.before.layers > shrunk.after.layers
    assert shrunk.after.layers <= 3
    assert shrunk.after.registers < 12
    assert not shrunk.over
    assert told
    assert shrunk.test_run is not None
    text = shrunk.test.read_text()
    assert "class ShrunkSomeLayersTest(MiniBaseTest):" in text
    assert "Operation(opcode=Opcode.MULTIPLY_ADD, length=1," in text
    assert Path(dict(shrunk.run.knobs)["program"]).is_file()
    assert shrunk.trace is None


def test_what_knobs_announce_the_written_test_announces(faulty):
    assert f"announces = ({BROKEN!r},)" in shrunk_of(faulty, "BreakingTest").test.read_text()


def test_it_ends_at_the_bound(faulty):
    shrunk = shrunk_of(faulty, "SomeLayersTest", most=12)
    assert shrunk.over
    assert shrunk.played == 12
    assert shrunk.before.layers > shrunk.after.layers


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("SomeLayersTest", "SomeLayersTest, seed 1: passes; there is nothing to make smaller"),
        ("FickleTest", "FickleTest, seed 1: fails, and not each time in the same way: .*, then it passes"),
    ],
)
def test_what_cannot_be_made_smaller_is_said_on_one_line(test, said):
    setting = Setting(family="mini", config="mini64", sim="icarus", memory="hdl")
    build_all([setting], Progress())
    with pytest.raises(UserError, match=said) as error:
        shrunk_of(setting, test)
    assert "\n" not in str(error.value)
