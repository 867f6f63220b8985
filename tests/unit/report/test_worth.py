"""Planted faults in the report: which campaign counts, what caught them, what is damaged."""

import json
from dataclasses import replace

import pytest

from tb.mutation.by_hand import write_tried
from tb.mutation.campaign.campaign import Fate
from tb.report.data import to_json
from tb.report.making import make_report
from tb.report.panels.worth import worth_of
from tb.runner.family.mutation import MutationPlan
from tb.runner.family.parts import PlanParts
from tests.unit.report.made_report import made_sources
from tests.unit.report.planted import tried, write_campaign

OLDER, NEWER = "2026-11-25T12:00:00+00:00", "2026-11-26T12:00:00+00:00"


def sources_of(folder):
    (folder / "planted.py").write_text('MadeFault(name="line-too-long")\nMadeFault(name="line-too-short")')
    sources = made_sources(folder)
    units = {"COPY": ("a.sv",), "TOP": ("top/*.sv",)}
    mutation = MutationPlan(folder=folder / "rtl", units=units, stages=lambda *_: (), equivalents=folder)
    plan = PlanParts(path=folder / "no plan.toml", planted=folder)
    return replace(sources, family=replace(sources.family, mutation=mutation, plan=plan))


def whys(sources):
    return {line.what.rpartition("/")[2]: line.why for line in sources.leave_out.all()}


def test_without_planted_faults_there_is_no_panel(tmp_path):
    assert worth_of(sources_of(tmp_path)) is None
    write_campaign(tmp_path, "others", (), others=("caught",))
    assert worth_of(sources_of(tmp_path)) is None


def test_of_each_setting_and_unit_the_newest_campaign_counts(tmp_path):
    write_campaign(tmp_path, "a", ["caught", "caught"], time=NEWER)
    write_campaign(tmp_path, "b", ["survived"], time=OLDER)
    write_campaign(tmp_path, "c", ["survived", "caught"], time=OLDER, unit="TOP")
    write_campaign(tmp_path, "d", ["clock"], time=OLDER, config="large")
    found = worth_of(sources_of(tmp_path))
    assert [setting.config for setting in found.settings] == ["small", "large"]
    assert {(one.setting, one.unit): (one.percent, one.counted) for one in found.units} == {
        (0, "COPY"): (100.0, 2),
        (0, "TOP"): (50.0, 2),
        (1, "COPY"): (0.0, 1),
    }
    assert [one.fault.fate for one in found.faults] == ["caught", "caught", "survived", "caught", "clock"]


def test_a_fault_says_what_caught_it_and_an_equivalent_one_why(tmp_path):
    write_campaign(tmp_path, "a", ["caught", "survived", "equivalent", "refused"])
    found = worth_of(sources_of(tmp_path))
    caught, survived, equivalent, _ = (one.fault for one in found.faults)
    assert (caught.checker, caught.stage, caught.test) == ("wrong-data", "quick-COPY", "tests.made.FirstTest")
    assert survived.replay == "make mutate MUTANT=2"
    assert equivalent.message == "nobody looks"
    assert found.units[0].fates == dict.fromkeys((Fate.CAUGHT, Fate.SURVIVED, Fate.EQUIVALENT, Fate.REFUSED), 1)
    assert (found.units[0].percent, found.units[0].counted) == (50.0, 2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda _: "[{}]", "damaged: "),
        (lambda text: text[:-20], "damaged: "),
        (lambda text: text.replace('"fate":"caught"', '"fate":"lost"'), "damaged: Invalid enum value 'lost'"),
        (lambda text: text.replace('"line":11', '"line":"11"'), "damaged: Expected `int`, got `str`"),
        (lambda text: text.replace('"version":1', '"version":99'), "of version 99; this is 1"),
        (lambda text: text.replace('"version":1,', ""), "without a version; this is 1"),
    ],
)
def test_what_is_damaged_or_of_another_version_is_left_out_by_name(tmp_path, change, why):
    write_campaign(tmp_path, "a", ["survived"], config="large")
    write_campaign(tmp_path, "b", ["caught"])
    write_tried("made", tried("line-too-long", "wrong-data"), tmp_path / "planted" / "tried")
    for path in (tmp_path / "mutation" / "b" / "report.json", tmp_path / "planted/tried/made/line-too-long.json"):
        text = path.read_text()
        if (changed := change(text)) != text:
            path.write_text(changed)
    sources = sources_of(tmp_path)
    found = worth_of(sources)
    assert [one.fault.fate for one in found.faults] == ["survived"]
    assert whys(sources)["report.json"].startswith(why)
    assert all(said.startswith(why) for said in whys(sources).values())


def test_faults_planted_by_hand_say_what_caught_them_and_which_were_not_tried(tmp_path):
    for name, checker in (("line-too-long", "wrong-data"), ("of-another-time", "")):
        write_tried("made", tried(name, checker), tmp_path / "planted" / "tried")
    sources = sources_of(tmp_path)
    found = worth_of(sources)
    (one,) = found.by_hand
    assert (one.unit, one.fault.checker, one.fault.test) == ("COPY", "wrong-data", "tests.made.FirstTest")
    assert found.not_tried == ("line-too-short",)
    assert whys(sources) == {"fault of-another-time": "no fault of that name is planted by hand now"}


def test_it_is_in_the_json(tmp_path):
    write_campaign(tmp_path, "a", ["caught"], message="\udc80")
    data = json.loads(to_json(make_report(sources_of(tmp_path))))["worth"]
    assert data["settings"] == [{"config": "small", "sim": "icarus", "memory": ""}]
    assert data["units"][0]["fates"] == {"caught": 1}
    assert (data["faults"][0]["setting"], data["faults"][0]["fault"]["message"]) == (0, "?")
