#!/usr/bin/env python3
"""Fails if a public header includes one that is not public, or a library other than std and Eigen; if graze.h leaves one
out; if more is installed than the lists say; or if a header of the core that is not public puts names for users of the
library into `graze` (they belong into `graze::internal` or into a namespace of their room).

The lists are those of cmake/GrazePublicHeaders.cmake. With a second argument, the include folder of an installed Graze,
also says what is there and should not be, and what is missing.
"""
import pathlib
import re
import sys

LISTS = ("GRAZE_PUBLIC_HEADERS", "GRAZE_VERIFY_PUBLIC_HEADERS", "GRAZE_PAPERS_PUBLIC_HEADERS")
UMBRELLA = "graze/graze.h"
INTERNAL = "graze/core/internal.h"  # opens the namespace of all other names
NOT_IN_UMBRELLA = {UMBRELLA, "graze/core/byte_buffer.h", "graze/core/byte_source.h", "graze/queries/broad/body_contacts.h", "graze/io/cad/cad_facts.h"}  # come with others
STD = re.compile(r"^[a-z_0-9]+$")  # <vector>; <stdio.h> and <fmt/format.h> are not like that


def headers(root, name):
    text = (root / "cmake/GrazePublicHeaders.cmake").read_text()
    return re.search(r"set\(" + name + r"\s*([^)]*)\)", text).group(1).split()


def includes(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def complaints(root):
    public = [header for name in LISTS for header in headers(root, name)]
    for header in public:
        path = root / "src" / header
        if not path.exists():
            yield f"cmake/GrazePublicHeaders.cmake: {header} does not exist"
            continue
        for number, is_ours, name in includes(path):
            if is_ours and name not in public:
                yield f"{path}:{number}: a public header may not include \"{name}\", which is not public"
            elif not is_ours and not STD.match(name) and not name.startswith("Eigen/"):
                yield f"{path}:{number}: a public header shows std and Eigen only, not <{name}>"
    in_umbrella = {name for _, _, name in includes(root / "src" / UMBRELLA)} | NOT_IN_UMBRELLA
    for header in headers(root, LISTS[0]):
        if header not in in_umbrella:
            yield f"src/{UMBRELLA}: {header} is public, but not included"


def complaints_about_internal_names(root):
    """Headers of src/graze that are not public: `namespace graze {` may hold forward declarations only."""
    public = set(headers(root, LISTS[0])) | {INTERNAL}
    for path in sorted((root / "src/graze").rglob("*.h")):
        if path.relative_to(root / "src").as_posix() in public:
            continue
        in_graze = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line == "namespace graze {":
                in_graze = True
            elif line == "}  // namespace graze":
                in_graze = False
            elif in_graze and line and not re.match(r"(struct|class|enum class) \w+( : [\w:]+)?;", line):
                yield (f"{path}:{number}: this header is not public, so its names belong into graze::internal "
                       f"(include \"{INTERNAL}\") or into a namespace of their room")
                break


def complaints_about_installed(root, folder):
    public = {header for name in LISTS for header in headers(root, name)}
    installed = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for header in sorted(installed - public):
        yield f"{folder / header}: installed, but not public"
    for header in sorted(public - installed):
        yield f"{folder / header}: public, but not installed"


def main():
    root = pathlib.Path(sys.argv[1])
    found = list(complaints(root)) + list(complaints_about_internal_names(root))
    if len(sys.argv) > 2:
        found += complaints_about_installed(root, pathlib.Path(sys.argv[2]))
    print("\n".join(found) if found else "public headers show what is public")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
