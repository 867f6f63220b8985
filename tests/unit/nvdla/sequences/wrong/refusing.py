"""What wrong arguments must give: one line of `ValueError`."""

import pytest


def refused(why, call, *given, **settings):
    """One line of `ValueError`, which the regular expression `why` matches."""
    with pytest.raises(ValueError, match=why) as caught:
        call(*given, **settings)
    assert "\n" not in str(caught.value)
