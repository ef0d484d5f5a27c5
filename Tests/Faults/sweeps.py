"""Items 1 and 2 of the bar: a save is killed at, or fails at, every system call that it makes."""

import collections
import contextlib
import os
import pathlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from harness import USER, Row, Scene, Skip, digest, need, need_root

OLD = b"".join(b"old line %d\n" % i for i in range(9_000))
NEW = b"".join(b"new and longer line %d\n" % i for i in range(60_000))  # Two writes.
MORE = NEW + b"and more\n"

ERRORS = {
    "fsync": ("ENOSPC", "EIO", "EDQUOT"),
    "pwrite64": ("ENOSPC", "EIO", "EDQUOT"),
    "close": ("ENOSPC", "EIO", "EDQUOT"),
    "renameat2": ("EXDEV", "EBUSY", "EACCES", "EINVAL", "EIO"),
    "openat": ("EACCES", "EMFILE", "EIO", "ENOSPC"),
    "fchmod": ("EPERM", "EIO"),
    "fchown": ("EPERM",),
    "fsetxattr": ("ENOSPC", "EPERM", "EOPNOTSUPP"),
    "ftruncate": ("EIO",),
    "fallocate": ("ENOSPC", "EOPNOTSUPP"),
    "unlink": ("EIO", "EACCES"),
    "link": ("EPERM",),
    "mkdir": ("EACCES", "ENOSPC"),
}


class Target:
    """A document of some kind, made anew for each try."""

    def __init__(self, kind):
        self.kind = kind
        self.scene = Scene(USER if kind == "unwritable folder" else None)
        folder = self.scene.folder
        self.path = self.real = folder / "a.md"
        self.other = None
        self.also = []
        try:
            self.make(folder)
        except BaseException:
            self.close()
            raise

    def make(self, folder):
        if self.kind == "symbolic link":
            self.real = folder / "real.md"
            self.path.symlink_to("real.md")
        if self.kind == "link to another file system":
            if os.stat("/dev/shm").st_dev == os.stat(folder).st_dev:
                raise Skip("there is no second file system at /dev/shm")
            self.other = Scene(base="/dev/shm")
            self.real = self.other.folder / "real.md"
            self.path.symlink_to(self.real)
        self.real.write_bytes(OLD)
        self.real.chmod(0o640)
        os.setxattr(self.real, "user.note", b"kept") if self.kind == "plain" else None
        if self.kind == "hard link":
            os.link(self.path, folder / "b.md")
            self.also = [folder / "b.md"]
        if self.kind == "unwritable folder":
            self.real.chmod(0o666)
            folder.chmod(0o555)
        if self.kind == "bind mount":
            need_root()
            source = self.scene.root / "source.md"
            source.write_bytes(OLD)
            made = subprocess.run(["mount", "--bind", source, self.real], capture_output=True)
            if made.returncode:
                raise Skip("mount --bind: " + made.stderr.decode().strip())

    def close(self):
        if self.kind == "bind mount":
            subprocess.run(["umount", "-l", self.real], capture_output=True)
        if self.other:
            self.other.__exit__()
        self.scene.__exit__()

    def leftovers(self):
        return self.scene.leftovers(*([self.other.folder] if self.other else []))


KINDS = ("plain", "symbolic link", "hard link", "link to another file system", "unwritable folder", "bind mount")


@contextlib.contextmanager
def target(kind):
    made = Target(kind)
    try:
        yield made
    finally:
        made.close()


# What these change is not on the disk: killed there, a save leaves what it leaves at the next call that is.
HARMLESS = {
    "brk", "mmap", "munmap", "mprotect", "madvise", "read", "newfstatat", "fstat", "lseek", "faccessat2", "getrandom", "flistxattr",
    "fgetxattr", "readlink", "futex", "flock", "rt_sigaction", "rt_sigprocmask", "gettid", "getpid",
}


def calls_of_a_save(kind):
    """The system calls that a save of that kind makes after it first looks at the document: (number among all, name, number
    among its like)."""
    with target(kind) as made:
        log = made.scene.root / "log"
        log.touch(mode=0o666)
        log.chmod(0o666)
        done = made.scene.run("save", made.path, text=NEW, strace=["-o", log])
        if done.returncode:
            raise Skip("strace: " + done.stderr.decode()[-300:])
        seen = collections.Counter()
        found = []
        started = False
        number = 0
        for line in log.read_text(errors="replace").splitlines():
            name = re.match(r"(?:\d+ +)?(\w+)\(", line)
            if not name:
                continue
            number += 1
            seen[name[1]] += 1
            started = started or (str(made.path) in line and name[1] != "execve")
            if started:
                found.append((number, name[1], seen[name[1]]))
        return found


def judge(made, row, step):
    """Starts the program again and looks at what there is."""
    row.tries += 1
    offered = made.scene.recover()
    now = made.real.read_bytes()
    for twin in made.also:
        row.check(twin.read_bytes() == now, f"{step}: the hard link is broken")
    if now not in (OLD, NEW):
        if made.kind in ("plain", "symbolic link", "link to another file system"):
            row.torn += 1
            row.wrong.append(f"{step}: torn")
        if offered.get(str(made.path)) != digest(OLD):
            row.lost += 1
            row.wrong.append(f"{step}: neither text is whole, and none is offered")
    elif offered:
        row.wrong.append(f"{step}: offered an old text without need")
    left = [name for name in made.leftovers() if not offered or "/saves/" not in name]
    row.check(not left, f"{step}: left behind {left}")
    return now


def kill_everywhere(kind):
    row = Row(1, "kill -9 at every system call", kind)
    steps = [step for step in calls_of_a_save(kind) if step[1] not in HARMLESS]

    def one(step):
        number, name, _ = step
        with target(kind) as made:
            done = made.scene.run("save", made.path, text=NEW, strace=["-o", "/dev/null", "-e", f"inject=all:signal=KILL:when={number}"])
            said = done.stdout.startswith(b"saved")
            now = judge(made, row, f"{kind}, killed at {name} ({number})")
            row.check(not said or now == NEW, f"{kind}, {name}: said to be saved, and was not")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, steps))
    return row


def fail_everywhere(kind):
    row = Row(2, "error at every system call", kind)
    steps = [(name, when, error) for _, name, when in calls_of_a_save(kind) for error in ERRORS.get(name, ())]

    def one(step):
        name, when, error = step
        with target(kind) as made:
            done = made.scene.run(
                "save", made.path, text=NEW, strace=["-o", "/dev/null", "-e", f"inject={name}:error={error}:when={when}"])
            label = f"{kind}, {name} {when}: {error}"
            now = judge(made, row, label)
            if done.returncode == 0:
                row.check(now == NEW, f"{label}: said to be saved, and was not")
            else:
                row.check(b"error: " in done.stderr, f"{label}: no reason was given: {done.stderr[-200:]}")
                is_unconfirmed = b"unconfirmed" in done.stderr
                row.check(now == (NEW if is_unconfirmed else OLD), f"{label}: said to have failed, and the file is changed")
            again = made.scene.run("save", made.path, text=MORE)
            row.check(again.returncode == 0 and made.real.read_bytes() == MORE, f"{label}: saving again: {again.stderr[-200:]}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, steps))
    return row


def tests():
    need("strace", "setpriv")
    for kind in KINDS:
        yield lambda kind=kind: kill_everywhere(kind)
        yield lambda kind=kind: fail_everywhere(kind)
