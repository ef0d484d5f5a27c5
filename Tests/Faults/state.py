"""Items 16 and 18 of the bar, without a window: drafts through kill -9, and damaged state."""

import os
import random
import shutil
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from harness import USER, Row, Scene, digest, mounted, need_root

NAMES = ("aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc")
RATE = 40  # Characters a second.


def drafts_of(scene):
    """What the next start finds: texts by name, and what it says is damaged."""
    done = scene.run("drafts")
    lines = [line.split() for line in done.stdout.decode().splitlines()]
    found = {line[1]: (int(line[2]), line[3], line[4] == "damaged:true") for line in lines if line[0] == "draft"}
    return done.returncode, found, [line[1] for line in lines if line[0] == "damaged"], [line[1] for line in lines if line[0] == "session"]


def typing(kilobytes, moments, how):
    row = Row(16, f"{how.name} while typing", "untitled, journal" if kilobytes > 1024 else "untitled, whole")

    def one(number):
        # The last moments lie in the pause after the typing.
        seconds = random.Random(number).uniform(0.2, 5) if number % 4 else 2
        with Scene() as scene:
            process = subprocess.Popen(
                scene.command(["type", NAMES[0], RATE, 6 if number % 4 else 2, kilobytes]), stdout=subprocess.PIPE,
                env=scene.environment())
            process.stdout.readline()
            time.sleep(seconds + (0 if number % 4 else 2.2))
            process.send_signal(how)
            typed = 1 + sum(1 for line in process.stdout if line.startswith(b"typed"))
            process.wait()
            status, found, _, _ = drafts_of(scene)
            size, name, damaged = found.get(NAMES[0], (0, "", False))
            kept = size - kilobytes * 1024
            text = b"." * (kilobytes * 1024) + bytes(0x61 + key % 26 for key in range(max(kept, 0)))
            row.tries += 1
            at_risk = 2 * RATE if number % 4 else 0
            if kept < typed - at_risk or digest(text) != name:
                row.lost += 1
                row.wrong.append(f"typed {typed}, kept {kept} after {seconds:.1f} s")
            row.check(status == 0 and not damaged, "said to be damaged")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(moments)))
    return row


def damage(rounds):
    row = Row(18, "state truncated, flipped, filled with NULs", "drafts, journal, session")
    texts = [b"first draft\n" * 50, b"second draft\n" * 50]
    chance = random.Random(18)
    with Scene() as scene:
        document = scene.folder / "a.md"
        document.write_bytes(b"the person's own file\n")
        for name, text in zip(NAMES, texts):
            scene.run("draft", name, *([document] if name == NAMES[1] else []), text=text)
        process = subprocess.Popen(
            scene.command(["type", NAMES[2], 20, 2, 1200]), stdout=subprocess.PIPE, env=scene.environment())
        time.sleep(5)
        process.kill()
        process.communicate()
        good = scene.root / "good"
        shutil.copytree(scene.state, good)
        files = sorted(p.relative_to(good) for p in good.rglob("*") if p.is_file() and p.stat().st_size)
        row.check({"session", NAMES[0], NAMES[1], NAMES[2], NAMES[2] + ".journal"} <= {p.name for p in files}, f"{files}")
        _, whole, _, _ = drafts_of(scene)
        row.check(len(whole) == 3, f"{whole}")
        for number in range(rounds):
            shutil.rmtree(scene.state)
            shutil.copytree(good, scene.state)
            victim = scene.state / files[number % len(files)]
            data = bytearray(victim.read_bytes())
            place = chance.randrange(min(len(data), 400)) if chance.random() < 0.5 else chance.randrange(len(data))
            if number % 3 == 0:
                data[place] ^= 1 << chance.randrange(8)
            elif number % 3 == 1:
                del data[place:]
            else:
                data[place:place + 64] = bytes(len(data[place:place + 64]))
            is_changed = bytes(data) != victim.read_bytes()
            victim.write_bytes(data)
            status, found, damaged, session = drafts_of(scene)
            row.tries += 1
            label = f"{victim.name}, round {number}"
            row.check(status == 0, f"{label}: did not start")
            for name, kept in whole.items():
                if not victim.name.startswith(name):
                    if found.get(name) != kept:
                        row.lost += 1
                        row.wrong.append(f"{label}: another draft is lost")
                elif name not in found and is_changed:
                    row.check(damaged, f"{label}: lost without a word")
            if victim.name == "session" and is_changed:
                row.check(session == ["damaged"], f"{label}: {session}")
            row.check(document.read_bytes() == b"the person's own file\n", f"{label}: the person's file was written")
    return row


def unusable():
    need_root()
    row = Row(18, "state folder read-only, full, a file", "start and typing")
    with Scene(USER) as scene:
        scene.run("draft", NAMES[0], text=b"kept")
        for path in [*scene.state.rglob("*"), scene.state]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        status, found, _, _ = drafts_of(scene)
        row.tries += 1
        row.check(status == 0 and NAMES[0] in found, "read-only: the draft did not come back")
        done = scene.run("draft", NAMES[1], text=b"new")
        row.check(done.returncode == 1 and b"error: " in done.stderr, "read-only: nobody was told")
        for path in [scene.state, *scene.state.rglob("*")]:
            path.chmod(0o755)
    with Scene() as scene:
        with mounted(scene.state, "-t", "tmpfs", "-o", "size=64k", "tmpfs"):
            scene.run("draft", NAMES[0], text=b"kept")
            done = scene.run("draft", NAMES[0], text=b"x" * 200_000)
            row.check(done.returncode == 1 and b"error: " in done.stderr, f"full: {done}")
            status, found, damaged, _ = drafts_of(scene)
            row.tries += 1
            row.lost += found.get(NAMES[0], (0, "", False))[1] != digest(b"kept")
            row.check(status == 0 and not damaged, f"full: {status} {found} {damaged}")
    with Scene() as scene:
        os.rmdir(scene.state)
        scene.state.write_bytes(b"")
        row.tries += 1
        row.check(drafts_of(scene)[0] == 0, "a file: did not start")
        scene.state.unlink()
    return row


def tests():
    many = bool(os.environ.get("MASTHEAD_MILESTONE"))
    for kilobytes in (1, 2_000):
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP):
            moments = (100 if many else 20) if how == signal.SIGKILL else 4
            yield lambda k=kilobytes, m=moments, h=how: typing(k, m, h)
    yield lambda: damage(190)
    yield unusable
