"""Tests for regressions: a short one, and some that come to no good end."""

import logging
import os
import signal

import cocotb
import pyuvm

from sequences.mini.random import draw_operations
from tb.mini.env import MiniBaseTest
from tb.seeds import SEED_VARIABLE

EACH = 4
"""Every so many seeds there is one with which the bad ones do what they do."""


def is_bad(seed):
    return seed % EACH == 3


@pyuvm.test()
class FewLayersTest(MiniBaseTest):
    """A few random descriptors."""

    async def stimulus(self, bench):
        await bench.play(*draw_operations(bench, 3))


@pyuvm.test()
class ToldTest(FewLayersTest):
    """Fails where the simulator was not told."""

    async def stimulus(self, bench):
        await super().stimulus(bench)
        assert cocotb.plusargs.get("level") == "3"


class BadTest(FewLayersTest):
    """Fails in its own way, with some of its seeds."""

    async def stimulus(self, bench):
        await super().stimulus(bench)
        if is_bad(int(os.environ[SEED_VARIABLE])):
            self.fail()


@pyuvm.test()
class CrashingTest(BadTest):
    def fail(self):
        os.kill(os.getpid(), signal.SIGSEGV)


@pyuvm.test()
class SlowTest(BadTest):
    def fail(self):
        while True:
            pass


@pyuvm.test()
class GreedyTest(BadTest):
    def fail(self):
        kept = [bytes(64 << 20) for _ in range(1024)]
        raise AssertionError(f"it got {len(kept)} pieces of memory")


@pyuvm.test()
class ChattyTest(BadTest):
    def fail(self):
        for _ in range(1024):
            os.write(1, b"." * (1 << 20))


@pyuvm.test()
class LoggersTest(FewLayersTest):
    """Fails where loggers of runs before are still there: a run has some 40."""

    async def stimulus(self, bench):
        await super().stimulus(bench)
        assert sum(name.startswith("uvm.") for name in logging.Logger.manager.loggerDict) < 60
