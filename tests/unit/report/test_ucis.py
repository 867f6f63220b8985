"""Functional coverage as UCIS XML: its counts, and that the schema and a reader of others take it."""

import io
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tb.coverage.bins import each, names, ranges
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.packed import pack
from tb.report.exports.ucis import ucis_of
from tb.report.making import make_report
from tb.runner.family.parts import CoverageParts
from tests.unit.regression.made_runs import RUN, passed
from tests.unit.report.made_report import made_sources, write_regression

STEERING = "b<&>\x1b"
EXPLAINED = """\
[[hole]]
group = "layers"
item = "mode"
bins = ["odd"]
reason = "there is <no> such mode"
impossible = true

[[hole]]
group = "layers"
item = "size"
bins = ["9-40"]
reason = "too slow"
"""


def groups(_config):
    points = [
        Coverpoint("size", ranges([(1, 1), (2, 8), (9, 40)]), lambda sample: sample),
        Coverpoint("mode", names("plain", "odd"), lambda sample: sample),
    ]
    never = cross("size", "mode", ignore_bins=lambda size, mode: size == "1" and mode == "odd")
    other = Coverpoint("kind", each((0, 1), ("a", STEERING)), lambda sample: sample)
    return Covergroup("layers", points, [never]), Covergroup("others", [other])


@pytest.fixture
def document(tmp_path):
    """A run that hit size 2 twice, once with a mode, in one configuration."""
    layers, others = map(Counts, groups(""))
    layers.sample({"size": 5, "mode": "plain"})
    layers.sample({"size": 2})
    others.sample({"kind": 1})
    result = passed(RUN)
    hits = {counts.group.name: pack(counts) for counts in (layers, others)}
    result = replace(result, record=replace(result.record, hits=hits))
    sources = made_sources(tmp_path, write_regression(tmp_path / "smoke-1", result))
    (tmp_path / "explained.toml").write_text(EXPLAINED)
    parts = CoverageParts(groups=groups, explained_holes=tmp_path / "explained.toml")
    report = make_report(replace(sources, family=replace(sources.family, coverage=parts)))
    return ucis_of(report.functional, groups, report.made, "made")


def items_of(document):
    """By group and item the elements of bins."""
    root = ElementTree.fromstring(document)
    return {
        (group.get("name"), item.get("name")): list(item.iter(f"{item.tag}Bin"))
        for group in root.iter("cgInstance")
        for item in group
        if item.tag in ("coverpoint", "cross")
    }


def counts_of(bins):
    return {one.get("name"): (one.get("type"), int(next(one.iter("contents")).get("coverageCount"))) for one in bins}


def test_bins_have_their_counts_values_and_kinds(document):
    items = items_of(document)
    assert counts_of(items["layers", "size"]) == {"1": ("bins", 0), "2-8": ("bins", 2), "9-40": ("bins", 0)}
    borders = [(one.get("from"), one.get("to")) for bin_ in items["layers", "size"] for one in bin_.iter("range")]
    assert borders == [("1", "1"), ("2", "8"), ("9", "40")]
    assert counts_of(items["layers", "mode"]) == {"plain": ("bins", 1), "odd": ("ignore", 0)}
    assert counts_of(items["others", "kind"]) == {"a": ("bins", 0), r"b<&>\x1b": ("bins", 1)}
    crossed = counts_of(items["layers", "size x mode"])
    assert (crossed["1 x odd"], crossed["2-8 x plain"], crossed["9-40 x odd"]) == (
        ("ignore", 0),
        ("bins", 1),
        ("bins", 0),
    )
    indices = [[one.text for one in bin_.iter("index")] for bin_ in items["layers", "size x mode"]]
    assert indices == [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"], ["2", "0"], ["2", "1"]]


def test_reasons_stand_at_the_bins(document):
    items = items_of(document)
    reasons = {
        (item, one.get("name")): attribute.text
        for (_, item), bins in items.items()
        for one in bins
        for attribute in one.iter("userAttr")
    }
    assert reasons == {("mode", "odd"): "there is <no> such mode", ("size", "9-40"): "too slow"}


def test_tests_and_configurations_are_named(document):
    root = ElementTree.fromstring(document)
    assert [node.get("logicalName") for node in root.iter("historyNodes")] == ["tests.made.FirstTest"]
    assert [one.get("name") for one in root.iter("instanceCoverages")] == ["small"]
    assert root.find("sourceFiles").get("fileName") == "tests/unit/report/test_ucis.py"


def test_a_line_is_a_bin(document):
    lines = document.splitlines()
    assert sum(line.startswith(("<coverpointBin", "<crossBin")) for line in lines) == 3 + 2 + 6 + 2


@pytest.fixture
def read():
    """The reader of PyUCIS, which holds a document against the schema first."""
    return pytest.importorskip("ucis.xml.xml_factory", reason="make setup-ucis installs it").XmlFactory.read


def test_the_schema_takes_it_and_its_reader_finds_the_same_counts(document, read):
    from ucis.cover_type_t import CoverTypeT
    from ucis.scope_type_t import ScopeTypeT

    database = read(io.StringIO(document.partition("\n")[2]))
    (instance,) = database.scopes(ScopeTypeT.INSTANCE)
    assert instance.getScopeName() == "small"
    found = {
        (group.getScopeName(), item.getScopeName()): {
            one.getName(): one.getCoverData().data for one in item.coverItems(CoverTypeT.CVGBIN | CoverTypeT.IGNOREBIN)
        }
        for group in instance.scopes(ScopeTypeT.COVERGROUP)
        for item in group.scopes(ScopeTypeT.COVERPOINT | ScopeTypeT.CROSS)
    }
    wanted = items_of(document)
    assert found == {name: {label: count for label, (_, count) in counts_of(wanted[name]).items()} for name in wanted}


@pytest.mark.parametrize(
    ("change", "into"), [(' coverageCount="2"', ""), ('type="ignore"', 'type="never"'), ("<options />\n", "")]
)
def test_the_schema_sees_what_is_wrong(document, read, change, into):
    from lxml.etree import DocumentInvalid

    assert change in document
    with pytest.raises(DocumentInvalid):
        read(io.StringIO(document.partition("\n")[2].replace(change, into, 1)))
