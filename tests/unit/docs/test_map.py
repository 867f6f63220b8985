"""A map of the repository that is wrong or has gaps is caught."""

import pytest

from tools.references.map import Map

FILES = {
    "registers/chip/chip.rdl": "addrmap chip",
    "models/numbers/round.py": "def half_away(): ...",
    "models/chip/copy/stage.py": "class CopyStage: ...",
    "models/chip/pool/stage.py": "class PoolStage: ...",
    "models/chip/pool/line.py": "class PoolLine: ...",
    "sequences/chip/copy/random.py": "KNOBS, LEAST = 1, 2\ndef draw(): ...",
    "sequences/chip/pool/random.py": "KNOBS: int = 1\n    async def draw(): ...",
    "rtl_stubs/chip/pool_pkg.sv": "package pool_pkg;\n  function automatic logic [3:0] pooled(input logic a);",
    "tests/unit/test_round.py": "def test_half(): ...",
}
PAGE = """# Map

`<unit>` is `copy` or `pool`: the folders that have `models/chip/<unit>/stage.py`.

| question | place |
|---|---|
| What does a unit compute? | `models/chip/<unit>/stage.py` |
| How are numbers rounded? | `half_away` in `models/numbers/round.py` |

| question | place |
|---|---|
| What is drawn? | `KNOBS` and `draw` in `sequences/chip/<unit>/random.py` |
| Who tests it? | [tests](tests), in `tests/unit/` |
| Who pools? | `pool_pkg`, `pooled` in `rtl_stubs/chip/pool_pkg.sv` |

| folder | what |
|---|---|
| none | a table of its own |
"""


def wrong(page=PAGE, **more):
    return list(Map(page, {**FILES, **{name.replace("__", "/") + ".py": text for name, text in more.items()}}).wrong())


def test_a_true_map_has_nothing_wrong():
    assert wrong() == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("`models/chip/<unit>/stage.py` |", "somewhere |", (7, "no place answers 'What does a unit compute?'")),
        ("`models/chip/<unit>/stage.py` |", "`make test` |", (7, "no place answers 'What does a unit compute?'")),
        (
            "`models/chip/<unit>/stage.py` |",
            "`models/chip/<unit>/line.py` |",
            (7, "there is no models/chip/copy/line.py"),
        ),
        ("`half_away`", "`half_even`", (8, "models/numbers/round.py does not define half_even")),
        ("`KNOBS` and", "`SEEDS` and", (12, "sequences/chip/copy/random.py does not define SEEDS")),
        ("and `draw`", "and `draw_all`", (12, "sequences/chip/copy/random.py does not define draw_all")),
        ("`pooled`", "`automatic`", (14, "rtl_stubs/chip/pool_pkg.sv does not define automatic")),
        ("[tests](tests), in `tests/unit/` |", "somewhere |", (13, "no place answers 'Who tests it?'")),
        ("`copy` or `pool`", "`pool`", (3, "models/chip/copy is not among the units")),
        ("`half_away` in `models/numbers/round.py`", "`models/chip/`", (1, "models/numbers/ is not mentioned")),
        (", in `tests/unit/`", "", (1, "tests/unit/ is not mentioned")),
    ],
)
def test_what_is_wrong_is_said(old, new, said):
    assert said in wrong(PAGE.replace(old, new))


def test_a_name_that_a_file_only_uses_is_not_there():
    assert wrong(models__numbers__round="from models.numbers.half import half_away\nx = half_away(1)") == [
        (8, "models/numbers/round.py does not define half_away")
    ]


def test_any_page_is_right_about_what_is_in_a_file():
    assert wrong("`half_away` in `models/numbers/round.py`") == []
    assert wrong("\n`half_even`\nin `models/numbers/round.py`") == [
        (2, "models/numbers/round.py does not define half_even")
    ]


def test_a_new_folder_must_be_mentioned():
    assert wrong(models__memory__image="x") == [(1, "models/memory/ is not mentioned")]
    assert wrong(sequences__chip__programs__random="x") == [(1, "sequences/chip/programs/ is not mentioned")]


def test_a_new_unit_must_be_among_the_units():
    assert (3, "models/chip/sum is not among the units") in wrong(models__chip__sum__stage="x")
