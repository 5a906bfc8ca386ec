#!/usr/bin/env python3
"""Makes the demos that the studio carries with it, so that they open at once and without OpenCASCADE.

    studio_demos.py GRAZE      writes apps/studio/page/public/demos/*/

They are the triangles of the CAD demos at the scene's own deflection, coordinates rounded to a thousandth of a millimetre,
packed with gzip. Then `npm run build` in apps/studio/page, which copies them into the page; commit both.
"""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEMOS = ["car-door", "window-motor"]


def rounded(text: str) -> str:
    lines = []
    for line in text.splitlines():
        if line.startswith("v "):
            line = "v " + " ".join(f"{float(word):.3f}".rstrip("0").rstrip(".") for word in line.split()[1:])
        lines.append(line)
    return "\n".join(lines) + "\n"


def make(graze: str, name: str, scratch: pathlib.Path) -> None:
    subprocess.run([graze, "demo", name, "--out", scratch / name], check=True, stdout=subprocess.DEVNULL)
    scene = json.loads((scratch / name / "scene.json").read_text())
    folder = ROOT / "apps/studio/page/public/demos" / name
    folder.mkdir(parents=True, exist_ok=True)
    for body in scene["bodies"]:
        source, mesh = scratch / name / body["mesh"], scratch / f"{body['name']}.obj"
        subprocess.run([graze, "convert", source, mesh, "--deflection", str(body.pop("deflection"))], check=True, stdout=subprocess.DEVNULL)
        body["mesh"] = mesh.name + ".gz"
        packed = gzip.compress(rounded(mesh.read_text()).encode(), 9, mtime=0)
        (folder / body["mesh"]).write_bytes(packed)
        print(f"{name}/{body['mesh']}: {len(packed):,} bytes")
    (folder / "scene.json").write_text(json.dumps(scene, indent=2) + "\n")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        for name in DEMOS:
            make(sys.argv[1], name, pathlib.Path(scratch))


main()
