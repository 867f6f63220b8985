"""Finding or starting the cluster that an address names. Packages of Dask are imported only here, when asked for."""

from __future__ import annotations

import logging
import shutil
import sys
from importlib.util import find_spec
from typing import Any

from tb.regression.engines.address import DASK, LOCAL_HOST, WORKERS, EngineAddress
from tb.regression.engines.dask import DaskEngine
from tb.runner.errors import UserError, printable
from tb.runner.paths import BUILD, ROOT

CONNECT_S = 15.0
LOGS = BUILD / "cluster"
IGNORE_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""For workers on this console, which reaches them too: we end what they play, then they are ended."""
SUBMITS = {"slurm": "sbatch", "lsf": "bsub"}
SETTINGS = {
    "distributed.scheduler.allowed-failures": 1,
    "distributed.logging.distributed": "critical",  # we say ourselves what becomes of workers
    "logging.distributed": "critical",
    "distributed.worker.memory.terminate": False,  # simulators are other processes, with limits of their own
    "distributed.worker.memory.pause": False,
    "distributed.deploy.lost-worker-timeout": "5s",
    "distributed.scheduler.worker-ttl": "60s",
}


def open_engine(address: EngineAddress, jobs: int) -> DaskEngine:
    """Connect to a cluster, or start one.

    Args:
        address: which one.
        jobs: how many workers one has that is started, if the address does not say it.

    Raises:
        UserError: packages are missing, or the cluster cannot be reached or refuses.
    """
    needed = ("distributed",) if address.scheme == DASK else ("distributed", "dask_jobqueue")
    if missing := [name for name in needed if find_spec(name) is None]:
        raise UserError(f"ENGINE={address.text}: {' and '.join(missing)} not installed; 'make setup-cluster' does it")
    submits = SUBMITS.get(address.scheme)
    if submits and shutil.which(submits) is None:
        raise UserError(f"ENGINE={address.text}: there is no {submits} here; call it on a machine that submits jobs")
    import dask

    dask.config.set(SETTINGS)
    from distributed import Client

    if address.scheme == DASK and address.host != LOCAL_HOST:
        try:
            return DaskEngine(Client(f"tcp://{address.host}", timeout=CONNECT_S), address.text)
        except (OSError, TimeoutError, ValueError):
            remedy = f"start it with 'dask scheduler --port {address.host.rpartition(':')[2]}', or mend the address"
            raise UserError(f"ENGINE={address.text}: no scheduler of Dask's answers there; {remedy}") from None
    workers = address.number(WORKERS, jobs)
    try:
        cluster = _local(workers) if address.scheme == DASK else _queued(address)
        try:
            cluster.sync(_scale, cluster, workers)
            return DaskEngine(Client(cluster, timeout=CONNECT_S), address.text, cluster, workers)
        except BaseException:
            cluster.close()
            raise
    except (OSError, RuntimeError, ValueError, TypeError) as error:
        raise UserError(f"ENGINE={address.text}: no cluster could be started: {_reason(error)}") from None


def _local(workers: int) -> Any:  # noqa: ANN401
    """Processes of this machine."""
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        memory_limit=0,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
        preload=[IGNORE_CTRL_C],
    )


def _queued(address: EngineAddress) -> Any:  # noqa: ANN401
    """Jobs of a queueing system, a worker each."""
    from dask_jobqueue import LSFCluster, SLURMCluster

    kind, account = (SLURMCluster, "account") if address.scheme == "slurm" else (LSFCluster, "project")
    LOGS.mkdir(parents=True, exist_ok=True)
    words = {name: address.options[name] for name in ("queue", "walltime", "interface") if name in address.options}
    if "account" in address.options:
        words[account] = address.options["account"]
    return kind(
        cores=address.number("cores", 1),
        processes=1,
        memory=address.options.get("memory", "4GB"),
        python=sys.executable,
        job_name="npuvm",
        log_directory=str(LOGS),
        job_extra_directives=list(address.directives),
        job_script_prologue=[f"export PYTHONPATH={ROOT}"],
        scheduler_options={"dashboard_address": None},
        death_timeout="120",
        **words,
    )


async def _scale(cluster: Any, workers: int) -> None:  # noqa: ANN401
    """Ask for workers, and hear of it if they are refused, which `scale` by itself leaves to the log."""
    from distributed.core import Status

    cluster.scale(workers)
    try:
        await cluster._correct_state()
    except BaseException:
        for job in cluster._created:  # those that were refused stay 'created', with which no cluster closes
            if job.status == Status.created:
                job.status = Status.failed
        raise


def _reason(error: BaseException) -> str:
    """What a queueing system said of it, on one line."""
    _, _, said = str(error).partition("stderr:\n")
    lines = (said or str(error)).strip().splitlines()
    return printable(" ".join(filter(None, map(str.strip, lines))) or type(error).__name__)
