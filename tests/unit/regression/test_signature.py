"""What failures have in common, and which of them are known."""

from datetime import date

import pytest

from tb.findings import Finding
from tb.regression.known import read_known, reason_of, stale
from tb.regression.signature import grouped, signature_of
from tb.regression.store.result import RunResult
from tb.runner.errors import UserError
from tests.unit.regression.made_runs import RUN, failed, runs

KNOWN = """
[[known]]
signature = "wrong-data: *"
test = "First*"
reason = "the part's own"
since = 2026-11-26
"""


def signature(*findings):
    return signature_of(failed(RUN, *findings))


def test_numbers_make_no_other_signature():
    first = Finding("wrong-data", "wrong data at 0x2c8d, destination [65]", 120.0)
    second = Finding("wrong-data", "wrong data at 0x10, destination [3]", 77.0)
    assert signature(first) == signature(second)


@pytest.mark.parametrize(
    "other",
    [
        Finding("late-data", "wrong data at 0x10"),
        Finding("wrong-data", "no data at 0x10"),
        Finding("wrong-data", "wrong data at 0x10", about="SDP"),
        Finding("wrong-data", "wrong data at 0x10", details=("so the unit that is wrong: CACC (before it ..)",)),
    ],
)
def test_another_check_text_unit_or_border_makes_one(other):
    assert signature(Finding("wrong-data", "wrong data at 0x10")) != signature(other)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("hang", "nothing moves for 5 cycles; BDMA group 0 (layer 3) has to end"),
        ("extra-interrupt", "the interrupt pin rose although BDMA group 0 (layer 3) still owes 8 of 64 bytes"),
    ],
)
def test_what_waits_behind_the_oldest_layer_makes_none(kind, said):
    more = f"{said}; BDMA group 1 (layer 4) still owes 16 of 16 bytes"
    assert signature(Finding(kind, said)) == signature(Finding(kind, more))
    assert signature(Finding("late-data", said)) != signature(Finding("late-data", more))


def test_what_left_no_finding_is_told_by_its_problem():
    assert signature_of(RunResult(run=RUN, batch="", problem="KeyError: 17\nat ..")) == "exception: KeyError: #"


def test_the_most_frequent_group_comes_first_and_in_it_the_shortest_run():
    hang = Finding("hang", "nothing moved")
    results = [failed(run, layers=9 - run.seed) for run in runs(3)] + [failed(RUN, hang)]
    first, second = grouped(results)
    assert [len(group.results) for group in (first, second)] == [3, 1]
    assert (first.shortest.run.seed, first.first_seed) == (3, 1)


def test_a_known_failure_has_a_reason_and_a_date_and_hides_nothing_else(tmp_path):
    path = tmp_path / "known.toml"
    assert read_known(path) == ()
    path.write_text(KNOWN)
    known = read_known(path)
    assert known[0].since == date(2026, 11, 26)
    mine, other = grouped([failed(RUN), failed(RUN, Finding("hang", "nothing moved"))])
    assert sorted([reason_of(mine, known), reason_of(other, known)]) == ["", "known since 2026-11-26: the part's own"]
    assert stale(known, [mine, other]) == []
    assert stale(known, []) == list(known)
    assert reason_of(grouped([failed(runs(1, test="tests.made.OtherTest")[0])])[0], known) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("known = 3", "must be tables"),
        (KNOWN.replace("2026-11-26", '"soon"'), "must be a date"),
        (KNOWN.replace("the part's own", ""), "no reason"),
        (KNOWN.replace("test =", "tset ="), "did you mean test"),
    ],
)
def test_a_list_that_is_wrong_is_refused(tmp_path, text, said):
    path = tmp_path / "known.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=said):
        read_known(path)
