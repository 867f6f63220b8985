"""A Slurm of one node on this machine, as the user who calls it, without a database or munge.

Debian's packages slurmctld, slurmd, slurm-client and slurm-wlm-basic-plugins are installed, or unpacked into a folder
that NPUVM_SLURM names: ``apt-get download <packages>``, then ``dpkg-deb -x <package> <folder>`` for each.
"""

import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "NPUVM_SLURM"
CONFIGURATION = """\
ClusterName=here
SlurmctldHost={host}
SlurmctldPort={ctl_port}
SlurmdPort={node_port}
SlurmUser=root
AuthType=auth/none
CredType=cred/none
CryptoType=crypto/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
PluginDir={plugins}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmdParameters=config_overrides
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 RealMemory=64000 State=UNKNOWN
PartitionName=short Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
PROGRAMS = ("slurmctld", "slurmd", "slurmstepd")


def root():
    """The folder below which Slurm's programs lie; None: there are none."""
    folder = Path(os.environ.get(VARIABLE) or "/")
    return folder if _program(folder, PROGRAMS[0]) else None


def _program(folder, name):
    return next((path for path in folder.glob(f"usr/sbin/{name}*") if path.name in (name, f"{name}-wlm")), None)


@contextmanager
def running(folder):
    """Slurm while it runs: the environment in which its commands find it.

    Args:
        folder: for all that it writes.
    """
    where = root()
    plugins = next(where.glob("usr/lib/*/slurm-wlm"))
    host = socket.gethostname()
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    file = folder / "slurm.conf"
    ports = dict(zip(("ctl_port", "node_port"), _free_ports(2), strict=True))
    file.write_text(CONFIGURATION.format(host=host, plugins=plugins, folder=folder, **ports))
    path = f"{where / 'usr/bin'}:{os.environ['PATH']}"
    env = {**os.environ, "SLURM_CONF": str(file), "PATH": path, "LD_LIBRARY_PATH": f"{plugins}:{plugins.parent}"}
    control, node, step = (_program(where, name) for name in PROGRAMS)
    with (folder / "errors.log").open("w") as errors:
        daemons = [
            subprocess.Popen([control, "-D", "-f", file], env=env, stderr=errors),
            subprocess.Popen([node, "-D", "-f", file, "-d", step, "-N", host], env=env, stderr=errors),
        ]
    try:
        _wait_for_node(env, folder)
        yield env
    finally:
        subprocess.run([shutil.which("scancel", path=path), "-u", "root"], env=env, check=False)
        time.sleep(1)
        for daemon in daemons:
            daemon.terminate()
        for daemon in daemons:
            daemon.wait(20)


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _wait_for_node(env, folder):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        words = [shutil.which("sinfo", path=env["PATH"]), "-h", "-o", "%t"]
        if subprocess.run(words, env=env, capture_output=True, text=True, check=False).stdout.strip() == "idle":
            return
        time.sleep(0.5)
    logs = "".join(path.read_text() for path in sorted(folder.glob("*.log")))
    raise AssertionError(f"the node does not become idle:\n{logs[-4000:]}")
