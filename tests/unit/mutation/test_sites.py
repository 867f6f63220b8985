"""Where faults can be planted, and which: in a toy design all of them are known."""

import pytest

from tb.mutation.faults.draw import draw
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.find import by_unit
from tb.mutation.faults.operators import KINDS
from tb.runner.design import Design
from tb.runner.errors import UserError
from tests.unit.mutation.toy import COUNTER, faults, plan


def changes(original):
    return {(item.kind, item.changed) for item in faults() if item.original == original}


def test_each_kind_of_fault_is_found():
    assert changes("enable && reset_n") == {
        ("operator", "(enable || reset_n)"),
        ("condition", "1'b1 && reset_n"),
        ("condition", "enable && 1'b1"),
        ("stuck", "1'b0"),
        ("stuck", "1'b1"),
    }
    assert changes("count == WIDTH'(STEPS)") == {
        ("operator", "(count != WIDTH'(STEPS))"),
        ("constant", "count == (WIDTH'(STEPS) + 2'sd1)"),
        ("constant", "count == (WIDTH'(STEPS) - 2'sd1)"),
        ("stuck", "1'b0"),
        ("stuck", "1'b1"),
    }
    assert changes("count <= '0;") == {("lost", ""), ("constant", "count <= '1;")}
    assert changes("go") == {("condition", "1'b1"), ("condition", "1'b0"), ("condition", "(!(go))")}


def test_what_is_in_a_function_is_found_with_its_branches():
    found = changes("next = wrap ? '0 : now + 1'b1;")
    assert ("lost", "") in found
    assert ("condition", "next = (!(wrap)) ? '0 : now + 1'b1;") in found
    assert ("constant", "next = wrap ? '1 : now + 1'b1;") in found
    assert ("operator", "next = wrap ? '0 : (now - 1'b1);") in found
    assert ("stuck", "next = (wrap ? '0 : now + 1'b1) & ~3'h4;") in found


def test_an_element_of_an_array_and_a_port_are_places():
    assert ("operator", "(spare[0] & 3'd5)") in changes("spare[0] ^ 3'd5")
    assert ("operator", "(enable || fast_last)") in changes("enable && fast_last")


def test_a_changed_operator_has_the_operands_that_it_had():
    found = changes("enable || fast[0] || fast[1]")
    assert ("operator", "((enable || fast[0]) && fast[1])") in found
    assert ("operator", "(enable && fast[0]) || fast[1]") in found


def test_constant_contexts_assertions_mere_names_and_variables_of_packages_are_none():
    originals = " | ".join(item.original for item in faults())
    for never in ("LIMIT", "$clog2", "wide_enough", "unseen", "i < 2", "i = 0", "$display", "findings"):
        assert never not in originals
    assert "clk" not in {item.original for item in faults()}


def test_a_fault_is_there_once_however_often_its_module_is():
    lost = [item for item in faults() if item.original == "count <= '0;" and item.kind == "lost"]
    assert [item.nth for item in lost] == [1]
    assert lost[0].line == COUNTER.read_text().splitlines().index("    if (!reset_n) count <= '0;") + 1


def test_the_same_seed_draws_the_same_faults_evenly():
    pools = {"ONE": faults()[::2], "TWO": faults()[1::2]}
    drawn = draw(pools, 20, 7)
    assert drawn == draw(pools, 20, 7) != draw(pools, 20, 8)
    assert [unit for unit, _ in drawn] == ["ONE"] * 10 + ["TWO"] * 10
    assert len(set(drawn)) == 20
    for unit in pools:
        assert {fault.kind for of, fault in drawn if of == unit} == set(KINDS)
    assert draw(pools, 20, 7)[:3] == draw(pools, 6, 7)[:3]


def test_a_unit_without_enough_faults_leaves_the_rest_to_others():
    drawn = draw({"FEW": faults()[:2], "MANY": faults()[2:]}, 10, 1)
    assert [unit for unit, _ in drawn].count("FEW") == 2
    assert len(drawn) == 10
    assert len(draw({"ALL": faults()}, 100_000, 1)) == len(faults())


def test_unknown_and_absent_units_are_named():
    assert list(by_unit(faults(), plan(COUNTER=("*.sv",), OTHER=("other/*.sv",)), [])) == ["COUNTER"]
    with pytest.raises(UserError, match=r"^UNITS=NONE: no such unit; choose from COUNTER, OTHER$"):
        by_unit(faults(), plan(COUNTER=("*.sv",), OTHER=("other/*.sv",)), ["NONE"])
    with pytest.raises(UserError, match=r"^UNITS=OTHER: not in this configuration; it has COUNTER$"):
        by_unit(faults(), plan(COUNTER=("*.sv",), OTHER=("other/*.sv",)), ["OTHER"])


def test_a_design_that_slang_cannot_read_is_refused(tmp_path):
    (tmp_path / "wrong.sv").write_text("module wrong; wire a = nothing; endmodule\n")
    design = Design(name="wrong", top="wrong", sources=(tmp_path / "wrong.sv",))
    with pytest.raises(UserError, match=r"wrong cannot be read.*wrong\.sv:1: use of undeclared identifier 'nothing'"):
        elaborate_correct(design)
