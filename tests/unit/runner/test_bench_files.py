"""Which files decide what tests find: what is played with others is played anew."""

from tb.runner.bench_files import bench_files
from tb.runner.family.find import family_names, load_family
from tb.runner.paths import ROOT

FILES = set(bench_files())


def test_sources_of_bench_model_stimulus_and_tests_are_among_them():
    wanted = ("models/reference.py", "sequences/host.py", "tb/runner/bench_files.py", "tests/sim/mini/random.py")
    assert {ROOT / path for path in wanted} <= FILES
    assert any(path.suffix == ".sv" for path in FILES)


def test_registers_are_among_them_by_their_description():
    """What is generated of it comes and goes with configurations that a user simulates beside a regression."""
    assert ROOT / "registers/mini/mini.rdl" in FILES
    assert not [path for path in FILES if "generated" in path.relative_to(ROOT).parts]


def test_what_only_judges_results_is_not():
    for family in map(load_family, family_names()):
        parts = (family.suites.folder, family.suites.known, family.plan.path, family.coverage.explained_holes)
        for part in parts:
            inside = {part, *part.rglob("*")}
            assert not inside & FILES, part
        assert family.coverage.explained_holes.exists()
