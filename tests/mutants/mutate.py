#!/usr/bin/env python3
"""Breaks the source on purpose, one listed change at a time, and shows that a test notices each.

See README.md beside this file. Works on a copy in build/mutants/; the user's tree is only read.
"""
import argparse
import fcntl
import fnmatch
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIELDS = ("file", "line", "old", "new", "target", "filter", "timeout", "why")
REQUIRED = ("file", "old", "new", "target", "filter", "why")
DEFAULT_TIMEOUT = 60


class ListError(Exception):
    """A list that cannot be used: where, what, remedy."""


@dataclass
class Mutant:
    place: str  # list file and line of the entry, for messages
    file: str
    old: str
    new: str
    target: str
    filter: str
    why: str
    line: int = 0  # 0: `old` occurs once
    timeout: int = DEFAULT_TIMEOUT

    @property
    def room(self):
        return self.target.removeprefix("test_")

    def text(self):
        return "\n".join((self.file, self.old, self.new, self.why))


# ---------------------------------------------------------------------------------------------- lists

def parse_list(text, name):
    """The mutants of one list file. Raises ListError."""
    mutants, fields, start, block = [], None, 0, None

    def finish():
        if fields is None:
            return
        missing = [key for key in REQUIRED if key not in fields]
        if missing:
            raise ListError(f"{name}:{start}: the entry lacks {', '.join(missing)}; see tests/mutants/README.md")
        numbers = {key: int(fields[key]) for key in ("line", "timeout") if key in fields}
        mutants.append(Mutant(f"{name}:{start}", **{**fields, **numbers}))

    for number, line in enumerate(text.splitlines(), 1):
        if block is not None and (line.startswith("  ") or not line.strip()):
            fields[block].append(line[2:])
            continue
        if block is not None:
            fields[block] = "\n".join(fields[block]).rstrip("\n")
            block = None
        if not line.strip() or line.startswith("#"):
            continue
        if line.strip() == "[mutant]":
            finish()
            fields, start = {}, number
            continue
        key, colon, value = line.partition(":")
        value = value.strip()
        if fields is None or not colon or key not in FIELDS or key in fields:
            raise ListError(f"{name}:{number}: not understood: '{line}'; expected [mutant] or one of {', '.join(FIELDS)}, each once")
        if key in ("line", "timeout") and not value.isdigit():
            raise ListError(f"{name}:{number}: {key} is '{value}', not a number")
        if value == "|" and key in ("old", "new"):
            block, fields[key] = key, []
        else:
            fields[key] = value
    if block is not None:
        fields[block] = "\n".join(fields[block]).rstrip("\n")
    finish()
    return mutants


def offset_of(mutant, text):
    """Where `old` starts in the source. Raises ListError unless that is one place."""
    if not mutant.old:
        raise ListError(f"{mutant.place}: `old` is empty; give the text to replace")
    if mutant.old == mutant.new:
        raise ListError(f"{mutant.place}: `old` and `new` are the same; nothing would change")
    places = [match.start() for match in re.finditer(re.escape(mutant.old), text)]
    if mutant.line:
        places = [place for place in places if text.count("\n", 0, place) + 1 == mutant.line]
    if len(places) != 1:
        where = f"on line {mutant.line} of" if mutant.line else "in"
        raise ListError(f"{mutant.place}: `old` occurs {len(places)} times {where} {mutant.file}, not once; "
                        "has the source changed? Quote more of it, or give `line: N`")
    return places[0]


def mutated(mutant, text):
    start = offset_of(mutant, text)
    return text[:start] + mutant.new + text[start + len(mutant.old):]


# ---------------------------------------------------------------------------------------------- tests

def matches_filter(name, gtest_filter):
    """gtest's rule: some positive pattern and no negative one; ':' separates, '-' starts the negative ones."""
    positive, _, negative = gtest_filter.partition("-")
    any_of = lambda patterns: any(fnmatch.fnmatchcase(name, p) for p in patterns.split(":") if p)
    return any_of(positive or "*") and not any_of(negative)


def tests_in(text):
    """Suite.Case of a test file; parametrised ones as their instances are called, Any/Suite.Case/0."""
    for kind, suite, case in re.findall(r"^\s*(?:TYPED_)?TEST(_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", text, re.MULTILINE):
        yield f"Any/{suite}.{case}/0" if kind == "_P" else f"{suite}.{case}"


def programs_for(mutant, root):
    """The test programs, one per test file, that hold a test of the filter. Raises ListError."""
    folder = root / "tests" / mutant.room
    stems = [path.stem for path in sorted(folder.rglob("*_test.cpp"))
             if any(matches_filter(name, mutant.filter) for name in tests_in(path.read_text()))]
    if not stems:
        raise ListError(f"{mutant.place}: no test of tests/{mutant.room}/ matches '{mutant.filter}'")
    return [f"mutants_{mutant.room}_{stem}" for stem in stems]


# ---------------------------------------------------------------------------------------------- the copy

def source_files(root):
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "-z"], capture_output=True)
    if listed.returncode == 0:
        names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    else:  # not a repository: everything but builds and hidden folders
        names = [str(path.relative_to(root)) for path in root.rglob("*")]
    keep = lambda name: not name.startswith(("build/", ".git/")) and (root / name).is_file()
    return sorted(filter(keep, names))


def sync_tree(root, tree):
    """Makes `tree` a copy of the sources; files that are the same are not touched, so that little is rebuilt."""
    names = source_files(root)
    for name in names:
        source, copy = root / name, tree / name
        content = source.read_bytes()
        if copy.is_file() and copy.read_bytes() == content:
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
        shutil.copymode(source, copy)
    wanted = set(names)
    for path in list(tree.rglob("*")):
        if path.is_file() and str(path.relative_to(tree)) not in wanted:
            path.unlink()


# ---------------------------------------------------------------------------------------------- running

class Bench:
    """The copy of the sources and its build."""

    def __init__(self, work, jobs):
        self.tree, self.build, self.jobs = work / "tree", work / "build", jobs

    def configure(self):
        if (self.build / "build.ninja").is_file():
            return
        # Warnings are no errors here: a mutant may leave a variable unused.
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DGRAZE_MUTANTS=ON", "-DGRAZE_WERROR=OFF", "-DGRAZE_UNITY=OFF"]
        done = subprocess.run(["cmake", "-S", str(self.tree), "-B", str(self.build), "-G", "Ninja", *options],
                              capture_output=True, text=True)
        if done.returncode != 0:
            shutil.rmtree(self.build, ignore_errors=True)
            raise ListError(f"the copy in {self.tree} does not configure:\n{done.stdout}{done.stderr}")

    def compile(self, programs):
        """Empty when it builds, else what the compiler said."""
        ccache = {"CCACHE_SLOPPINESS": "pch_defines,time_macros"}  # else it does not cache what uses a precompiled header
        done = subprocess.run(["ninja", "-C", str(self.build), f"-j{self.jobs}", *programs], capture_output=True, text=True,
                              env={**os.environ, **ccache})
        return "" if done.returncode == 0 else done.stdout + done.stderr

    def run_tests(self, programs, mutant):
        """How the tests ended: 'passed', or how they noticed."""
        for program in programs:
            command = [str(self.build / "tests/mutants" / program), f"--gtest_filter={mutant.filter}",
                       "--gtest_fail_fast", "--gtest_brief=1"]
            try:
                done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=mutant.timeout)
            except subprocess.TimeoutExpired:
                return f"ran longer than {mutant.timeout} s"
            if done.returncode < 0:
                return f"{program} died by signal {-done.returncode}"
            if done.returncode != 0:
                failed = re.search(r"^\[  FAILED  \] ([^ ,\n]+)", done.stdout, re.MULTILINE)
                return f"{failed.group(1) if failed else program} failed"
            if re.search(r"^\[==========\] 0 tests", done.stdout, re.MULTILINE):
                raise ListError(f"{mutant.place}: '{mutant.filter}' runs no test in {program}")
        return "passed"

    def try_mutant(self, mutant):
        """(verdict, remark), the verdict being 'killed', 'survived' or 'wrong'. The copy is whole again afterwards."""
        path = self.tree / mutant.file
        original = path.read_text()
        programs = programs_for(mutant, self.tree)
        try:
            path.write_text(mutated(mutant, original))
            errors = self.compile(programs)
            if errors:
                said = [line for line in errors.splitlines() if " error: " in line] or errors.splitlines()[-1:]
                return "wrong", "does not compile: " + said[0]
            outcome = self.run_tests(programs, mutant)
            return ("survived", "every test passed") if outcome == "passed" else ("killed", outcome)
        finally:
            path.write_text(original)  # with a new time stamp, so that the next build notices


class Bar:
    """A progress bar on standard error, on a terminal only."""

    def __init__(self, total):
        self.total, self.start, self.draws = total, time.monotonic(), sys.stderr.isatty()

    def show(self, done, what):
        if not self.draws:
            return
        elapsed = time.monotonic() - self.start
        left = f", {elapsed / done * (self.total - done):.0f} s left" if done else ""
        cells = 24 * done // max(self.total, 1)
        line = f"mutants [{'#' * cells}{'.' * (24 - cells)}] {done}/{self.total}{left}  {what}"
        sys.stderr.write("\r" + line[:shutil.get_terminal_size().columns - 1] + "\033[K")
        sys.stderr.flush()

    def clear(self):
        if self.draws:
            sys.stderr.write("\r\033[K")


def check_baseline(bench, mutants, bar):
    """Builds the unchanged programs and runs what the mutants will run. Raises ListError."""
    programs = sorted({program for mutant in mutants for program in programs_for(mutant, bench.tree)})
    bar.show(0, "building the tests unchanged")
    errors = bench.compile(programs)
    if errors:
        raise ListError(f"the unchanged sources do not build:\n{errors[-4000:]}")
    seen = set()
    for mutant in mutants:
        if (mutant.target, mutant.filter) in seen:
            continue
        seen.add((mutant.target, mutant.filter))
        bar.show(0, f"running unchanged: {mutant.filter}")
        outcome = bench.run_tests(programs_for(mutant, bench.tree), mutant)
        if outcome != "passed":
            raise ListError(f"{mutant.place}: without any mutation, {outcome}; make the tests pass first")


def describe(mutant, remark):
    old, new = ("\n".join(f"      {sign} {line}" for line in text.splitlines()) for sign, text in (("-", mutant.old), ("+", mutant.new)))
    return f"  {mutant.place}: {mutant.file}: {mutant.why}\n    {remark}\n{old}\n{new}"


def attack(bench, mutants, verbose):
    """Tries all; returns the exit code."""
    found = {"killed": [], "survived": [], "wrong": []}
    bar = Bar(len(mutants))
    interrupted = False
    try:
        check_baseline(bench, mutants, bar)
        for done, mutant in enumerate(mutants):
            bar.show(done, f"{mutant.place}: {mutant.why}")
            start = time.monotonic()
            verdict, remark = bench.try_mutant(mutant)
            found[verdict].append((mutant, remark))
            if verbose:
                bar.clear()
                print(f"{verdict:8} {time.monotonic() - start:5.1f} s  {mutant.place}  {mutant.why}: {remark}", flush=True)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        bar.clear()
    for verdict, title in (("survived", "survived: no test noticed"), ("wrong", "not usable")):
        if found[verdict]:
            print(f"{title}:")
            print("\n".join(describe(mutant, remark) for mutant, remark in found[verdict]))
    if interrupted:
        print("interrupted; the figures cover what was tried")
    print(f"mutants: {len(found['killed'])} passed, {len(found['survived']) + len(found['wrong'])} failed")
    return 130 if interrupted else 2 if found["wrong"] else 1 if found["survived"] else 0


# ---------------------------------------------------------------------------------------------- command line

def choose_slice(mutants, count):
    """`count` of them spread evenly, always the same."""
    if count <= 0 or count >= len(mutants):
        return mutants
    return [mutants[(2 * i + 1) * len(mutants) // (2 * count)] for i in range(count)]


def read_lists(arguments):
    paths = [pathlib.Path(path) for path in arguments.lists] or sorted(set(HERE.glob("*.txt")) - {HERE / "CMakeLists.txt"})
    if arguments.room:
        paths = [path for path in paths if path.stem == arguments.room or path.stem.startswith(arguments.room + "_")]
    if not paths:
        raise ListError(f"no list for room '{arguments.room}' in {HERE}")
    mutants = []
    for path in paths:
        if not path.is_file():
            raise ListError(f"{path}: no such list")
        mutants += parse_list(path.read_text(), path.name)
    if arguments.match:
        mutants = [mutant for mutant in mutants if arguments.match in mutant.text()]
    return choose_slice(mutants, arguments.slice)


def check_against_sources(mutants):
    """Everything that can be said without building, all of it at once. Raises ListError."""
    complaints = []
    for mutant in mutants:
        try:
            path = ROOT / mutant.file
            if not path.is_file():
                raise ListError(f"{mutant.place}: no file {mutant.file}")
            offset_of(mutant, path.read_text())
            programs_for(mutant, ROOT)
        except ListError as error:
            complaints.append(str(error))
    if complaints:
        raise ListError("\n".join(complaints))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lists", nargs="*", help="list files (default: all beside this tool)")
    parser.add_argument("--room", help="only lists of this room")
    parser.add_argument("--match", help="only mutants whose file, texts or reason contain this")
    parser.add_argument("--slice", type=int, default=0, metavar="N", help="N of them, spread evenly, always the same")
    parser.add_argument("--list", action="store_true", help="name them, build nothing")
    parser.add_argument("--verbose", action="store_true", help="one line per mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="compilers at once")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/mutants", help="where the copy is built")
    return parser.parse_args()


def interrupt(*_):
    raise KeyboardInterrupt


def main():
    arguments = parse_arguments()
    signal.signal(signal.SIGTERM, interrupt)
    try:
        mutants = read_lists(arguments)
        check_against_sources(mutants)
        if arguments.list:
            for mutant in mutants:
                print(f"{mutant.place}  {mutant.file}  {mutant.why}")
            return 0
        work = arguments.work.resolve()
        work.mkdir(parents=True, exist_ok=True)
        with open(work / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two runs would mutate each other's copy
            sync_tree(ROOT, work / "tree")
            bench = Bench(work, arguments.jobs)
            bench.configure()
            return attack(bench, mutants, arguments.verbose)
    except ListError as error:
        print(f"mutants: {error}", file=sys.stderr)
        print("mutants: 0 passed, 1 failed")
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
