#!/usr/bin/python3
"""Writes a Markdown document of about a given size, the same each time: what people write, in ordinary proportions.

  make_document.py BYTES >FILE
"""
import random
import sys

WORDS = """a about after all an and are as at be because been before but by can come could day did do down each even every few find first for
from get give go good great had has have he her here him his how I if in into is it its just know like little long look made make man
many may me more most much must my new no not now of on one only or other our out over own paper people place read right said same see
seem she should so some still such take tell than that the their them then there these they thing think this those though three through
time to two under up upon us use very was way we well went were what when where which while who will with word work world would write
year yet you your""".split()


def sentence(chance):
    words = [chance.choice(WORDS) for _ in range(chance.randint(5, 18))]
    for mark in ("**{}**", "*{}*", "`{}`", "[{}](https://example.org/page)"):
        if chance.random() < 0.12:
            place = chance.randrange(len(words))
            words[place] = mark.format(words[place])
    return " ".join(words).capitalize() + "."


def paragraph(chance):
    return " ".join(sentence(chance) for _ in range(chance.randint(2, 6)))


def block(chance):
    kind = chance.random()
    if kind < 0.12:
        return "#" * chance.choice((2, 2, 3)) + " " + sentence(chance)[:-1]
    if kind < 0.24:
        return "\n".join(f"{'  ' * chance.choice((0, 0, 1))}- {sentence(chance)}" for _ in range(chance.randint(2, 6)))
    if kind < 0.30:
        return "\n".join(f"{number}. {sentence(chance)}" for number in range(1, chance.randint(3, 6)))
    if kind < 0.35:
        return "> " + paragraph(chance)
    if kind < 0.40:
        return "```swift\n" + "\n".join(f"let {chance.choice(WORDS)} = {chance.randint(1, 99)}" for _ in range(4)) + "\n```"
    if kind < 0.44:
        rows = [f"| {chance.choice(WORDS):10} | {chance.randint(1, 999):6} |" for _ in range(4)]
        return "\n".join(["| Word       | Number |", "|:-----------|-------:|", *rows])
    return paragraph(chance)


def main():
    size, chance, parts, written = int(sys.argv[1]), random.Random(1), ["# A document to measure with"], 30
    while written < size:
        part = block(chance)
        parts.append(part)
        written += len(part) + 2
    sys.stdout.write("\n\n".join(parts) + "\n")


main()
