"""What a user's own RTL calls pins and links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tb.runner.attach.attachment import Attachment


@dataclass(frozen=True, slots=True)
class Names:
    """What the RTL calls what the bench knows.

    Attributes:
        pins: names of its pins by the bench's, where they differ.
        links: the paths of each link's signals by what they are: ``valid``, ``ready``, ``done``, or a member of its
            payload; some bits of one may be meant.
    """

    pins: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)


def names_of(attachment: Attachment, pins: list[str]) -> Names:
    """The names that an attach file gives.

    Args:
        attachment: the file.
        pins: all pins of the bench.
    """
    links = {}
    for name, signals in attachment.taps.items():
        ends = {"valid": signals.valid, "ready": signals.ready, "done": signals.done}
        named = {key: (signal,) for key, signal in ends.items() if signal} | dict(signals.members)
        links[name] = {key: tuple(part.removeprefix("~") for part in parts) for key, parts in named.items()}
    return Names({pin: attachment.rtl_name(pin) for pin in pins}, links)
