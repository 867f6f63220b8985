"""Draws that random stimulus shares: often small, sometimes the largest, corners never left out."""

from __future__ import annotations

import numpy as np


def chance(rng: np.random.Generator, probability: float) -> bool:
    """True as often as `probability` says."""
    return bool(rng.random() < probability)


def skewed(rng: np.random.Generator, most: int) -> int:
    """1 in a quarter of the draws, `most` in a twentieth, else log-uniform between them."""
    choice = rng.random()
    if choice < 0.25:
        return 1
    if choice > 0.95:
        return most
    return min(most, int(np.exp(rng.uniform(0.0, np.log(most + 1)))))


def far(rng: np.random.Generator, most: int) -> int:
    """`most` in a third of the draws, beside a power of two in a third, else anything from an eighth of it on."""
    least, choice = max(1, most // 8), int(rng.integers(3))
    if choice == 0 or most < 8:
        return most
    if choice == 1:
        power = 1 << int(rng.integers(least.bit_length(), most.bit_length()))
        return min(most, power + int(rng.integers(-1, 2)))
    return int(rng.integers(least, most + 1))


def extents(rng: np.random.Generator, product_at_most: int, count: int) -> list[int]:
    """Extents of a block whose volume is at most so much; which of them takes the larger share is drawn too."""
    drawn: list[int] = []
    left = max(1, product_at_most)
    for _ in range(count):
        drawn.append(skewed(rng, left))
        left //= drawn[-1]
    return [drawn[at] for at in rng.permutation(count)]


def ladder(single: int, highest: int, parts: int = 1) -> list[int]:
    """1 to `single` one by one, then so many steps for each doubling, up to `highest`: a size of every order.

    Args:
        single: a power of two.
        highest: the last step where it is a power of two.
        parts: steps of a doubling; a power of two.
    """
    steps, octave = list(range(1, single + 1)), single
    while octave < highest:
        steps += [octave + octave * (part + 1) // parts for part in range(parts)]
        octave *= 2
    return [step for step in steps if step <= highest]


def gaps(rng: np.random.Generator, packed: float, at_most: int) -> tuple[int, int]:
    """Gaps between lines and between surfaces; none as often as `packed` says."""
    if chance(rng, packed):
        return 0, 0
    line, outer = rng.integers(0, at_most + 1, 2)
    return int(line), int(outer)
