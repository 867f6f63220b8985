"""What must hold of every case.

Nothing is raised but errors that are declared (whoever reads a case takes them); what is said is one line each, without
what steers a terminal, and without what stands in files outside; no file outside of the case's folder is opened (but by
an attach description, which may name any), nothing is written, no process is started; it takes no more than `CPU_S` of
a processor and `MEMORY_BYTES`.
"""

import os
import resource
import signal
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tb.runner.paths import ROOT
from tests.fuzz.folder import SECRET

CPU_S = 10.0
WALL_S = 300.0
MEMORY_BYTES = 2 << 30
LONGEST_LINE = 20_000
CODE = tuple({str(ROOT), sys.prefix, sys.base_prefix, str(Path(os.__file__).parent), str(Path(np.__file__).parents[1])})
"""Python itself may be read: modules that are needed late."""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FORBIDDEN = frozenset(
    f"os.{name}"
    for name in (
        *("remove", "rename", "mkdir", "rmdir", "link", "symlink", "truncate", "chmod", "chown", "utime", "mkfifo"),
        *("system", "exec", "posix_spawn", "fork", "kill", "putenv", "startfile"),
    )
) | {"subprocess.Popen", "socket.connect", "socket.bind", "tempfile.mkstemp", "tempfile.mkdtemp", "shutil.rmtree"}


class BreachError(BaseException):
    """Something was done that no case may do; nobody takes it for an error of the system."""


@dataclass
class Oracle:
    """Watches what the process does; there is one, as nothing takes its hook away again.

    Attributes:
        inside: the folder that may be read; None while nothing is watched.
        breaches: what was done that may not be.
    """

    inside: str | None = None
    breaches: list = field(default_factory=list)

    def __post_init__(self):
        sys.addaudithook(self._hear)

    def check(self, run, folder):
        """Run a case; returns what is wrong about it, nothing where all holds.

        Args:
            run: takes the folder, returns the lines that a user would see.
            folder: of the case.
        """
        before, start_s = _seen(folder), _cpu_s()
        self.breaches = []
        _limit_cpu(start_s)
        try:
            anywhere = getattr(run, "anywhere", False)
            self.inside = "/" if anywhere else os.path.realpath(folder)
            lines = run(folder)
        except BaseException as error:  # whatever it is, it is not declared
            self.inside = None
            return "; ".join([*self.breaches, _told(error)])
        finally:
            self.inside = None
            _no_limit()
        wrong = [*self.breaches, *(text for line in lines if (text := _wrong_line(line, may_tell=anywhere)))]
        if (took_s := _cpu_s() - start_s) > CPU_S:
            wrong.append(f"took {took_s:.1f} s of a processor")
        if _seen(folder) != before:
            wrong.append("wrote into the folder")
        return "; ".join(wrong)

    def _hear(self, event, arguments):
        if self.inside is None:
            return
        if event == "open":
            self._opened(*arguments)
        elif event in FORBIDDEN:
            self._breach(f"{event}{arguments!r}")

    def _opened(self, path, _mode, flags):
        if isinstance(path, int) or not path:
            return
        name = os.path.realpath(os.fsdecode(path))
        if isinstance(flags, int) and flags & WRITING:
            self._breach(f"opened {name!r} for writing")
        elif not _below(name, self.inside) and not any(_below(name, root) for root in CODE):
            self._breach(f"opened {name!r} outside of the folder")

    def _breach(self, text):
        self.breaches.append(text)
        raise BreachError(text)


def limit_memory():
    """Let this process have no more than a case may take, the fuzzer itself included."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def _below(name, folder):
    return name == folder or name.startswith(folder.rstrip("/") + "/")


def _wrong_line(line, *, may_tell):
    if SECRET in line and not may_tell:
        return f"tells what stands outside: {line!r}"
    if not line.isprintable():
        return f"is not one line: {line[:300]!r}"
    if len(line) > LONGEST_LINE:
        return f"is a line of {len(line)} characters: {line[:100]!r}"
    return "ran out of memory" if "too little memory" in line else ""


def _told(error):
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    where = ", ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(error).__name__}: {str(error)[:300]!r} at {where}"


def _seen(folder):
    """What lies there, without opening anything."""
    found = []
    for parent, folders, names in os.walk(folder):
        for name in sorted(folders + names):
            state = os.lstat(os.path.join(parent, name))  # noqa: PTH118 - names may be none that a path takes
            found.append((parent, name, state.st_mode, state.st_size, state.st_mtime_ns))
    return found


def _cpu_s():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _limit_cpu(start_s):
    """An exception where Python runs on; the end of the process where it does not come back."""
    signal.signal(signal.SIGPROF, _too_long)
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_PROF, CPU_S)
    signal.setitimer(signal.ITIMER_REAL, WALL_S)
    resource.setrlimit(resource.RLIMIT_CPU, (int(start_s + 2 * CPU_S) + 1, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _no_limit():
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


def _too_long(number, _frame):
    raise BreachError(f"took more than {CPU_S if number == signal.SIGPROF else WALL_S:g} s")
