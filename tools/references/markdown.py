"""What a Markdown file offers: headings, anchors, links, names in back quotes; and the texts of a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

FENCE = re.compile(r"^ {0,3}(```|~~~).*?^ {0,3}\1[^\n]*$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
QUOTED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LABEL = re.compile(r"<text[^>]*>([^<]+)</text>")
LINK_TEXT = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def prose(text: str) -> str:
    """A file's text with fenced code blanked out; lines keep their numbers."""
    return FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), text)


def headings(text: str) -> list[str]:
    """The headings of a file as they read, without marks."""
    return [LINK_TEXT.sub(r"\1", item[1]).replace("`", "").replace("*", "") for item in HEADING.finditer(prose(text))]


def anchors(text: str) -> set[str]:
    """What a link may name behind ``#``, made from headings as code forges do."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in headings(text):
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return found


def links(text: str) -> Iterator[tuple[int, str]]:
    """Line and target of each link and image."""
    plain = QUOTED.sub(lambda quoted: " " * len(quoted[0]), prose(text))
    return ((line_of(plain, item.start()), item[1]) for item in LINK.finditer(plain))


def quoted(text: str) -> Iterator[tuple[int, str]]:
    """Line and content of each piece in back quotes, on one line."""
    plain = prose(text)
    return ((line_of(plain, item.start()), item[1]) for item in QUOTED.finditer(plain))


def labels(picture: str) -> Iterator[tuple[int, str]]:
    """Line and content of each text of an SVG picture."""
    return ((line_of(picture, item.start()), item[1]) for item in LABEL.finditer(picture))


def line_of(text: str, position: int) -> int:
    """The line, from 1 on, in which a character stands."""
    return text.count("\n", 0, position) + 1
