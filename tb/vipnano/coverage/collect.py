"""All covergroups of a configuration."""

from __future__ import annotations

from models.vipnano.config import VipnanoConfig
from tb.coverage.collector import Collector
from tb.memory.coverage import AxiPortSampler
from tb.vipnano.coverage.jobs import NnSampler, TpSampler
from tb.vipnano.coverage.queue import QueueSampler


def make_coverage(config: VipnanoConfig) -> Collector:
    """What is notified of everything that happens, and counts."""
    samplers = [NnSampler(config), TpSampler(), QueueSampler(config), AxiPortSampler(config.port, errors=True)]
    return Collector([], samplers)
