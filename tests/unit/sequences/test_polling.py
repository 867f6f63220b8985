"""Looking again until something is so."""

import pytest

from sequences.host import POLL_CYCLES, HangError
from sequences.model_host import run
from sequences.polling import SPINS, poll


class Waiting:
    """A host that counts its pauses."""

    def __init__(self):
        self.pauses = []

    async def pause(self, cycles=1):
        self.pauses.append(cycles)

    def why_waiting(self):
        return "; nothing is in flight"


@pytest.mark.parametrize(("given", "cycles"), [({}, POLL_CYCLES), ({"pause_cycles": 700}, 700)])
def test_each_look_in_vain_is_followed_by_a_pause(given, cycles):
    host, looks = Waiting(), iter([False, False, True])

    async def done():
        return next(looks)

    run(poll(host, done, "it does not come", **given))
    assert host.pauses == [cycles] * 2


def test_what_never_comes_is_given_up():
    host = Waiting()

    async def done():
        return False

    with pytest.raises(HangError, match="it does not come; nothing is in flight"):
        run(poll(host, done, "it does not come"))
    assert len(host.pauses) == SPINS
