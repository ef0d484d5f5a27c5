"""Small file systems that can be filled and made read-only: root is let through everywhere else."""
import contextlib
import os
import subprocess

from .session import Skip


@contextlib.contextmanager
def small_disk(desk, size):
    """Mounts a file system in memory in the test's folder."""
    if os.geteuid() != 0:
        raise Skip("mounting needs root")
    place = desk.folder / "small"
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], capture_output=True, check=False)
    if done.returncode:
        raise Skip("no file system can be mounted here: " + done.stderr.decode())
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def make_read_only(place, is_read_only=True):
    subprocess.run(["mount", "-o", "remount," + ("ro" if is_read_only else "rw"), str(place)], check=True)


def fill(place):
    """Leaves no room on it; returns the file that takes it."""
    filler = place / "filler"
    with open(filler, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    return filler
