"""Items 11 and 13 of the bar: renaming, moving, duplicating and trashing are killed at, or fail at, every system call that they make."""

import collections
import os
import re
from concurrent.futures import ThreadPoolExecutor

from harness import Row, Scene, Skip, need
from sweeps import ERRORS, HARMLESS

OLD = b"".join(b"old line %d\n" % i for i in range(9_000))
OTHER = b"another document of that name\n"
MORE_ERRORS = {**ERRORS, "symlink": ("EACCES", "ENOSPC", "EIO"), "read": ("EIO",), "newfstatat": ("EIO",), "readlink": ("EIO",), "rename": ("EIO", "EACCES"),
               "openat": ("EACCES", "EIO"), "pwrite64": ("ENOSPC", "EIO"), "close": ("EIO",), "renameat2": ("EXDEV", "EBUSY", "EACCES", "EINVAL", "EIO", "ENOSPC")}


# The trash is the desktop's own code with threads of its own, whose other calls would be lost in those of the start.
ON_THE_DISK = {"openat", "write", "rename", "renameat2", "unlink", "mkdir", "link", "fsync"}


class Work:
    """One operation on one document, made anew for each try."""

    def __init__(self, kind):
        self.kind = kind
        self.scene, self.other = Scene(), None
        folder = self.scene.folder
        self.source = self.real = folder / "a.md"
        self.goal = folder / "b.md"
        self.arguments = ["rename", self.source, "b.md"]
        if "link" in kind:
            self.real = folder / "real.md"
            self.source.symlink_to("real.md")
        self.real.write_bytes(OLD)
        self.real.chmod(0o640)
        if kind.startswith("move"):
            place = folder / "there"
            if "file system" in kind:
                if os.stat("/dev/shm").st_dev == os.stat(folder).st_dev:
                    self.close()
                    raise Skip("there is no second file system at /dev/shm")
                self.other = Scene(base="/dev/shm")
                place = self.other.folder
            place.mkdir(exist_ok=True)
            self.goal = place / "a.md"
            self.arguments = ["move", self.source, place]
        elif kind.startswith("duplicate"):
            self.goal = folder / "a (copy).md"
            self.arguments = ["duplicate", self.source]
        elif kind.startswith("trash"):
            self.goal = self.scene.root / "home/Trash/files/a.md"
            self.arguments = ["trash", self.source]
        self.is_taken = "taken" in kind
        if self.is_taken:
            self.goal.write_bytes(OTHER)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.other:
            self.other.__exit__()
        self.scene.__exit__()

    def run(self, *strace):
        # The trash is in the person's data folder.
        return self.scene.run(*self.arguments, strace=strace or None, more={"XDG_DATA_HOME": str(self.scene.root / "home")})

    def steps(self, *strace):
        """The system calls of the operation after it first looks at the document: (number among all, name, number among its like)."""
        log = self.scene.root / "log"
        self.run("-o", log, *strace)
        if not log.exists():
            raise Skip("strace does not run here")
        seen, found, started = collections.Counter(), [], False
        for line in log.read_text(errors="replace").splitlines():
            call = re.match(r"(?:(\d+) +)?(\w+)\(", line)
            if call:
                # strace counts for each thread by itself.
                seen[call[1]] += 1
                seen[call.groups()] += 1
                started = started or (str(self.source) in line and call[2] != "execve")
                if started and (self.kind != "trash" or call[2] in ON_THE_DISK):
                    found.append((seen[call[1]], call[2], seen[call.groups()]))
        return found

    @property
    def is_link(self):
        return "link" in self.kind

    def here(self):
        """Whether the document is whole at its old place, and whether it is at the new one."""
        def whole(path):
            return path.is_file() and path.read_bytes() == OLD
        goals = [self.goal, self.goal.with_name("a (copy 2).md")] if self.kind.startswith("duplicate") else [self.goal]
        return whole(self.source), any(map(whole, goals))


def judge(work, row, step, done, was_killed):
    """Starts the program again and looks at what there is."""
    row.tries += 1
    work.scene.recover()
    at_source, at_goal = work.here()
    row.lost += not (at_source or at_goal)
    row.check(at_source or at_goal, f"{step}: the document is nowhere")
    row.lost += work.real.exists() and work.is_link and work.real.read_bytes() != OLD
    if work.is_taken:
        whole = work.goal.is_file() and work.goal.read_bytes() == OTHER
        row.lost += not whole
        row.check(whole, f"{step}: the other document of that name is overwritten")
    elif work.goal.exists():
        row.torn += work.goal.read_bytes() != OLD
    left = work.scene.leftovers(*([work.other.folder] if work.other else []), work.goal.parent)
    row.check(not left, f"{step}: left behind {left}")
    if was_killed:
        return
    if done.returncode == 0:
        row.check(at_goal, f"{step}: said to be done, and was not")
        row.check(at_source == work.kind.startswith("duplicate"), f"{step}: done, and the old place is wrong")
    else:
        row.check(b"error" in done.stderr, f"{step}: no reason was given: {done.stderr[-200:]}")
        row.check(at_source, f"{step}: said to have failed, and the document is not where it was")
        is_free = work.is_taken or work.kind.startswith("duplicate") or not os.path.lexists(work.goal)
        row.check(is_free, f"{step}: said to have failed, and the new name is taken")


def steps_of(kind, *strace):
    with Work(kind) as work:
        return work.steps(*strace)


def kill_everywhere(kind):
    row = Row(11, "kill -9 at every system call", kind)

    def one(step):
        number, name, _ = step
        with Work(kind) as work:
            done = work.run("-o", "/dev/null", "-e", f"inject=all:signal=KILL:when={number}")
            judge(work, row, f"{kind}, killed at {name} ({number})", done, True)

    def one_of_many_threads(step):
        _, name, when = step
        with Work(kind) as work:
            done = work.run("-o", "/dev/null", "-e", f"inject={name}:signal=KILL:when={when}")
            judge(work, row, f"{kind}, killed at {name} {when}", done, True)

    steps = [step for step in steps_of(kind) if step[1] not in HARMLESS]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one_of_many_threads if kind == "trash" else one, steps))
    return row


# What older file systems cannot do: the ways around it are swept too.
WITHOUT = {"": (), "no exclusive rename": ("inject=renameat2:error=EINVAL:when=1",),
           "no exclusive rename, no links": ("inject=renameat2:error=EINVAL:when=1", "inject=link:error=EPERM")}


def fail_everywhere(kind, without=""):
    row = Row(11, "error at every system call", f"{kind}; {without}" if without else kind)
    lacking = [part for each in WITHOUT[without] for part in ("-e", each)]
    given = {re.search(r"inject=(\w+)", each)[1] for each in WITHOUT[without]}
    steps = [(name, when, error) for _, name, when in steps_of(kind, *lacking) if name not in given for error in MORE_ERRORS.get(name, ())]

    def one(step):
        name, when, error = step
        with Work(kind) as work:
            done = work.run("-o", "/dev/null", *lacking, "-e", f"inject={name}:error={error}:when={when}")
            judge(work, row, f"{kind}, {without} {name} {when}: {error}", done, False)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, steps))
    return row


KINDS = ("rename", "rename to a name that is taken", "rename a link", "move", "move to a name that is taken", "move a link",
         "move to another file system", "move to another file system, name taken", "duplicate", "duplicate, name taken", "trash")


def tests():
    need("strace")
    for kind in KINDS:
        yield lambda kind=kind: kill_everywhere(kind)
        yield lambda kind=kind: fail_everywhere(kind)
    for without in list(WITHOUT)[1:]:
        for kind in ("rename", "rename to a name that is taken", "move"):
            yield lambda kind=kind, without=without: fail_everywhere(kind, without)
