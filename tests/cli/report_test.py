"""--report: one page that needs nothing else, its numbers those of the JSON; the table, the review and BCF beside it."""
import base64
import csv
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest
import zipfile
import zlib

from clash_test import box_text
from graze_case import SOURCE, GrazeCase, main

BROWSER = SOURCE / "tests" / "cli" / "report_browser.mjs"


def page_data(text):
    found = re.search(r'<script type="application/json" id="graze-report">(.*?)</script>', text, re.S)
    return json.loads(found[1])


def geometry(text):
    packed = base64.b64decode(re.search(r'id="graze-geometry">(.*?)</script>', text, re.S)[1])
    return zlib.decompress(packed, -15)


def unpacked(shape, data, at):
    """The page's own reader, once more."""
    def signed(code):
        return -((code + 1) // 2) if code & 1 else code // 2
    vertices = [[0.0] * 3 for _ in range(shape["vertices"])]
    for axis in range(3):
        value, n = 0, shape["vertices"]
        for i in range(n):
            value = (value + signed(data[at + i] + 256 * data[at + n + i])) & 0xFFFF
            vertices[i][axis] = shape["low"][axis] + value * (shape["high"][axis] - shape["low"][axis]) / 65535
        at += 2 * n
    corners, index = [], 0
    for _ in range(3 * shape["triangles"]):
        code = shift = 0
        while True:
            byte = data[at]
            at += 1
            code |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        index += signed(code)
        corners.append(index)
    return vertices, corners, at


class Report(GrazeCase):
    def setUp(self):
        super().setUp()
        self.put("a.obj", box_text((0, 0, 0), (1, 2, 3)))
        self.put("s.json", json.dumps({
            "graze": 1,
            "bodies": [{"name": "mover </script>", "mesh": "a.obj"},
                       {"name": "rest", "mesh": "a.obj", "pose": {"translation": [4, 5, 0]}},
                       {"name": "aside", "mesh": "a.obj", "pose": {"translation": [4, -9, 0]}}],
            "paths": [{"body": "mover </script>", "in_between": "screw",
                       "poses": [{"translation": [0, 0, 0]}, {"translation": [8, 0, 0]}]}]}))

    def report(self, *words):
        run = self.graze(*words, "--report", "r.html", "--json")
        return run.returncode, json.loads(run.stdout), (self.folder / "r.html").read_text()

    def test_a_path(self):
        code, answer, text = self.report("path", "s.json", "--below", "3.5")
        self.assertEqual(code, 0)
        data = page_data(text)
        self.assertEqual((data["kind"], data["tone"], data["verdict"], data["segments"]), ("path", "good", "clear", 1))
        # Nothing comes from elsewhere.
        self.assertNotRegex(text, r'(?:src|href)="(?:https?:)?//')
        # The numbers of the page are those of the answer.
        flat = [x for s in answer["clearance_profile"] for x in (s["segment"], s["t"], s["lo"], s["hi"])]
        self.assertEqual(data["profile"]["stretches"], flat)
        self.assertEqual(data["profile"]["limit"], 3.5)
        self.assertEqual(data["worst"]["distance"], answer["least_clearance"]["distance"])
        self.assertEqual(data["answer"]["least_clearance"], answer["least_clearance"])
        low, = answer["below_limit"]["intervals"]
        self.assertEqual(data["profile"]["low"], [[low["from"], low["until"]]])
        for input_file in data["inputs"]:
            self.assertEqual(input_file["sha256"], hashlib.sha256((self.folder / input_file["path"]).read_bytes()).hexdigest())
        self.assertEqual([i["path"] for i in data["inputs"]], ["s.json", "a.obj"])
        self.assertTrue(data["unchecked"] and data["guaranteed"] and data["verify"] and data["tightest"])
        # Geometry comes back, shared by all three bodies.
        shape, = data["scene"]["shapes"]
        vertices, corners, _ = unpacked(shape, geometry(text), 0)
        self.assertEqual((len(vertices), len(corners)), (8, 36))
        for vertex in vertices:
            for x, side in zip(vertex, (1, 2, 3)):
                self.assertLess(min(abs(x), abs(x - side)), 1e-4)
        track, = data["tracks"]
        self.assertEqual(track["poses"][:3], [0, 0, 0])
        self.assertEqual(track["poses"][-7:-4], [8, 0, 0])

    def test_a_clash_its_table_review_and_bcf(self):
        scene = json.loads((self.folder / "s.json").read_text())
        del scene["paths"]
        scene["bodies"][1]["pose"]["translation"] = [0.5, 0.25, 0.125]
        self.put("c.json", json.dumps(scene))
        code, answer, text = self.report("clash", "c.json", "--bcf", "r.bcfzip")
        self.assertEqual(code, 1)
        data = page_data(text)
        finding, = data["findings"]
        pair, = answer["pairs"]
        self.assertEqual((data["tone"], finding["clash"], finding["amount"]), ("bad", True, pair["penetration"][0]))
        self.assertEqual(finding["place"], pair["deepest"])
        self.assertTrue(base64.b64decode(finding["picture"].partition(",")[2]).startswith(b"\x89PNG"))
        row, = csv.DictReader(io.StringIO((self.folder / "r.csv").read_text()))
        self.assertEqual((row["kind"], row["status"], float(row["amount"])), ("intersecting", "new", finding["amount"]))
        with zipfile.ZipFile(self.folder / "r.bcfzip") as bcf:
            self.assertIsNone(bcf.testzip())
            names = bcf.namelist()
            self.assertIn(b'VersionId="2.1"', bcf.read("bcf.version"))
            topic = names[1].partition("/")[0]
            self.assertRegex(topic, r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
            self.assertEqual(names[1:], [f"{topic}/{name}" for name in ("markup.bcf", "viewpoint.bcfv", "snapshot.png")])
            self.assertIn(b"mover &lt;/script&gt; and rest", bcf.read(f"{topic}/markup.bcf"))
        # What people say survives the next run, though the place has moved a little; and what is gone is told.
        review = json.loads((self.folder / "r.review.json").read_text())
        review["findings"][0].update(status="reviewed", comment="the fitter <b> knows")
        review["findings"][0]["place"][0] += 0.1
        review["findings"].append({"bodies": ["rest", "aside"], "place": [0, 0, 0], "status": "approved", "comment": "was here"})
        self.put("r.review.json", json.dumps(review))
        for _ in range(2):
            _, _, text = self.report("clash", "c.json")
            data = page_data(text)
            self.assertEqual((data["findings"][0]["status"], data["findings"][0]["comment"], data["findings"][0]["known"]),
                             ("reviewed", "the fitter <b> knows", "known"))
            self.assertEqual(data["gone"], [{"bodies": ["rest", "aside"], "status": "approved", "comment": "was here"}])
        self.put("r.review.json", "{}")
        self.refused("clash", "c.json", "--report", "r.html", containing="r.review.json")

    def test_an_audit(self):
        self.put("w.json", (self.folder / "s.json").read_text().replace("[4, 5, 0]", "[4, 0.5, 0.25]"))
        code, answer, text = self.report("audit", "w.json")
        data = page_data(text)
        self.assertEqual((code, data["kind"], data["tone"]), (1, "audit", "bad"))
        self.assertEqual(len(data["findings"]), len(answer["passages"]) + len(answer["interpenetrating_frames"]))
        self.assertAlmostEqual(data["findings"][0]["at"], answer["passages"][0]["t"])

    def test_mistakes(self):
        for words, containing in [(["path", "s.json", "--report", "r.pdf"], ".html"), (["clash", "s.json", "--bcf", "b"], "--report"),
                                  (["path", "s.json", "--report", "no/such/r.html"], "r.html")]:
            self.refused(*words, containing=containing)

    def test_in_a_browser(self):
        """Filter, click zooms, scrubbing changes picture and numbers, no errors; at 1280 and 400 pixels."""
        modules = pathlib.Path(os.environ.get("GRAZE_PLAYWRIGHT", SOURCE / "apps/studio/page/node_modules/playwright-core"))
        chromium = shutil.which("chromium")
        if not (shutil.which("node") and chromium and modules.exists()):
            self.skipTest("needs node, chromium and playwright-core")
        self.report("path", "s.json", "--below", "3.5")
        run = subprocess.run(["node", str(BROWSER), str(modules), chromium, str(self.folder / "r.html"), str(self.folder)],
                             capture_output=True, text=True, timeout=300)
        self.assertEqual((run.returncode, run.stdout.strip().splitlines()[-1:]), (0, ["fine"]), msg=run.stdout + run.stderr)


if __name__ == "__main__":
    main()
