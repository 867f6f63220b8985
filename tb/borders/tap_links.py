"""The links that an attach file may name: between units, as borders have them, and to memory interfaces."""

from __future__ import annotations

from collections.abc import Iterable

from tb.borders.carriers.streams import MemoryStream
from tb.borders.comparison.border import Border
from tb.borders.payload import widths_of
from tb.runner.attach.taps import TapLink


def links_of(borders: Iterable[Border]) -> dict[str, TapLink]:
    """The links of borders by their names; what is gathered from several transfers is needed whole."""
    return {border.tap: TapLink(widths_of(border.payload), whole=border.gather is not None) for border in borders}


def links_of_streams(streams: Iterable[MemoryStream]) -> dict[str, TapLink]:
    """What streams exchange with the memory interfaces, by the names of their taps."""
    found = dict[str, TapLink]()
    for stream in streams:
        form, port = stream.form, stream.port
        notice = {"notice": form.notice_bits} if form.notice_bits else {}
        line = {**notice, "address": port.address_bits, "count": form.count_bits}
        members = {"lines": line, "words": {"data": 8 * port.data_bytes}, "done": notice}
        for kind, tap in stream.taps.items():
            found[tap] = TapLink(members[kind], whole=True, layers=False)
    return found
