"""Items 4, 5, 12 and 15 of the bar: power cuts, random kills, a file system that knows no case, two instances."""

import fcntl
import os
import random
import re
import struct
import subprocess
import threading
import time

from harness import Row, Scene, Skip, image, need

SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN, which xfs knows too.
WITHOUT_LOG = 2


def version_of(data):
    """The version that a file holds, or None when it is no whole one."""
    first = re.match(rb"version (\d+) line 0\n", data)
    if not first:
        return None
    number = int(first[1])
    whole = b"".join(b"version %d line %d\n" % (number, line) for line in range(4_000))
    return number if data == whole else None


def judge(row, data, said, label):
    row.tries += 1
    version = version_of(data)
    if version is None:
        row.torn += 1
        row.wrong.append(f"{label}: torn, {len(data)} bytes, {data[:30]}")
    elif version not in (said, said + 1):
        row.lost += 1
        row.wrong.append(f"{label}: version {said} was said to be saved, {version} is there")


def power_cut(kind, times):
    """Cuts the power of a file system while a document is being saved on it, and looks after the restart."""
    row = Row(4, "power cut", kind)
    chance = random.Random(4)
    for number in range(times):
        with Scene() as scene:
            place = scene.root / "disk"
            with image(place, kind, 16 if kind == "ext4" else 320) as disk:
                scene.state = place / "state"  # The power goes for all of it.
                process = subprocess.Popen(
                    scene.command(["versions", place / "a.md", 1_000_000]), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                    env=scene.environment())
                said = [process.stdout.readline()]
                reader = threading.Thread(target=lambda: said.extend(process.stdout))
                reader.start()
                time.sleep(chance.uniform(0.05, 0.6))
                root = os.open(place, os.O_RDONLY)
                fcntl.ioctl(root, SHUTDOWN, struct.pack("I", WITHOUT_LOG))
                os.close(root)
                process.wait(timeout=60)
                reader.join()
                last = int(said[-1].split()[1]) if said[-1].endswith(b"\n") else int(said[-2].split()[1])
                subprocess.run(["umount", "-l", str(place)], check=True)
                for _ in range(50):
                    if subprocess.run(["mount", "-o", "loop", str(disk), str(place)], capture_output=True).returncode == 0:
                        break
                    time.sleep(0.1)
                else:
                    raise Skip(f"{kind} did not come back")
                judge(row, (place / "a.md").read_bytes(), last, f"{kind}, cut {number}")
                scene.recover()
                row.check(not list(place.glob(".masthead-*")), f"{kind}, cut {number}: a temporary file is left")
    return row


def random_kills(times):
    row = Row(5, "kill -9 at random moments, without a window", "plain, hard link")
    chance = random.Random(5)
    for number in range(times):
        with Scene() as scene:
            path = scene.folder / "a.md"
            if number % 2:
                path.write_bytes(b"")
                os.link(path, scene.folder / "twin.md")
            process = subprocess.Popen(
                scene.command(["versions", path, 1_000_000]), stdout=subprocess.PIPE, env=scene.environment())
            process.stdout.readline()
            time.sleep(chance.uniform(0, 0.15))
            process.kill()
            said = 0
            for line in process.stdout.read().splitlines():
                said = int(line.split()[1])
            process.wait()
            offered = scene.recover()
            data = path.read_bytes()
            if version_of(data) is None and number % 2 and str(path) in offered:
                row.tries += 1  # In place, and cut off: the old text is offered.
            else:
                judge(row, data, said, f"kill {number}")
    return row


def without_case():
    """exFAT: one name in two cases is one file; no links, no modes."""
    need("mkfs.exfat", "mount.exfat-fuse")
    row = Row(12, "names without case", "exfat")
    with Scene() as scene:
        disk = scene.root / "disk.img"
        place = scene.root / "disk"
        place.mkdir()
        with open(disk, "wb") as file:
            file.truncate(16 << 20)
        subprocess.run(["mkfs.exfat", str(disk)], check=True, capture_output=True)
        device = subprocess.run(["losetup", "-f", "--show", str(disk)], capture_output=True, text=True).stdout.strip()
        made = subprocess.run(["mount.exfat-fuse", device, str(place)], capture_output=True)
        if made.returncode:
            subprocess.run(["losetup", "-d", device], capture_output=True)
            raise Skip("mount.exfat-fuse: " + made.stderr.decode().strip())
        try:
            def step(label, right, done):
                row.tries += 1
                row.check(right, f"{label}: {done.stdout + done.stderr}; {sorted(os.listdir(place))}")

            note = place / "note.md"
            done = scene.run("create", note, text=b"one\n")
            step("create", done.returncode == 0 and note.read_bytes() == b"one\n", done)
            done = scene.run("rename", note, "Note.md")
            step("rename to another case", done.returncode == 0 and os.listdir(place) == ["Note.md"], done)
            done = scene.run("save", note, text=b"two\n")
            # The name on disk is the one that was shown.
            step("save by another case", done.returncode == 0 and os.listdir(place) == ["note.md"], done)
            row.lost += note.read_bytes() != b"two\n"
            done = scene.run("create", place / "NOTE.md", text=b"three\n")
            step("create beside it", done.returncode == 1 and b"exists" in done.stderr, done)
            row.lost += note.read_bytes() != b"two\n"
            (place / "other.md").write_bytes(b"other\n")
            done = scene.run("rename", place / "other.md", "nOtE.md")
            step("rename onto it", done.returncode == 1 and b"exists" in done.stderr, done)
            row.lost += note.read_bytes() != b"two\n" or (place / "other.md").read_bytes() != b"other\n"
            done = scene.run("save", place / "Note.md", text=b"four\n")
            step("save", done.returncode == 0 and (place / "Note.md").read_bytes() == b"four\n", done)
            row.check(sorted(os.listdir(place)) == ["Note.md", "other.md"], f"left: {os.listdir(place)}")
        finally:
            subprocess.run(["umount", str(place)], capture_output=True)
            subprocess.run(["losetup", "-d", device], capture_output=True)
    return row


def two_instances(saves):
    row = Row(15, "two instances, one file", f"{saves} saves each")
    with Scene() as scene:
        path = scene.folder / "a.md"
        path.write_bytes(b"start\n")
        both = [
            subprocess.Popen(scene.command(["compete", path, saves, tag]), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=scene.environment()) for tag in ("left", "right")]
        outputs = [process.communicate(timeout=600) for process in both]
        after = {}
        for (out, err), process in zip(outputs, both):
            row.check(process.returncode == 0, err.decode()[-300:])
            for line in out.decode().splitlines():
                word, before, now = line.split()
                if word == "saved":
                    row.tries += 1
                    # Two saves on top of one text: the second did not see the first.
                    if before in after:
                        row.lost += 1
                        row.wrong.append(f"{before[:8]} was overwritten twice")
                    after[before] = now
        announced = sum(out.count(b"announced") for out, _ in outputs)
        row.check(announced > 0, "the two never met")
        data = path.read_bytes()
        lines = set(data.splitlines())
        row.torn += len(lines) != 1 or len(data.splitlines()) != 2_000
        row.check(not scene.leftovers(), f"left behind {scene.leftovers()}")
    return row


def tests():
    for kind in ("ext4", "xfs"):
        yield lambda kind=kind: power_cut(kind, 50)
    yield lambda: random_kills(200)
    yield without_case
    yield lambda: two_instances(100)
