"""What faults are tried on: a build that hangs on the faults alone, and what does not compile is written down."""

import pytest

from tb.mutation.campaign import prepare as module
from tb.mutation.campaign.campaign import Fate
from tb.mutation.campaign.prepare import prepare
from tb.runner.errors import UserError
from tb.runner.progress import Progress
from tests.unit.mutation.toy import campaign


@pytest.fixture
def built(monkeypatch):
    """The texts of the designs that were built; a word in one of them that no simulator likes."""
    texts, disliked = [], []

    def build(design, *_, **__):
        text = "".join(path.read_text() for path in design.sources)
        if any(word in text for word in disliked):
            raise UserError("syntax error")
        texts.append(text)

    monkeypatch.setattr(module, "build", build)
    return texts, disliked


def test_the_build_does_not_hang_on_the_list_of_equivalent_faults(built, tmp_path):
    texts, _ = built
    prepare(campaign(tmp_path), Progress())
    faults = {number: item.fault for number, item in campaign(tmp_path).drawn.items()}
    prepare(campaign(tmp_path, equivalents={faults[2]: "never"}), Progress())
    assert len(set(texts)) == 1
    assert "selected == 2)" in texts[0]


def test_what_the_simulator_refuses_is_left_out_for_good(built, tmp_path):
    texts, disliked = built
    disliked.append("selected == 4)")
    one = campaign(tmp_path)
    prepare(one, Progress())
    assert {number: outcome.fate for number, outcome in one.outcomes().items()} == {4: Fate.REFUSED}
    assert "selected == 5)" in texts[-1]
    texts.clear()
    prepare(one, Progress())
    assert len(set(texts)) == 1


def test_a_design_that_does_not_compile_without_a_fault_is_an_error(built, tmp_path):
    built[1].append("module")
    with pytest.raises(UserError, match="syntax error"):
        prepare(campaign(tmp_path), Progress())
