"""Small disks for tests, in a mount namespace of their own; skipped where that is not allowed."""

import shutil
import subprocess

import pytest

ALONE = ("unshare", "-m")


def _may_mount() -> bool:
    probe = [*ALONE, "sh", "-c", "mount -t tmpfs tmpfs /mnt"]
    return (
        shutil.which(ALONE[0]) is not None and subprocess.run(probe, capture_output=True, check=False).returncode == 0
    )


needs_mount = pytest.mark.skipif(not _may_mount(), reason="mounting is not allowed here")
