"""CAD demos through the command: what they hold, that nothing touches, how they move, and that bytes repeat."""
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from graze_case import GRAZE, GrazeCase, main

CAD = os.environ.get("GRAZE_CAD", "")
MADE = {}  # name: folder; each demo is made once for all tests


def setUpModule():
    MADE["folder"] = pathlib.Path(tempfile.mkdtemp(prefix="graze-cad-demo-"))


def tearDownModule():
    shutil.rmtree(MADE["folder"], ignore_errors=True)


@unittest.skipUnless(CAD, "built without CAD")
class CadDemo(GrazeCase):
    def made(self, name, *words):
        """The answer of `graze demo`, its scene a full path."""
        if name not in MADE:
            answer = self.good_json("demo", name, "--out", MADE["folder"] / name, *words)
            MADE[name] = answer
        return MADE[name]

    def hashes(self, folder):
        return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in pathlib.Path(folder).iterdir()}

    def expect_closed(self, name, *words):
        bodies = self.good_json("info", self.made(name, *words)["scene"])["files"][0]["bodies"]
        for body in bodies:
            self.assertTrue(body["closed"] and body["oriented"] and body["volume"] > 0, msg=body)
        return {b["name"]: b for b in bodies}

    def verdict(self, command, scene, code, *words):
        run = self.graze(command, scene, "--json", *words)
        self.assertEqual(run.returncode, code, msg=run.stderr.decode())
        return json.loads(run.stdout)

    def distance(self, scene, a, b):
        pairs = self.verdict("distance", scene, 0)["pairs"]
        return next(p["distance"] for p in pairs if set(p["bodies"]) == {a, b})

    def test_process_plant(self):
        answer = self.made("process-plant")
        self.assertEqual((answer["parts"], answer["faces"]), (8, 1073))  # [Figueiredo, sec. 4]
        self.assertEqual(answer["files"], ["process-plant.step", "scene.json"])
        bodies = self.expect_closed("process-plant")
        self.assertEqual(sum(b["surfaces"] for b in bodies.values()), 1073)
        self.assertEqual(self.verdict("clash", answer["scene"], 0)["verdict"], "clear")
        # The valve's gaskets are pressed as it is mounted, as in the mesh version.
        path = self.verdict("path", answer["scene"], 1)
        self.assertEqual(path["verdict"], "contact")
        self.assertIn("valve", path["contacts"][0]["bodies"])

    def test_process_plant_as_mesh(self):
        answer = self.good_json("demo", "process-plant", "--mesh", "--out", "m")
        self.assertEqual(len(answer["bodies"]), 8)
        self.assertTrue(all(f.endswith((".obj", ".json")) for f in answer["files"]))

    def test_chain(self):
        answer = self.made("chain")
        bodies = self.expect_closed("chain")
        self.assertEqual(len(bodies), 61)
        self.assertEqual(self.verdict("path", answer["scene"], 0)["verdict"], "clear")
        # Pin in bush, drawn 0.175 apart; facets take at most the deflection of 0.05 from each.
        pin = self.distance(answer["scene"], "link-3", "link-4")
        self.assertTrue(0.175 - 2 * 0.05 <= pin <= 0.175 + 0.05, msg=pin)

    def test_gearbox(self):
        answer = self.made("gearbox")
        self.assertEqual((answer["parts"], answer["shapes"]), (45, 18))
        self.expect_closed("gearbox")
        self.assertEqual(self.verdict("path", answer["scene"], 0)["verdict"], "clear")
        # Half of the backlash of 0.15 on either flank, seen square to it (20 degrees); facets within 0.03.
        for pair in (("input-shaft", "wheel-1"), ("middle-shaft", "wheel-2")):
            flank = self.distance(answer["scene"], *pair)
            self.assertTrue(0.03 <= flank <= 0.5 * 0.15 + 2 * 0.03, msg=(pair, flank))

    def test_robot_cell(self):
        answer = self.made("robot-cell")
        self.assertEqual((answer["parts"], answer["shapes"]), (29, 12))
        self.assertIn("6 paths of 4 segments", self.good("info", answer["scene"]))
        self.expect_closed("robot-cell")
        self.assertEqual(self.verdict("path", answer["scene"], 0)["verdict"], "clear")
        touching = self.verdict("path", pathlib.Path(answer["scene"]).with_name("touching.json"), 1)
        self.assertEqual(touching["verdict"], "contact")
        self.assertEqual(touching["contacts"][0]["bodies"], ["gripper", "fixture"])
        self.assertAlmostEqual(self.distance(answer["scene"], "base", "turret"), 0.5, places=6)

    def test_plant_large(self):
        answer = self.made("plant-large", "--parts", "400")
        self.assertGreaterEqual(answer["parts"], 400)
        self.assertEqual(answer["shapes"], 18)
        bodies = self.expect_closed("plant-large")
        self.assertEqual(len(bodies), answer["parts"])
        clash = self.verdict("clash", answer["scene"], 1)
        self.assertEqual([p["bodies"] for p in clash["pairs"]], [["rack-01/bay-03/cable-tray-1", "rack-01/branch-line-1"]])

    def test_the_same_bytes_whatever_the_folder_and_the_addresses(self):
        for name, out in (("chain", "c"), ("robot-cell", "quite/another/and/longer/folder")):
            first = self.hashes(pathlib.Path(self.made(name)["scene"]).parent)
            self.good("demo", name, "--out", out)
            self.assertEqual(self.hashes(self.folder / out), first, msg=name)

    def test_own_files_are_replaced_as_a_whole(self):
        self.good("demo", "peg-in-hole", "--out", "d")
        self.good("demo", "chain", "--out", "d")
        self.assertEqual(self.entries("d"), ["demo.json", "frame.step", "inner-link.step", "outer-link.step", "scene.json", "sprocket.step"])
        self.put("e/demo.json", json.dumps({"demo": "x", "files": {}}))
        self.put("e/frame.step", "mine")
        self.refused("demo", "chain", "--out", "e", containing="was not written by graze demo")
        self.assertEqual((self.folder / "e/frame.step").read_text(), "mine")
        self.assertEqual(self.entries("e"), ["demo.json", "frame.step"])

    def test_without_graze_cad(self):
        for cad, words in (("/no/such/graze-cad", "GRAZE_CAD"), (GRAZE, "graze-cad"), ("/bin/false", "exit code 1")):
            self.refused("demo", "chain", "--out", "d", environment={"GRAZE_CAD": cad}, containing=words)
        lonely = shutil.copy(GRAZE, self.folder / "graze")
        run = subprocess.run([lonely, "demo", "chain", "--out", "d"], cwd=self.folder, capture_output=True,
                             env={"PATH": "/nowhere", "HOME": str(self.folder)})
        self.assertEqual(run.returncode, 2)
        self.assertIn("build Graze with -DGRAZE_BUILD_CAD=ON", run.stderr.decode())
        self.assertEqual(self.entries(), ["graze"])

    def test_bad_parameters_are_refused_before_anything_is_started(self):
        self.refused("demo", "gearbox", "--out", "d", "--backlash", "9", environment={"GRAZE_CAD": "/no/such"}, containing="outside [0.1, 0.5]")
        self.refused("demo", "chain", "--out", "d", "--parts", "900", containing="has no parameter --parts")
        self.assertEqual(self.entries(), [])

    def test_interrupt_leaves_what_was_there(self):
        self.good("demo", "peg-in-hole", "--out", "d")
        before = self.hashes(self.folder / "d")
        for delay in (0.3, 0.8):
            process = self.start("demo", "gearbox", "--out", "d", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, msg=err)
            self.assertEqual(out, b"")
            self.assertRegex(err.decode(), r"\Agraze: [^\n]*interrupted[^\n]*\n\Z")
            self.assertEqual(self.hashes(self.folder / "d"), before)


if __name__ == "__main__":
    main()
