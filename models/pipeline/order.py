"""What comes before what: which end comes next, and which claims have ended when others begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.layer import Claim, End, Layer


def next_end(layers: Sequence[Layer]) -> End | None:
    """The end that comes next where nothing else decides: of the oldest layer that can end, in its own order."""
    for layer in layers:
        for end in layer.ends:
            if not end.confirmed and (end.allowed or (end.cause.seen_on_pins and not end.held)):
                return end
    return None


def ended_before(claims: Iterable[Claim]) -> set[Claim]:
    """Claims that have ended when some begin, as far as anybody can tell."""
    ended: set[Claim] = set()
    todo = [before for claim in claims for before in claim.after]
    while todo:
        claim = todo.pop()
        if claim not in ended:
            ended.add(claim)
            todo += claim.after
    return ended
