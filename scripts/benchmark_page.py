#!/usr/bin/env python3
"""Writes docs/benchmarks.md, the page that a visitor reads, from the tables in docs/benchmarks/.

    scripts/benchmark_page.py           writes it
    scripts/benchmark_page.py --check   fails if the page is not what the tables say

Every number comes from the tables that `./bench --all` wrote; a table or a row that is gone is an error.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = ROOT / "docs" / "benchmarks"
PAGE = ROOT / "docs" / "benchmarks.md"


def number(cell):
    return float(cell.replace(",", ""))


def figure(value):
    """As benchmarks/markdown.cpp prints it."""
    if value >= 1000.0:
        return f"{value:,.0f}"
    return f"{value:.{0 if value >= 100.0 else 1 if value >= 10.0 else 2 if value >= 1.0 else 3}f}"


class Table:
    def __init__(self, lines):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        self.head, self.rows = rows[0], rows[2:]

    def column(self, name):
        return self.head.index(name)

    def row(self, first, **wanted):
        """The row whose first cell is `first`, and whose other cells are as wanted."""
        for row in self.rows:
            if row[0] == first and all(row[self.column(name)] == cell for name, cell in wanted.items()):
                return row
        raise LookupError(f"no row '{first}' {wanted or ''} in the table of {self.head[0]}")


class Benchmark:
    """One file of tables: tables by the heading above them, in their order."""

    def __init__(self, path):
        self.name = path.stem
        lines = path.read_text().splitlines()
        self.question = lines[2]
        self.origin = lines[4]
        self.tables = {}
        heading, table = "", []
        for line in lines + [""]:
            if line.startswith("|"):
                table.append(line)
                continue
            if table:
                self.tables.setdefault(heading, []).append(Table(table))
                table = []
            if line.startswith("#"):
                heading = line.lstrip("# ")

    def table(self, heading, place=0):
        found = [tables for name, tables in self.tables.items() if name.startswith(heading)]
        if not found or place >= len(found[0]):
            raise LookupError(f"docs/benchmarks/{self.name}.md has no table {place} under '{heading}'")
        return found[0][place]


class Targets:
    """The table of targets of the discrete queries: one cell of one scene a row."""

    def __init__(self, discrete):
        self.table = discrete.table("Targets")

    def of(self, words):
        return [row for row in self.table.rows if words in row[0]]

    def line(self, question, words, shown, unit):
        """`shown`: the cell whose times are printed; times and targets are about all cells with the words."""
        rows = self.of(words)
        times = [number(row[4]) for row in rows]
        met = sum(row[6] == "met" for row in rows)
        row = self.table.row(shown)
        if len(rows) == 1:
            factor, note = f"{row[4]}", f"{shown}; target {'met' if met else 'unmet'}"
        else:
            factor = f"{row[4]} ({figure(min(times))} to {figure(max(times))})"
            note = f"{shown}; {met} of {len(rows)} targets met"
        return [question, f"{row[1]} {unit}", f"{row[2]} {unit}", row[3], factor, note]


def is_right(table, row):
    return all(row[table.column(name)] == "0" for name in ("misses", "false", "early", "late"))


def first_contact(question, table, note):
    """Ours against the fastest of those whose answers were all right."""
    peers = [row for row in table.rows[1:] if is_right(table, row)]
    mean, times = table.column("mean"), table.column("times ours")
    best = min(peers, key=lambda row: number(row[times]))
    return [question, f"{table.rows[0][mean]} us", f"{best[mean]} us", best[0], best[times], note]


def fastest_sampler(question, table):
    """Those that sample time: faster than we are, and what that costs them."""
    mean, times = table.column("mean"), table.column("times ours")
    best = min((row for row in table.rows[1:] if "samples" in row[0]), key=lambda row: number(row[times]))
    misses, late, queries = (best[table.column(name)] for name in ("misses", "late", "queries"))
    return [question, f"{table.rows[0][mean]} us", f"{best[mean]} us", best[0], best[times],
            f"not the same answer: it misses {misses} and is late in {late} of {queries}"]


def proofs(question, table):
    worst = max(table.rows, key=lambda row: number(row[3]))
    return [question, f"{worst[2]} ms", f"{worst[1]} ms", "Graze without a proof", figure(1.0 / number(worst[3])),
            f"{worst[0]}, the demo where a proof costs most"]


def unwelded(table, ours):
    theirs = {row[0]: number(row[3]) for row in table.rows if row[1] == "assimp, not joined"}
    factors = [theirs[scene] / ours[scene] for scene in theirs]
    return f"{figure(min(factors))} to {figure(max(factors))}"


def reading(question, table, peer):
    """The format in which we are slowest next to the peer."""
    ours = {row[0]: number(row[3]) for row in table.rows if row[1] == "graze"}
    theirs = {row[0]: number(row[3]) for row in table.rows if row[1] == peer}
    name = min(theirs, key=lambda scene: theirs[scene] / ours[scene])
    factors = [theirs[scene] / ours[scene] for scene in theirs]
    return [question, f"{figure(ours[name] * 1e-6)} ms", f"{figure(theirs[name] * 1e-6)} ms", peer,
            f"{figure(theirs[name] / ours[name])} ({figure(min(factors))} to {figure(max(factors))})",
            f"{name}; next to what welds nothing {unwelded(table, ours)}"]


def loading(question, table):
    ours, theirs = table.row("graze, cold, all cores")[1], table.row("OpenCASCADE reads it, no triangles")[1]
    cached = table.row("graze, from the cache")[1]
    return [question, f"{ours} s", f"{theirs} s", "OpenCASCADE, without triangles", figure(number(theirs) / number(ours)),
            f"{cached} s from the cache"]


def interval(question, table, scene):
    ours, theirs = (table.row(scene, variant=name)[2] for name in ("graze", "boost.interval"))
    return [question, f"{ours} ns", f"{theirs} ns", "Boost.Interval", figure(number(theirs) / number(ours)), scene]


def lines_of(benchmarks):
    discrete, continuous = benchmarks["discrete"], benchmarks["continuous"]
    targets = Targets(discrete)
    screws = continuous.table("Random screws: bunnies of 69500")
    return [
        targets.line("Are two bodies apart?", "apart by", "bunnies, apart by 0.0001", "us"),
        targets.line("Which two triangles meet?", "first pair", "bunnies, first pair", "us"),
        targets.line("Which triangles meet, all of them?", "all pairs", "bunnies, all pairs", "us"),
        targets.line("How far apart, and where?", "distance at", "bunnies, distance at 0.01", "us"),
        first_contact("When do moving bodies first meet?", screws, "bunnies of 69,500 triangles; ours is proved"),
        fastest_sampler("The same by samples of time", screws),
        first_contact("Does a screw turn in its nut?", continuous.table("Parts that stay near each other", 1),
                      "a quarter turn; ours is proved"),
        proofs("What does a certificate cost?", continuous.table("What a proof costs")),
        targets.line("Build a tree quickly", "fast build", "bunnies, fast build", "us"),
        reading("Read and weld a million triangles", benchmarks["io"].table(""), "assimp, joined"),
        loading("Load a STEP assembly", benchmarks["cad"].table("")),
        interval("Multiply two intervals", benchmarks["interval"].table(""), "mixed multiply stream"),
    ]


def unmet(discrete):
    """What we lose: cells of the table that miss their target."""
    table = discrete.table("Targets")
    missed = [row for row in table.rows if row[6] != "met"]
    slower = [row for row in missed if number(row[4]) < 1.0]
    text = [f"{len(table.rows) - len(missed)} of {len(table.rows)} discrete targets are met, {len(missed)} are not."]
    text += ["", "Slower than a package:", ""]
    text += [f"- {row[0]}: {row[4]} times as fast as {row[3]}" for row in slower] or ["- none"]
    text += ["", "Faster, but by less than we want (times faster, of what is wanted):", ""]
    by_question = {}
    for row in missed:
        if row not in slower:
            scene, question = row[0].split(", ", 1)
            by_question.setdefault(f"{scene}, {question.rsplit(' ', 1)[0]}", []).append(
                f"{question.rsplit(' ', 1)[1]} ({row[4]} of {row[5]})")
    text += [f"- {name}: {', '.join(cells)}" for name, cells in by_question.items()] or ["- none"]
    return text + [""]


def continuous_targets(continuous):
    table = continuous.table("Targets")
    met = sum(row[table.column("state")] == "met" for row in table.rows)
    missed = [row[0] for row in table.rows if row[table.column("state")] != "met"]
    return f"{met} of {len(table.rows)} continuous targets are met" + (f"; not: {', '.join(missed)}." if missed else ".")


def print_table(head, rows):
    widths = [max(len(row[i]) for row in [head] + rows) for i in range(len(head))]
    line = lambda row: "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |"
    return [line(head), "|" + "|".join("-" * (width + 2) for width in widths) + "|"] + [line(row) for row in rows]


def page():
    files = sorted(TABLES.glob("*.md"))
    benchmarks = {path.stem: Benchmark(path) for path in files}
    head = ["question", "Graze", "best peer", "which", "times as fast (all scenes)", "where"]
    text = ["# Benchmarks", "",
            "Graze against the fastest peer, one line a question. Below 1 the peer is faster. Written by `./bench --all` from the",
            "tables behind it, never by hand. Ratios within one run count; absolute times do not travel between machines.",
            "", *print_table(head, lines_of(benchmarks)), "",
            "## What we lose", "", *unmet(benchmarks["discrete"]), continuous_targets(benchmarks["continuous"]), "",
            "## All tables", "",
            *print_table(["tables", "question"], [[f"[{name}](benchmarks/{name}.md)", b.question]
                                                  for name, b in benchmarks.items()]),
            "", benchmarks["discrete"].origin, ""]
    return "\n".join(text)


def main():
    try:
        text = page()
    except (LookupError, ValueError, OSError) as wrong:
        sys.exit(f"benchmark_page.py: {wrong}")
    if "--check" in sys.argv[1:]:
        if PAGE.read_text() != text:
            sys.exit("docs/benchmarks.md is not what docs/benchmarks/*.md say: run scripts/benchmark_page.py")
        return
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
