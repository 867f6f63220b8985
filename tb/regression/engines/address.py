"""How a user names a cluster: ``dask://<host>:<port>``, or ``slurm://?workers=4&queue=short``."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from models.nearest import did_you_mean
from tb.runner.errors import UserError, printable

WORKERS = "workers"
DIRECTIVE = "directive"
OF_QUEUE = (WORKERS, "queue", "account", "walltime", "memory", "cores", "interface", DIRECTIVE)
DASK = "dask"
LOCAL_HOST = "local"
FORMS = "local, dask://<host>:<port>, dask://local?workers=2, slurm://?workers=4&queue=<name>, lsf://?workers=4"
MOST_WORKERS = 10_000
MOST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class EngineAddress:
    """Where batches are played, as the user says it.

    Attributes:
        text: all of it.
        scheme: ``dask``, ``slurm`` or ``lsf``.
        host: of Dask's scheduler, with its port, or ``local``; a queueing system has none.
        options: values by name, but for directives.
        directives: further lines for the queueing system.
    """

    text: str
    scheme: str
    host: str
    options: Mapping[str, str] = field(default_factory=dict)
    directives: Sequence[str] = ()

    @classmethod
    def of(cls, text: str) -> EngineAddress:
        """Read one.

        Raises:
            UserError: there is no such engine, or it has no such option.
        """
        try:
            parts = urlsplit(text)
            pairs = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        except ValueError as error:
            raise _wrong(text, str(error)) from None
        scheme, host = parts.scheme, parts.netloc
        known = _options_of(text, scheme, host)
        for name, value in pairs:
            if name not in known:
                choice = f"there are {', '.join(known)}" if known else "it has none"
                raise _wrong(text, f"no option {printable(name)}; {choice}{did_you_mean(name, known)}")
            if not value:
                raise _wrong(text, f"{name} is empty")
        address = cls(
            text,
            scheme,
            host,
            {name: value for name, value in pairs if name != DIRECTIVE},
            [value for name, value in pairs if name == DIRECTIVE],
        )
        for name in {WORKERS, "cores"} & set(address.options):
            address.number(name, 1)
        return address

    def number(self, name: str, default: int) -> int:
        """An option that is a whole number.

        Raises:
            UserError: it is not, or is none that can be.
        """
        value = self.options.get(name, str(default))
        if not re.fullmatch(r"[0-9]{1,5}", value) or not 1 <= int(value) <= MOST_WORKERS:
            raise _wrong(self.text, f"{name}={printable(value)}: not a whole number from 1 to {MOST_WORKERS}")
        return int(value)


def _options_of(text: str, scheme: str, host: str) -> Sequence[str]:
    """The options that there are.

    Raises:
        UserError: there is no such engine.
    """
    if scheme == DASK and host == LOCAL_HOST:
        return (WORKERS,)
    if scheme == DASK and re.fullmatch(r"(?:[A-Za-z0-9._-]+|\[[0-9a-f:]+\]):[0-9]{1,5}", host):
        port = int(host.rpartition(":")[2])
        if not 1 <= port <= MOST_PORT:
            raise _wrong(text, f"port {port} is not from 1 to {MOST_PORT}")
        return ()
    if scheme in ("slurm", "lsf") and not host:
        return OF_QUEUE
    raise _wrong(text, f"no such engine; choose {FORMS}")


def _wrong(text: str, why: str) -> UserError:
    return UserError(f"ENGINE={printable(text)}: {why}")


def main() -> int:
    """Look at the address in ENGINE, before packages for its cluster are installed.

    Returns:
        The exit status: 0, or 2 where there is no such engine.
    """
    try:
        EngineAddress.of(os.environ.get("ENGINE", ""))
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
