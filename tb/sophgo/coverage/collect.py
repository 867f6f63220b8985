"""All covergroups of a configuration."""

from __future__ import annotations

from models.sophgo.config import SophgoConfig
from tb.coverage.collector import Collector
from tb.memory.coverage import AxiPortSampler
from tb.sophgo.coverage.gdma import TransferSampler
from tb.sophgo.coverage.mailbox import MailboxSampler
from tb.sophgo.coverage.queues import WordSampler
from tb.sophgo.coverage.tiu import ArithmeticSampler, ProductSampler, TurnSampler, WindowSampler


def make_coverage(config: SophgoConfig) -> Collector:
    """What is notified of everything that happens, and counts."""
    samplers = [
        WordSampler(config),
        ArithmeticSampler(),
        WindowSampler(),
        ProductSampler(),
        TurnSampler(),
        TransferSampler(config),
        MailboxSampler(config),
        AxiPortSampler(config.port, errors=True),
    ]
    return Collector([], samplers)
