"""A call whose ``await`` is forgotten is told with its place; other warnings are left alone."""

import sys
import warnings

import pytest

from tb.forgotten import forgotten_awaits


async def play(*layers):
    return layers


async def played_in_vain():
    play("a", "b")


def drive(coroutine):
    with pytest.raises(StopIteration):
        coroutine.send(None)


def test_place_name_and_what_to_write():
    with forgotten_awaits() as found:
        drive(played_in_vain())
    (line,) = found
    place = "tests/unit/runner/test_forgotten_awaits.py:16"
    assert line.startswith(f'{place}: play("a", "b") (play was called and never awaited')
    assert line.endswith("never awaited, so it did nothing: write await in front of the call)")


def test_the_same_line_twice_is_told_twice():
    with forgotten_awaits() as found:
        drive(played_in_vain())
        drive(played_in_vain())
    assert len(found) == 2


def test_what_is_awaited_is_not_told():
    async def awaited():
        await play("a")

    with forgotten_awaits() as found:
        drive(awaited())
    assert found == []


def test_other_warnings_go_their_way_and_all_is_as_before():
    depth, show = sys.get_coroutine_origin_tracking_depth(), warnings.showwarning
    with pytest.warns(RuntimeWarning, match="overflow"), forgotten_awaits() as found:
        warnings.warn("overflow", RuntimeWarning, stacklevel=1)
    assert found == []
    assert (sys.get_coroutine_origin_tracking_depth(), warnings.showwarning) == (depth, show)
