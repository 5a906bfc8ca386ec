#!/usr/bin/env python3
"""Writes docs/certificate-tables.md: random damage to certificates by kind, and what proofs of the demo scenes cost.

    scripts/certificate_tables.py TEST_VERIFY GRAZE COUNT OUT [FOLDER]

TEST_VERIFY runs its campaign in pieces, one per core at a time, each with its own random numbers, until they are COUNT
tamperings together. With FOLDER, pieces are kept there, and those that are there already are not run again.
COUNT 0 keeps the table of damage that is in OUT, which is then of an earlier campaign, and renews the rest.
"""
import concurrent.futures
import json
import math
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

KIND = "| kind of damage | tried | rejected | still true | not decided by the oracle | false |"
SEED = 20261116
PIECE = 4400  # tamperings


def read_table(table):
    counts = {}
    for line in table.read_text().splitlines() if table.exists() else []:
        cells = [cell.strip().replace(",", "") for cell in line.strip("|").split("|")]
        if len(cells) == 6 and cells[1].isdigit() and not cells[0].startswith("**"):
            counts[cells[0]] = [int(cell) for cell in cells[1:]]
    return counts


def run_piece(program, folder, seed):
    """The table of one piece as {kind: counts}, or nothing if it failed."""
    table, log = folder / f"{seed}.md", folder / f"{seed}.log"
    if table.exists():
        return read_table(table), False
    environment = dict(os.environ, GRAZE_TAMPER_COUNT=str(PIECE), GRAZE_TAMPER_SEED=str(seed),
                       GRAZE_TAMPER_TABLE=str(table))
    with open(log, "w") as out:
        run = subprocess.run(["nice", "-n", "2", program, "--gtest_filter=Tamper.Campaign_*"], env=environment,
                             stdout=out, stderr=out, check=False)
    if run.returncode != 0:
        print(log.read_text()[-4000:], file=sys.stderr)
    return read_table(table), run.returncode != 0


def run_campaign(program, count, folder):
    """The tables of all pieces added up, and whether one failed."""
    counts, failed = {}, False
    pieces = math.ceil(count / PIECE)

    def piece(number):
        return run_piece(program, folder, SEED + number)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done, (more, bad) in enumerate(pool.map(piece, range(pieces)), 1):
            failed |= bad
            for kind, numbers in more.items():
                counts[kind] = [x + y for x, y in zip(counts.get(kind, [0] * 5), numbers)]
            print(f"\r{done} of {pieces} pieces", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return counts, failed


def measured(words):
    """(seconds, peak memory in MB, what it printed as JSON) of a command."""
    start = time.monotonic()
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    printed = run.stdout.read()
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    return time.monotonic() - start, usage.ru_maxrss / 1024.0, run.returncode, json.loads(printed)


def quarter_turn(scene):
    """The first quarter turn of the demo's screw, in a file of its own."""
    data = json.loads(scene.read_text())
    path = data["paths"][0]
    start = path["poses"][0]
    angle = 2 * math.atan2(start["quaternion"][2], start["quaternion"][3]) + math.pi / 2
    x, y, z = start["translation"]
    path["poses"] = [start, {"translation": [x, y, z + 1.5 / 4],
                             "quaternion": [0, 0, math.sin(angle / 2), math.cos(angle / 2)]}]
    path.pop("turns", None)
    out = scene.with_name("quarter.json")
    out.write_text(json.dumps(data))
    return out


def cost_rows(graze, folder):
    rows = []
    for demo, title in [("screw-and-nut", "screw in its nut, a quarter turn"),
                        ("peg-in-hole", "peg in hole"),
                        ("plates", "plates"), ("gears", "gears in mesh, both turning")]:
        out = folder / demo
        subprocess.run([graze, "demo", demo, "--out", out, "--force"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        scene = out / "scene.json"
        if "quarter" in title:
            scene = quarter_turn(scene)
        certificate = folder / "proof.graze"
        seconds, _, code, answer = measured([graze, "path", scene, "--certificate", certificate, "--json"])
        if code != 0:
            raise RuntimeError(f"{title}: {answer}")
        checked, memory, code, result = measured([graze, "verify", certificate, "--json"])
        if code != 0:
            raise RuntimeError(f"{title}: {result}")
        triangles = sum(body["triangles"] for body in head_of(certificate)["bodies"])
        vertices = sum(body["vertices"] for body in head_of(certificate)["bodies"])
        size = certificate.stat().st_size
        rows.append(f"| {title} | {triangles:,} | {(24 * vertices + 16 * triangles) / 1e6:.2f} | {seconds:.2f} | "
                    f"{result['leaves']:,} | {size / 1e6:.2f} | {checked:.1f} | {memory:.0f} |")
    return rows


def head_of(certificate):
    with open(certificate, "rb") as file:
        words = file.readline().split()
        return json.loads(file.read(int(words[2])))


def lines_of_checker():
    """Lines of code of src/graze_verify: not blank, not only a comment."""
    folder = pathlib.Path(__file__).resolve().parent.parent / "src/graze_verify"
    return {path.name: sum(1 for line in path.read_text().splitlines() if line.strip() and not line.strip().startswith("//"))
            for path in sorted(folder.glob("*.[hc]*"))}


def size_lines():
    lines = lines_of_checker()
    return ["", "## How long the checker is", "",
            "Lines of `src/graze_verify/*.h` and `*.cpp` that are neither blank nor only a comment; the reader of certificates in `src/graze/io` is not counted.", "",
            "| file | lines |", "|---|---:|"] + [f"| {name} | {count} |" for name, count in lines.items()] + \
           [f"| **all** | **{sum(lines.values())}** |"]


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def main():
    program, graze, count, out = sys.argv[1], sys.argv[2], int(sys.argv[3]), pathlib.Path(sys.argv[4])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        kept = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else folder
        counts, failed = run_campaign(program, count, kept) if count else (read_table(out), False)
        rows = cost_rows(graze, folder)
        (folder / "empty").write_bytes(b"")
        idle = measured([graze, "verify", folder / "empty", "--json"])[1]
    total = [sum(column) for column in zip(*counts.values())] if counts else [0] * 5
    lines = ["# Certificates: generated tables", "",
             "Written by `./test --campaign tampering`; never typed. "
             f"{os.cpu_count()} cores ({processor()}), shared with other work.", "",
             "## Damage", "",
             "Certificates of four small scenes (a fork about a block by screw, slerp and linear parameters; an arm with joints, wheels on hinges)",
             "were damaged, lengths and checksums put right again, and judged. *Still true*: accepted, and the oracle of `tests/verify/claim_oracle.h`",
             "says that what is claimed now is so. *False* would be a false claim that was accepted." +
             ("" if count else " This table is of an earlier campaign than the rest of the page."), "",
             KIND, "|---|---:|---:|---:|---:|---:|"]
    for kind in sorted(counts):
        lines.append("| " + " | ".join([kind] + [f"{x:,}" for x in counts[kind]]) + " |")
    lines.append("| " + " | ".join([f"**all {len(counts)} kinds**"] + [f"**{x:,}**" for x in total]) + " |")
    lines += ["", "## What proofs cost", "",
              "`graze path SCENE --certificate F` and `graze verify F` on demo scenes, wall clock. Memory is the peak of the checking process, which holds the",
              f"bodies and not the proof; {idle:.0f} MB of it are there for an empty file, too.", "",
              "| scene | triangles | bodies, MB | proved, s | leaves | certificate, MB | verified, s | checker's memory, MB |",
              "|---|---:|---:|---:|---:|---:|---:|---:|"] + rows + size_lines()
    out.write_text("\n".join(lines) + "\n")
    print(f"{out}: {total[0]:,} tamperings, {total[1]:,} rejected, {total[2]:,} still true, {total[3]:,} not decided, {total[4]:,} false")
    return 1 if failed or total[4] or total[0] < count else 0


if __name__ == "__main__":
    sys.exit(main())
