#!/usr/bin/python3
"""Writes a book to measure exports with: make_book.py FOLDER [PAGES]

FOLDER/book.md has 300 pages by default, with 100 images, 50 tables, 300 footnotes and 2,000 links (in proportion for other lengths).
Seeded: the same arguments give the same book. The images are made here, too, without any library.
"""
import os
import random
import struct
import sys
import zlib

WORDS = ("the of and to in a is that it was for on are with as at be this have from or had by not word but what some we can out other were "
         "all there when up use your how said each she which their time will way about many then them write would like so these her long "
         "make thing see him two has look more day could go come did number sound no most people my over know water than call first who "
         "may down side been now find any new work part take get place made live where after back little only round man year came show "
         "every good me give our under typography margin paragraph footnote chapter Überschrift façade naïve").split()


def png(path, width, height, seed):
    """A picture with a gradient and some noise, as photographs have."""
    noise = random.Random(seed)
    rows = b""
    for y in range(height):
        row = bytearray(b"\0")
        for x in range(width):
            grain = noise.randrange(12)
            row += bytes(((x * 255 // width + grain) & 255, (y * 255 // height + grain) & 255, (seed * 37 + grain) & 255))
        rows += bytes(row)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))


def main():
    folder = sys.argv[1]
    pages = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    share = pages / 300
    pick = random.Random(3)
    os.makedirs(folder, exist_ok=True)

    def words(count):
        return " ".join(pick.choice(WORDS) for _ in range(count))

    def sentence(count):
        text = words(count)
        return text[0].upper() + text[1:] + "."

    paragraphs = int(1330 * share)
    links = max(1, int(2000 * share))
    notes = max(1, int(300 * share))
    tables = max(1, int(50 * share))
    images = max(1, int(100 * share))
    out = ["---\ntitle: A hand-made book\nauthor: Masthead\nlang: en\n---\n\n"]
    definitions = []
    chapter = section = 0
    done = {"link": 0, "note": 0, "table": 0, "image": 0}
    for number in range(paragraphs):
        if number % 46 == 0:
            chapter += 1
            section = 0
            out.append(f"# Chapter {chapter}\n\n")
        elif number % 9 == 0:
            section += 1
            out.append(f"## Section {chapter}.{section} {words(3)}\n\n")
        parts = []
        for _ in range(6):
            parts.append(sentence(pick.randrange(8, 22)))
        while done["link"] < links * (number + 1) // paragraphs:
            done["link"] += 1
            where = f"#chapter-{pick.randrange(1, chapter + 1)}" if done["link"] % 4 == 0 else f"https://example.org/{done['link']}"
            parts.insert(pick.randrange(len(parts)), f"See [{words(pick.randrange(1, 5))}]({where}).")
        if done["note"] < notes * (number + 1) // paragraphs:
            done["note"] += 1
            parts.append(f"{sentence(5)}[^n{done['note']}]")
            definitions.append(f"[^n{done['note']}]: {sentence(pick.randrange(6, 60))}\n\n")
        out.append(" ".join(parts) + "\n\n")
        if done["table"] < tables * (number + 1) // paragraphs:
            done["table"] += 1
            out.append("| Name | Amount | Remark |\n|:-----|-------:|--------|\n")
            for _ in range(pick.randrange(4, 30)):
                out.append(f"| {words(2)} | {pick.randrange(10000)} | {words(pick.randrange(1, 12))} |\n")
            out.append("\n")
        if done["image"] < images * (number + 1) // paragraphs:
            done["image"] += 1
            name = f"image-{done['image']}.png"
            png(os.path.join(folder, name), 420, 280, done["image"])
            out.append(f"![Figure {done['image']}: {words(4)}]({name})\n\n")
        if number % 31 == 17:
            out.append("```python\n" + "".join(f"def f{i}(x):\n    return x + {i}\n" for i in range(pick.randrange(2, 12))) + "```\n\n")
        if number % 23 == 11:
            out.append("".join(f"{i + 1}. {sentence(pick.randrange(4, 20))}\n" for i in range(pick.randrange(3, 8))) + "\n")
    with open(os.path.join(folder, "book.md"), "w", encoding="utf-8") as file:
        file.write("".join(out) + "".join(definitions))
    print(done)


if __name__ == "__main__":
    main()
