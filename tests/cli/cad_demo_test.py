"""CAD demos through the command: what they hold, that nothing touches, how they move, and that bytes repeat."""
import hashlib
import json
import math
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
        key = "".join((name, *words))
        if key not in MADE:
            MADE[key] = self.good_json("demo", name, "--out", MADE["folder"] / key, *words)
        return MADE[key]

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

    def rewritten(self, scene, change):
        """A copy of a scene in this test's folder, changed."""
        text = json.loads(pathlib.Path(scene).read_text())
        for body in text["bodies"]:
            body["mesh"] = str(pathlib.Path(scene).parent / body["mesh"])
        change(text)
        return self.put("changed.json", json.dumps(text))

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
        bodies = self.expect_closed("plant-large", "--parts", "400")
        self.assertEqual(len(bodies), answer["parts"])
        clash = self.verdict("clash", answer["scene"], 1)
        self.assertEqual([p["bodies"] for p in clash["pairs"]], [["rack-01/bay-03/cable-tray-1", "rack-01/branch-line-1"]])
        whole = self.made("plant-large")
        self.assertEqual((whole["shapes"], whole["parts"]), (18, 20007))

    def test_car_door(self):
        answer = self.made("car-door")
        self.assertEqual(answer["files"], ["car.step", "door.step", "scene.json", "touching.json"])
        bodies = self.expect_closed("car-door")
        self.assertAlmostEqual(bodies["car"]["triangles"], 29000, delta=0.03 * 29000)
        self.assertTrue(11000 <= bodies["door"]["triangles"] <= 17000, msg=bodies["door"]["triangles"])
        # In its seat: 4 mm as CAD; coarse facets (2.8 and 1.2 mm off are allowed) take up to a seventh of it.
        seat = self.distance(self.rewritten(answer["scene"], lambda s: s.pop("paths")), "car", "door")
        self.assertAlmostEqual(seat, 4.0, delta=4.0 / 7)
        # The way in: never nearer than 2 mm, but within 5 of the hinge pillar, which the door's front edge passes.
        self.assertEqual(self.verdict("path", answer["scene"], 0, "--clearance", "2")["verdict"], "clear")
        near = self.verdict("path", answer["scene"], 1, "--clearance", "5")
        touching = self.verdict("path", pathlib.Path(answer["scene"]).with_name("touching.json"), 1)
        for path, apart in ((near, 5.0), (touching, 0.0)):
            self.assertEqual((path["verdict"], path["segment"]), ("contact", 2))
            for contact in path["contacts"]:
                self.assertAlmostEqual(contact["distance"], apart, delta=0.01)
                self.assertRegex(contact["surfaces"][0], "^side outer left/")
                (x, y, z), _ = contact["points"]
                self.assertTrue(560 < x < 620 and -920 < y < -820 and 300 < z < 950, msg=contact)

    def test_car_door_with_fine_facets(self):
        answer = self.made("car-door", "--fine")
        bodies = self.expect_closed("car-door", "--fine")
        self.assertAlmostEqual(bodies["car"]["triangles"], 148000, delta=0.03 * 148000)
        self.assertTrue(11000 <= bodies["door"]["triangles"] <= 17000, msg=bodies["door"]["triangles"])
        seat = self.distance(self.rewritten(answer["scene"], lambda s: s.pop("paths")), "car", "door")
        self.assertAlmostEqual(seat, 4.0, delta=0.2)
        self.assertEqual(self.verdict("path", answer["scene"], 0)["verdict"], "clear")
        coarse, fine = (self.hashes(pathlib.Path(a["scene"]).parent) for a in (self.made("car-door"), answer))
        for name in ("car.step", "door.step"):  # the same bytes, made twice
            self.assertEqual(coarse[name], fine[name])

    def test_window_motor(self):
        answer = self.made("window-motor")
        bodies = self.expect_closed("window-motor")
        self.assertAlmostEqual(sum(b["triangles"] for b in bodies.values()), 21000, delta=0.03 * 21000)
        self.assertEqual(self.verdict("path", answer["scene"], 0, "--clearance", "1")["verdict"], "clear")
        straight = self.verdict("path", pathlib.Path(answer["scene"]).with_name("straight.json"), 1)
        self.assertEqual(straight["verdict"], "contact")

    def test_the_motor_of_the_window_has_one_way_out(self):
        """Its can, 46 mm thick, holds a ball of 45; no opening but one lets that through."""
        radius, lines, faces, rings, sectors = 22.5, [], [], 16, 32
        for i in range(rings + 1):
            for j in range(sectors):
                up, round_ = math.pi * i / rings, 2 * math.pi * j / sectors
                lines.append("v {} {} {}".format(radius * math.sin(up) * math.cos(round_),
                                                 radius * math.sin(up) * math.sin(round_), radius * math.cos(up)))
                a, b = i * sectors + j + 1, i * sectors + (j + 1) % sectors + 1
                if i < rings:
                    faces += [f"f {a} {a + sectors} {b}", f"f {b} {a + sectors} {b + sectors}"]
        self.put("ball.obj", "\n".join(lines + faces) + "\n")

        def passes(start, end):
            def change(scene):
                scene["bodies"][1] = {"name": "ball", "mesh": "ball.obj"}
                scene["paths"] = [{"body": "ball", "poses": [{"translation": start}, {"translation": end}]}]
            scene = self.rewritten(self.made("window-motor")["scene"], change)
            return json.loads(self.graze("path", scene, "--json").stdout)["verdict"] == "clear"

        self.assertTrue(passes([1070, -853, 690], [1070, -600, 690]))
        for x, z in ((1420, 690), (1420, 580), (800, 700), (790, 470), (1440, 460), (1400, 430), (1120, 880),
                     (795, 880), (1460, 880)):  # the other holes of the inner panel
            self.assertFalse(passes([x, -853, z], [x, -600, z]), msg=(x, z))
        for y in range(-880, -796, 4):  # up, between the panels, where the window comes out
            self.assertFalse(passes([1150, y, 880], [1150, y, 1010]), msg=y)

    def test_the_same_bytes_whatever_the_folder_and_the_addresses(self):
        for name, *words in (("chain",), ("robot-cell",), ("gearbox",), ("process-plant",), ("window-motor",),
                             ("plant-large", "--parts", "400")):
            first = self.hashes(pathlib.Path(self.made(name, *words)["scene"]).parent)
            out = f"quite/another/and/longer/folder/{name}"
            self.good("demo", name, "--out", out, *words)
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
