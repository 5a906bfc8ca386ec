"""What code and docs refer to exists: links between pages, and equations such as `relative.md (R1)`.

    doc_references.py ROOT

An equation is defined where its label ends a line of a formula on a page of docs/mathematics, once. A label that is cited
anywhere (code, tests, mutants, docs) must be defined, and on the page that is named beside it, if one is.
"""
import pathlib
import re
import sys

LABEL = re.compile(r"\b([BDFKMPRSU]\d{1,2})\b")
CITED = re.compile(r"(?:(\w+)\.md,? )?\(?\b([BDFKMPRSU]\d{1,2}(?:(?:, | to | and )[BDFKMPRSU]\d{1,2})*)\)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def equations(root):
    """Label -> page; complains about labels that are defined twice."""
    found, wrong = {}, []
    for page in sorted((root / "docs" / "mathematics").glob("*.md")):
        for number, line in enumerate(page.read_text().splitlines(), 1):
            end = re.search(r"\(([BDFKMPRSU]\d{1,2})\)$", line)
            if not (line.startswith("    ") and end):
                continue
            if end[1] in found:
                wrong.append(f"{page.relative_to(root)}:{number}: ({end[1]}) is defined twice")
            found[end[1]] = page.stem
    return found, wrong


def wrong_citations(path, root, defined):
    text = path.read_text(errors="replace")
    for match in CITED.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        for label in LABEL.findall(match[2]):
            where = f"{path.relative_to(root)}:{line}"
            if label not in defined:
                yield f"{where}: there is no equation ({label})"
            elif match[1] in set(defined.values()) and match[1] != defined[label]:
                yield f"{where}: ({label}) is on {defined[label]}.md, not on {match[1]}.md"


def wrong_links(page, root):
    for match in LINK.finditer(page.read_text()):
        if "://" not in match[1] and not (page.parent / match[1]).exists():
            yield f"{page.relative_to(root)}: link to {match[1]}, which is not there"


def main():
    root = pathlib.Path(sys.argv[1])
    pages = sorted((root / "docs").rglob("*.md")) + sorted(root.glob("*.md"))
    defined, wrong = equations(root)
    if len(defined) < 50:
        wrong.append(f"only {len(defined)} equations found: did their form change?")
    for page in pages:
        wrong += wrong_links(page, root)
    rooms = [root / "src" / "graze" / "motion", root / "src" / "graze" / "continuous", root / "src" / "graze" / "dynamics", root / "src" / "graze_papers"]
    for folder in rooms + [root / "docs" / "mathematics"]:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".h", ".cpp", ".md"):
                wrong += wrong_citations(path, root, defined)
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(defined)} equations, {len(pages)} pages")


if __name__ == "__main__":
    main()
