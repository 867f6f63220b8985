"""Functional coverage as UCIS XML, which coverage tools exchange: Unified Coverage Interoperability Standard 1.0.

Of the standard's form (its chapter on XML) it takes covergroups: an instance for each hardware configuration, in it the
groups with coverpoints, crosses and bins. Bins that cannot be hit are ``ignore``; why bins were not hit is an attribute
of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from tb.coverage.bins import Bins, Ranges
from tb.coverage.covergroup import Covergroup, Cross, Item
from tb.report.bins.attribution import NOBODY
from tb.report.data import Made
from tb.report.exports.xml_document import document_of, without_zone
from tb.report.panels.covered_items import NO_BIN, ItemCoverage
from tb.report.panels.functional import ConfigCoverage, Functional
from tb.runner.errors import printable
from tb.runner.paths import shown

VERSION = "1.0"
TOOL = {"vendorId": "npuvm", "vendorTool": "npuvm", "toolCategory": "UCIS:Simulator", "ucisVersion": VERSION}
USED, IGNORED = "bins", "ignore"
PLACE = {"file": "1", "line": "1", "inlineCount": "1"}
WITHIN = {"range", "contents", "index"}
"""Elements that stand on the line of their bin."""
GroupsOf = Callable[[str], Sequence[Covergroup]]


def ucis_of(functional: Functional, groups_of: GroupsOf, made: Made, family: str) -> str:
    """The document.

    Args:
        functional: what was covered.
        groups_of: the covergroups of a configuration.
        made: when the report was made.
        family: the device family.
    """
    time = without_zone(made.time)
    root = Element("UCIS", ucisVersion=VERSION, writtenBy="npuvm", writtenTime=time)
    SubElement(root, "sourceFiles", fileName=_source(groups_of, family), id="1")
    for number, test in enumerate(functional.tests):
        node = SubElement(root, "historyNodes", TOOL, historyNodeId=str(number), logicalName=printable(test))
        node.attrib.update(testStatus="true", date=time, vendorToolVersion=made.commit or "unknown")
    for number, config in enumerate(functional.configs):
        _add_config(root, number, config, groups_of(config.config), family)
    for element in root.iter():
        element.tail = "" if element.tag in WITHIN else "\n"
    return document_of(root)


def _source(groups_of: GroupsOf, family: str) -> str:
    """The file that lists the groups, as far as it can be told."""
    code = getattr(groups_of, "__code__", None)
    return shown(Path(code.co_filename)) if code else family


def _add_config(root: Element, number: int, config: ConfigCoverage, groups: Sequence[Covergroup], family: str) -> None:
    name = printable(Path(config.config).stem)
    instance = SubElement(root, "instanceCoverages", name=name, key=str(number), instanceId=str(number))
    instance.set("moduleName", family)
    SubElement(instance, "id", PLACE)
    coverage = SubElement(instance, "covergroupCoverage")
    for at, (group, covered) in enumerate(zip(groups, config.groups, strict=True)):
        own = _group(coverage, at, group.name, family)
        for place, (item, found) in enumerate(zip(group.items, covered.items, strict=True)):
            _add_item(own, place, item, _bins(item, found, config.reasons))


def _group(coverage: Element, number: int, name: str, family: str) -> Element:
    own = SubElement(coverage, "cgInstance", name=printable(name), key=str(number))
    SubElement(own, "options")
    place = SubElement(own, "cgId", cgName=printable(name), moduleName=family)
    SubElement(place, "cginstSourceId", PLACE)
    SubElement(place, "cgSourceId", PLACE)
    return own


@dataclass(frozen=True, slots=True)
class _Bin:
    """A bin.

    Attributes:
        names: its element's attributes.
        hits: how often it was hit.
        reason: why it was not; empty if there is no reason.
    """

    names: dict[str, str]
    hits: int
    reason: str


def _bins(item: Item, found: ItemCoverage, reasons: Sequence[str]) -> Iterator[_Bin]:
    """All bins, and the combinations that a cross ignores."""
    numbers = found.reasons or (NOBODY,) * len(item.labels)
    impossible = {hole.reason for hole in found.holes if hole.impossible}
    for at, (label, hits, reason) in enumerate(zip(item.labels, found.rows.hits.tolist(), numbers, strict=True)):
        kind = IGNORED if hits == NO_BIN or reason in impossible else USED
        names = {"name": printable(label), "key": str(at), "type": kind}
        yield _Bin(names, max(hits, 0), "" if reason == NOBODY else printable(reasons[reason]))


def _add_item(group: Element, number: int, item: Item, bins: Iterator[_Bin]) -> None:
    names = {"name": printable(item.name), "key": str(number)}
    if isinstance(item, Cross):
        element = SubElement(group, "cross", names)
        SubElement(element, "options")
        for point in item.coverpoints:
            SubElement(element, "crossExpr").text = printable(point.name)
        places = product(*(range(len(point.labels)) for point in item.coverpoints))
        for one, indices in zip(bins, places, strict=True):
            own = SubElement(element, "crossBin", one.names)
            for index in indices:
                SubElement(own, "index").text = str(index)
            SubElement(own, "contents", coverageCount=str(one.hits))
            _add_reason(own, one)
        return
    element = SubElement(group, "coverpoint", names)
    SubElement(element, "options")
    for one, (low, high) in zip(bins, _borders(item.bins), strict=True):
        own = SubElement(element, "coverpointBin", one.names)
        values = SubElement(own, "range", {"from": str(low), "to": str(high)})
        SubElement(values, "contents", coverageCount=str(one.hits))
        _add_reason(own, one)


def _borders(bins: Bins) -> list[tuple[int, int]]:
    """The values of each bin; a name has its number."""
    lows = bins.lows if isinstance(bins, Ranges) else range(len(bins.labels))
    highs = bins.highs if isinstance(bins, Ranges) else lows
    return list(zip(lows, highs, strict=True))


def _add_reason(element: Element, one: _Bin) -> None:
    if one.reason:
        SubElement(element, "userAttr", key="reason", type="str").text = one.reason
