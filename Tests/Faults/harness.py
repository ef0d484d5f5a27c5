"""What the fault tests share: the tool under test, folders, mounts, and the table of results."""

import contextlib
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = pathlib.Path(os.environ.get("MASTHEAD_DOCUMENT_TOOL", ROOT / ".build/debug/document-tool"))
USER = 1000  # The person, where root would be let through everywhere.


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Skip(Exception):
    """This machine cannot do that test; the reason is printed, and in continuous integration it is a failure."""


class Row:
    """One line of the table: what was done how often, and what came of it."""

    def __init__(self, item, fault, target):
        self.item, self.fault, self.target = item, fault, target
        self.tries = self.lost = self.torn = 0
        self.wrong = []

    def check(self, right, message):
        """Counts anything else than a loss that is not as it should be."""
        if not right:
            self.wrong.append(message)

    @property
    def is_good(self):
        return self.tries > 0 and not (self.lost or self.torn or self.wrong)


class Scene:
    """A folder for files, a state folder, and the tool that works on them, as root or as a plain user."""

    def __init__(self, user=None, base=None):
        self.user = user
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="masthead-faults-", dir=base))
        self.folder, self.state = self.root / "files", self.root / "state"
        self.folder.mkdir()
        self.state.mkdir()
        if user:
            self.root.chmod(0o755)
            for path in (self.folder, self.state):
                os.chown(path, user, user)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)

    def command(self, arguments, strace=None):
        command = [str(tool_for(self.user)), *map(str, arguments)]
        if strace:
            command = ["strace", "-f", "-qq", *strace, *command]
        if self.user:
            command = ["setpriv", "--reuid", str(self.user), "--regid", str(self.user), "--clear-groups", *command]
        return command

    def environment(self):
        return {**os.environ, "MASTHEAD_STATE_DIR": str(self.state), "LC_ALL": "C.UTF-8"}

    def run(self, *arguments, text=b"", strace=None, timeout=60, cwd=None, more=None):
        environment = {**self.environment(), **(more or {})}
        return subprocess.run(self.command(arguments, strace), input=text, capture_output=True, env=environment, timeout=timeout, cwd=cwd)

    def recover(self):
        """Starts the program again after a crash; gives what it offers: the digest of each old text by its path."""
        lines = self.run("recover").stdout.decode().splitlines()
        return {line.split()[1]: line.split()[2] for line in lines if line.startswith("interrupted ")}

    def leftovers(self, *folders):
        found = [str(p) for folder in (self.folder, *folders) for p in folder.glob(".masthead-*")]
        return found + [str(p) for p in (self.state / "saves").glob("*")]


_readable_tool = None


def tool_for(user):
    """The tool, where that user can run it: the source tree may be in a folder that is root's alone."""
    global _readable_tool
    if not user:
        return TOOL
    if not _readable_tool:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="masthead-tool-"))
        folder.chmod(0o755)
        _readable_tool = shutil.copy(TOOL, folder / "document-tool")
    return _readable_tool


def forget_tool():
    if _readable_tool:
        shutil.rmtree(pathlib.Path(_readable_tool).parent, ignore_errors=True)


def need(*commands):
    for command in commands:
        if not shutil.which(command):
            raise Skip(f"{command} is not installed")


def need_root():
    if os.geteuid() != 0:
        raise Skip("mounting and changing owners need root")


@contextlib.contextmanager
def mounted(place, *arguments):
    """Mounts something at `place` for the time of the block."""
    need_root()
    place.mkdir(exist_ok=True)
    made = subprocess.run(["mount", *arguments, str(place)], capture_output=True)
    if made.returncode:
        raise Skip("mount " + " ".join(arguments) + ": " + made.stderr.decode().strip())
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], capture_output=True)


@contextlib.contextmanager
def image(place, kind, megabytes, *options):
    """Makes a file system of that kind in a file and mounts it."""
    need_root()
    need(f"mkfs.{kind}")
    path = place.with_suffix(".img")
    with open(path, "wb") as file:
        file.truncate(megabytes << 20)
    made = subprocess.run([f"mkfs.{kind}", *(["-q"] if kind != "exfat" else []), str(path)], capture_output=True)
    if made.returncode:
        raise Skip(f"mkfs.{kind}: " + made.stderr.decode().strip())
    try:
        with mounted(place, "-o", ",".join(["loop", *options]), str(path)):
            yield path
    finally:
        path.unlink(missing_ok=True)
