"""Items 3, 6, 7, 8 and 13 of the bar: full disks, metadata, missing rights, odd targets, other file systems."""

import os
import pathlib
import socket
import subprocess
import time

from harness import USER, Row, Scene, Skip, image, mounted, need, need_root

OLD = b"old text\n" * 44_000  # 400 kB
NEW = b"new text\n" * 100_000  # 900 kB


def full_disk(kind):
    row = Row(3, "disk really full", kind)
    with Scene() as scene:
        place = scene.root / "disk"
        if kind == "tmpfs of 1 MB":
            disk = mounted(place, "-t", "tmpfs", "-o", "size=1m", "tmpfs")
        elif kind == "tmpfs without inodes":
            disk = mounted(place, "-t", "tmpfs", "-o", "size=8m,nr_inodes=4", "tmpfs")
        else:
            disk = image(place, "ext4", 4)
        with disk:
            path = place / "a.md"
            path.write_bytes(OLD)
            twin = place / "b.md"
            if "hard link" in kind:
                os.link(path, twin)
            if "inodes" in kind:
                for number in range(2):
                    (place / f"filler{number}").touch()
            elif "ext4" in kind:
                fill(place / "filler")
            done = scene.run("save", path, text=NEW)
            row.tries += 1
            row.check(done.returncode == 1 and b"noSpace" in done.stderr, f"said {done.stdout + done.stderr}")
            now = path.read_bytes()
            row.lost += now != OLD
            row.check(not list(place.glob(".masthead-*")), "a temporary file is left")
            elsewhere = scene.run("create", scene.folder / "elsewhere.md", text=NEW)
            row.check(elsewhere.returncode == 0 and (scene.folder / "elsewhere.md").read_bytes() == NEW, "Save As elsewhere")
            for filler in place.glob("filler*"):
                filler.unlink()
            if "ext4" in kind:  # Room again: the same save succeeds.
                again = scene.run("save", path, text=NEW)
                row.check(again.returncode == 0 and path.read_bytes() == NEW, f"again: {again.stderr}")
    return row


def fill(path):
    with open(path, "wb") as file:
        try:
            while True:
                file.write(bytes(65_536))
                file.flush()
        except OSError:
            pass


def look(path):
    """All that a file is to others."""
    status = os.lstat(path)
    access = subprocess.run(["getfacl", "-cnp", str(path)], capture_output=True, check=True).stdout
    attributes = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return status.st_mode, status.st_uid, status.st_gid, status.st_nlink, access, attributes


def metadata():
    """Sixteen combinations as root, and the links."""
    need_root()
    need("getfacl", "setfacl")
    row = Row(6, "metadata kept", "mode × owner × attribute × access list × links")
    for bits in range(16):
        with Scene() as scene:
            path = scene.folder / "a.md"
            path.write_bytes(OLD)
            path.chmod((0o600, 0o640, 0o755, 0o664)[bits % 4])
            if bits & 1:
                os.chown(path, 1001, 1002)
                path.chmod((0o600, 0o640, 0o755, 0o4640)[bits // 4])
            if bits & 2:
                os.setxattr(path, "user.note", b"kept")
            if bits & 4:
                subprocess.run(["setfacl", "-m", "u:1003:r,g:1004:rw", str(path)], check=True)
            if bits & 8:
                os.link(path, scene.folder / "twin.md")
            if bits % 3 == 0:  # What the folder gives to new files is not the old file's.
                subprocess.run(["setfacl", "-d", "-m", "u:1005:rwx", str(scene.folder)], check=True)
            before = look(path)
            done = scene.run("save", path, text=NEW)
            row.tries += 1
            row.check(done.returncode == 0, f"{bits:04b}: {done.stderr}")
            row.lost += path.read_bytes() not in (OLD, NEW)
            row.check(look(path) == before, f"{bits:04b}: {before} became {look(path)}")
            row.check(not bits & 8 or (scene.folder / "twin.md").read_bytes() == path.read_bytes(), f"{bits:04b}: link broken")
    for kind in ("relative", "absolute", "dangling", "chain", "loop"):
        with Scene() as scene:
            real, path = scene.folder / "real.md", scene.folder / "a.md"
            if kind not in ("dangling", "loop"):
                real.write_bytes(OLD)
            path.symlink_to({"absolute": real, "chain": "between", "loop": "a.md"}.get(kind, "real.md"))
            if kind == "chain":
                (scene.folder / "between").symlink_to("real.md")
            goal = os.readlink(path)
            done = scene.run("create" if kind in ("dangling", "loop") else "save", path, text=NEW)
            row.tries += 1
            row.check(path.is_symlink() and os.readlink(path) == goal, f"{kind}: the link is gone")
            if kind == "loop":
                row.check(b"linkLoop" in done.stderr, f"loop: {done.stderr}")
            else:
                row.check(done.returncode == 0 and real.read_bytes() == NEW, f"{kind}: {done.stderr}")
    return row


def metadata_of_others():
    """As a person who may write a file but not own its like: the file stays whose it was."""
    need_root()
    row = Row(6, "metadata kept", "another's file, as a plain user")
    for mode, group in ((0o666, 1002), (0o660, USER), (0o662, 1002)):
        with Scene(USER) as scene:
            path = scene.folder / "a.md"
            path.write_bytes(OLD)
            os.chown(path, 1001, group)
            path.chmod(mode)
            if mode == 0o662:
                path.chmod(0o666)
                os.setxattr(path, "user.note", b"kept")
            before = look(path)
            done = scene.run("save", path, text=NEW)
            row.tries += 1
            row.check(done.returncode == 0 and path.read_bytes() == NEW, f"{mode:o}: {done.stderr}")
            row.check(look(path) == before, f"{mode:o}: {before} became {look(path)}")
            row.check(not scene.leftovers(), f"{mode:o}: left behind {scene.leftovers()}")
    return row


def no_rights():
    """Ten ways of not being allowed, as a plain user."""
    need_root()
    need("setpriv", "chattr")
    row = Row(7, "not allowed", "10 ways, as a plain user")

    def one(label, prepare, kind, command="save", arguments=()):
        with Scene(USER) as scene:
            path = scene.folder / "a.md"
            path.write_bytes(OLD)
            os.chown(path, USER, USER)
            undo = prepare(scene, path) or (lambda: None)
            try:
                done = scene.run(command, *(arguments(scene, path) if arguments else [path]), text=NEW)
                row.tries += 1
                row.lost += path.read_bytes() != OLD
                row.check(done.returncode == 1 and kind in done.stderr.decode(), f"{label}: {done.stdout + done.stderr}")
                row.check(not list(scene.folder.glob(".masthead-*")), f"{label}: a temporary file is left")
            finally:
                undo()
                scene.folder.chmod(0o755)

    def foreign(scene, path):
        os.chown(path, 1001, 1001)
        path.chmod(0o644)

    def foreign_folder(scene, path):
        foreign(scene, path)
        scene.folder.chmod(0o555)

    def immutable(scene, path):
        made = subprocess.run(["chattr", "+i", str(path)], capture_output=True)
        if made.returncode:
            raise Skip("chattr: " + made.stderr.decode().strip())
        return lambda: subprocess.run(["chattr", "-i", str(path)], check=True)

    def read_only(scene, path):
        subprocess.run(["mount", "--bind", str(scene.folder), str(scene.folder)], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", str(scene.folder)], check=True)
        return lambda: subprocess.run(["umount", "-l", str(scene.folder)], check=True)

    denied = "permissionDenied"
    one("own file, 0444", lambda s, p: p.chmod(0o444), denied)
    one("own file, 0000", lambda s, p: p.chmod(0), denied)
    one("another's file", foreign, denied)
    one("another's file in a folder of 0555", foreign_folder, denied)
    one("chattr +i", immutable, denied)
    one("read-only mount", read_only, "onReadOnlyFileSystem: true")
    one("folder of 0600", lambda s, p: s.folder.chmod(0o600), denied)
    one("new file in a folder of 0555", lambda s, p: s.folder.chmod(0o555), denied, "create", lambda s, p: [s.folder / "new.md"])
    one("rename in a folder of 0555", lambda s, p: s.folder.chmod(0o555), denied, "rename", lambda s, p: [p, "b.md"])
    one("/dev/full", lambda s, p: None, "notRegular", "save", lambda s, p: ["/dev/full"])
    return row


def odd_targets():
    row = Row(8, "odd targets answer within a second", "pipe, socket, devices, folder, loop, removed folder")
    with Scene() as scene:
        pipe, sock, loop = (scene.folder / name for name in ("pipe", "socket", "loop"))
        os.mkfifo(pipe)
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(sock))
        loop.symlink_to("loop")
        for path in (pipe, sock, loop, scene.folder, pathlib.Path("/dev/null"), pathlib.Path("/dev/tty"), pathlib.Path("/dev/full")):
            for command in ("load", "save", "create"):
                started = time.monotonic()
                done = scene.run(command, path, text=NEW, timeout=20)
                row.tries += 1
                row.check(time.monotonic() - started < 1, f"{command} {path} took long")
                row.check(done.returncode == 1 and b"error: " in done.stderr, f"{command} {path}: {done.stdout + done.stderr}")
        server.close()
        for command in ("load", "create"):
            gone = scene.root / "gone"
            gone.mkdir()
            started = time.monotonic()
            line = f'cd "{gone}" && rmdir "{gone}" && exec "{scene.command([])[0]}" {command} a.md'
            done = subprocess.run(["sh", "-c", line], input=NEW, capture_output=True, env=scene.environment(), timeout=20)
            row.tries += 1
            row.check(done.returncode == 1 and time.monotonic() - started < 1, f"{command} in a removed folder: {done}")
    return row


def move(direction):
    row = Row(13, "move across file systems", direction)
    with Scene() as scene:
        place = scene.root / "disk"
        with mounted(place, "-t", "tmpfs", "-o", "size=1m", "tmpfs"):
            source_folder, goal = (scene.folder, place) if "to tmpfs" in direction else (place, scene.folder)
            source = source_folder / "a.md"
            source.write_bytes(OLD)
            source.chmod(0o640)
            os.setxattr(source, "user.note", b"kept") if goal is not place else None
            if "full" in direction:
                fill(place / "filler")
            done = scene.run("move", source, goal)
            row.tries += 1
            if "full" in direction:
                row.check(done.returncode == 1 and b"noSpace" in done.stderr, f"{done.stdout + done.stderr}")
                row.lost += source.read_bytes() != OLD
                row.check(not (goal / "a.md").exists() and not list(goal.glob(".masthead-*")), "something is left at the goal")
            else:
                row.check(done.returncode == 0 and not source.exists(), f"{done.stderr}")
                row.lost += (goal / "a.md").read_bytes() != OLD
                row.check((goal / "a.md").stat().st_mode & 0o777 == 0o640, "the mode")
            # The name is taken: nothing is overwritten.
            source.write_bytes(OLD)
            (place / "filler").unlink(missing_ok=True)
            (goal / "a.md").write_bytes(b"other")
            done = scene.run("move", source, goal)
            row.tries += 1
            row.check(done.returncode == 1 and b"exists" in done.stderr, f"{done.stderr}")
            row.lost += source.read_bytes() != OLD or (goal / "a.md").read_bytes() != b"other"
    return row


def tests():
    for kind in ("tmpfs of 1 MB", "tmpfs without inodes", "ext4 of 4 MB", "ext4 of 4 MB, hard link"):
        yield lambda kind=kind: full_disk(kind)
    yield from (metadata, metadata_of_others, no_rights, odd_targets)
    for direction in ("to tmpfs", "from tmpfs", "to tmpfs, full"):
        yield lambda direction=direction: move(direction)
