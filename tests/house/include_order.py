#!/usr/bin/env python3
"""Fails if a room of src/graze includes a room below it or a sibling that it is not to know, if an include is not spelt from the root, or if the checker
of certificates or the papers' methods include more than they may.

The order is the list GRAZE_ROOMS in cmake/GrazeRooms.cmake.
"""
import pathlib
import re
import sys


def rooms_in_order(root):
    text = (root / "cmake/GrazeRooms.cmake").read_text()
    return re.search(r"set\(GRAZE_ROOMS\s+([^)]*)\)", text).group(1).split()


# Rooms of one floor that the order would allow, but that have nothing to do with each other: what they share stands below
# both. A proof walks the trees on its own; how bodies stand to each other knows no features.
STRANGERS = {("continuous/proof", "continuous/search"), ("continuous/relative", "continuous/features"),
             ("continuous/boxes", "continuous/features")}


def complaints(root):
    rooms = rooms_in_order(root)
    for path in sorted((root / "src/graze").rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        if path == root / "src/graze/graze.h":  # stands before all rooms: public_headers.py
            continue
        room = path.relative_to(root / "src/graze").parent.as_posix()
        if room not in rooms:
            yield f"{path}: room '{room}' is not listed in cmake/GrazeRooms.cmake"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not match:
                continue
            house, _, rest = match.group(1).partition("/")
            other = rest.rpartition("/")[0]
            if house != "graze" or other not in rooms:
                yield f"{path}:{number}: write \"graze/<room>/<file>\", not \"{match.group(1)}\""
            elif (room, other) in STRANGERS:
                yield f"{path}:{number}: room '{room}' may not include '{other}': they are siblings that do not know each other"
            elif rooms.index(other) > rooms.index(room):
                yield f"{path}:{number}: room '{room}' may not include '{other}', which comes after it"


# What the checker of certificates may share with the rest: the reader of certificates and loops, and no formula. The reader in
# turn knows files and JSON texts, and nothing of geometry or motion.
READER = {"graze/io/certificate/certificate_head.h", "graze/io/certificate/certificate_reader.h",
          "graze/io/certificate/certificate_surfaces.h"}
READER_MAY_INCLUDE = READER | {"graze/core/byte_source.h", "graze/core/expected.h", "graze/core/internal.h", "graze/core/progress.h",
                               "graze/io/text/json_text.h"}
CHECKER_MAY_INCLUDE = READER | {"graze/core/byte_source.h", "graze/core/expected.h", "graze/core/interrupt.h",
                                "graze/core/parallel.h", "graze/core/progress.h", "graze/core/wording.h"}


def complaints_of_checker(root):
    checker = [(path, CHECKER_MAY_INCLUDE, "checker") for path in sorted((root / "src/graze_verify").glob("*.[hc]*"))]
    reader = [(path, READER_MAY_INCLUDE, "reader of certificates") for stem in ("certificate_head", "certificate_reader", "certificate_surfaces")
              for path in sorted((root / "src/graze/io/certificate").glob(stem + ".[hc]*"))]
    for path, allowed, who in checker + reader:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if match and match.group(1) not in allowed and not match.group(1).startswith("graze_verify/"):
                yield f"{path}:{number}: the {who} may not include \"{match.group(1)}\""
    for path in sorted((root / "src/graze").rglob("*.[hc]*")):
        for other in ("graze_verify/", "graze_papers/"):
            if other in path.read_text():
                yield f"{path}: nothing in src/graze may know {other}"


# The papers' own methods stand on the floors up to this one, and on nothing of files, pictures and demos.
LAST_FLOOR_OF_PAPERS = "queries"


def complaints_of_papers(root):
    rooms = rooms_in_order(root)
    last = max(i for i, room in enumerate(rooms) if room.split("/")[0] == LAST_FLOOR_OF_PAPERS)
    for path in sorted((root / "src/graze_papers").glob("*.[hc]*")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not match or match.group(1).startswith("graze_papers/"):
                continue
            house, _, rest = match.group(1).partition("/")
            if house != "graze" or rest.rpartition("/")[0] not in rooms[:last + 1]:
                yield f"{path}:{number}: the papers' methods may not include \"{match.group(1)}\""


def main():
    root = pathlib.Path(sys.argv[1])
    found = [*complaints(root), *complaints_of_checker(root), *complaints_of_papers(root)]
    print("\n".join(found) if found else "include order holds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
