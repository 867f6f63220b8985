"""What the XML documents have in common."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
TIME_DIGITS = len("2026-11-26T18:09:00")


def document_of(root: Element) -> str:
    """A document as text."""
    return f"{HEAD}{tostring(root, encoding='unicode').rstrip()}\n"


def without_zone(time: str) -> str:
    """A time of ISO 8601 without its zone, which is UTC: schemas want none."""
    return time[:TIME_DIGITS]
