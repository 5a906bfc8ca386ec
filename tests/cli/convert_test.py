"""graze convert: formats, units, bits, scenes, and files that are not lost."""
import itertools
import json
import os
import struct

from graze_case import GrazeCase, main, obj_text, stl_bytes

FORMATS = {"stl": "x.stl", "stl-ascii": "x.stl", "obj": "x.obj", "ply": "x.ply", "ply-ascii": "x.ply", "glb": "x.glb"}


class Convert(GrazeCase):
    def body(self, *words):
        return self.good_json("info", *words)["files"][0]["bodies"][0]

    def test_every_format_to_every_format(self):
        self.put("start.obj", obj_text())
        for first, second in itertools.product(FORMATS, FORMATS):
            with self.subTest(first=first, second=second):
                self.good("convert", "start.obj", "1" + FORMATS[first], "--format", first)
                answer = self.good_json("convert", "1" + FORMATS[first], "2" + FORMATS[second], "--format", second)
                self.assertEqual((answer["triangles"], answer["bodies"], answer["in_format"]), (4, 1, first))
                file = self.good_json("info", "2" + FORMATS[second])["files"][0]
                self.assertEqual(file["format"], second)
                body = file["bodies"][0]
                self.assertEqual((body["triangles"], body["closed"]), (4, True))
                # glb holds metres in 32 bits: 0.003f is not 3 mm
                for got, wanted in zip(body["bounds"]["max"], [3, 2, 1]):
                    self.assertAlmostEqual(got, wanted, delta=1e-6 if "glb" in (first, second) else 0)

    def test_format_follows_the_ending(self):
        self.put("a.obj", obj_text())
        for out, wanted in (("a.stl", "stl"), ("b.STL", "stl"), ("a.ply", "ply"), ("a.glb", "glb")):
            self.good("convert", "a.obj", out)
            self.assertEqual(self.good_json("info", out)["files"][0]["format"], wanted)

    def test_obj_and_ply_keep_every_bit(self):
        numbers = "0.1 1e-300 -123456789.123456789"
        self.put("a.obj", f"v {numbers}\nv 3 0 0\nv 0 2 1\nf 1 2 3\n")
        self.good("convert", "a.obj", "a.ply")
        self.good("convert", "a.ply", "b.obj")
        low = self.body("b.obj")["bounds"]
        self.assertEqual((low["min"][2], low["min"][1], self.body("a.obj")["bounds"]), (-123456789.123456789, 0, low))

    def test_surfaces_survive(self):
        self.put("a.obj", obj_text())
        for out in ("b.obj", "b.glb"):
            self.good("convert", "a.obj", out)
            self.assertEqual(self.body(out)["surfaces"], 2, msg=out)

    def test_units(self):
        self.put("a.obj", obj_text())
        self.good("convert", "a.obj", "cm.obj", "--unit", "in", "--to-unit", "cm")
        self.assertEqual(self.body("cm.obj")["bounds"]["max"], [7.62, 5.08, 2.54])
        self.good("convert", "a.obj", "same.obj", "--unit", "in")
        self.assertEqual(self.body("same.obj")["bounds"]["max"], [3, 2, 1])
        self.good("convert", "a.obj", "a.glb", "--unit", "m")
        self.assertEqual(self.body("a.glb", "--unit", "m")["bounds"]["max"], [3, 2, 1])

    def test_nothing_is_left_out_silently(self):
        """Of two meshes only one is in the scene of the file: the other is missing, not forgotten."""
        corners = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
        primitive = {"primitives": [{"attributes": {"POSITION": 0}}]}
        head = json.dumps({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}, {"nodes": [1]}],
                           "nodes": [{"name": "kept", "mesh": 0}, {"name": "lost", "mesh": 0}], "meshes": [primitive],
                           "buffers": [{"byteLength": 36}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
                           "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}]}).encode()
        head += b" " * (-len(head) % 4)
        body = struct.pack("<II", len(head), 0x4E4F534A) + head + struct.pack("<II", 36, 0x004E4942) + corners
        (self.folder / "two.glb").write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)
        self.refused("convert", "two.glb", "one.obj", containing="lost")
        self.assertFalse((self.folder / "one.obj").exists())
        self.assertIn("missing: ", self.good("convert", "two.glb", "one.obj", "--allow-missing"))
        answer = self.good_json("convert", "two.glb", "one.obj", "--allow-missing")
        self.assertEqual(["lost" in m["what"] for m in answer["missing"]], [True])

    def test_floats_do_not_destroy_a_shape_unasked(self):
        far = [(x + 3e6 + 0.3, y - 1e7 - 0.3, z) for x, y, z in [(0, 0, 0), (3, 0, 0), (0, 2, 0), (0, 0, 1)]]
        self.put("far.obj", obj_text(corners=far))
        self.refused("convert", "far.obj", "far.stl", containing="far from the origin")
        self.assertNotIn("far.stl", self.entries())
        self.refused("convert", "far.obj", "far.stl", containing="--force")
        self.good("convert", "far.obj", "far.stl", "--force")
        self.assertIn("far.stl", self.entries())
        self.good("convert", "far.obj", "far.glb")  # its place is in its node
        for got, wanted in zip(self.body("far.glb")["bounds"]["max"], [3e6 + 3.3, 1.7 - 1e7, 1]):
            self.assertAlmostEqual(got, wanted, delta=1e-5)
        self.put("near.obj", obj_text())
        self.good("convert", "near.obj", "near.stl")

    def test_bodies_may_have_units_of_their_own(self):
        self.put("a.obj", obj_text())
        bodies = [{"name": name, "mesh": "a.obj", **({"unit": unit} if unit else {})}
                  for name, unit in (("plain", None), ("inch", "in"), ("metre", "m"))]
        self.put("s.json", json.dumps({"graze": 1, "unit": "cm", "bodies": bodies}))
        found = {b["name"]: b["bounds"]["max"] for b in self.good_json("info", "s.json")["files"][0]["bodies"]}
        for name, factor in (("plain", 1), ("inch", 2.54), ("metre", 100)):
            for got, wanted in zip(found[name], (3, 2, 1)):
                self.assertAlmostEqual(got, wanted * factor, delta=1e-12)
        self.put("s.json", json.dumps({"graze": 1, "bodies": [{"name": "a", "mesh": "a.obj", "unit": "mile"}]}))
        self.refused("info", "s.json", containing="unit")

    def test_scene_is_placed(self):
        self.put_scene(bodies=[{"name": "a", "mesh": "a.obj"},
                               {"name": "b", "mesh": "a.obj", "pose": {"translation": [10, 0, 0], "quaternion": [0, 0, 1, 0]}}])
        self.good("convert", "scene.json", "all.obj")
        self.assertEqual(self.body("all.obj")["bounds"], {"min": [0, -2, 0], "max": [10, 2, 1]})
        self.good("convert", "scene.json", "all.glb")
        self.assertEqual([b["triangles"] for b in self.good_json("info", "all.glb")["files"][0]["bodies"]], [4, 4])
        self.refused("convert", "scene.json", "b.obj", "--unit", "in", containing="a scene states its unit")

    def test_a_file_may_replace_itself(self):
        self.put("a.obj", obj_text())
        self.good("convert", "a.obj", "a.obj", "--unit", "cm", "--to-unit", "mm")
        self.assertEqual(self.body("a.obj")["bounds"]["max"], [30, 20, 10])
        self.assertEqual(self.entries(), ["a.obj"])

    def test_failure_leaves_what_was_there(self):
        self.put("bad.stl", stl_bytes()[:-7])
        self.put("out.obj", "precious")
        self.refused("convert", "bad.stl", "out.obj", containing="bad.stl")
        self.refused("convert", "none.stl", "out.obj", containing="no such file")
        self.assertEqual((self.folder / "out.obj").read_text(), "precious")
        self.assertEqual(self.entries(), ["bad.stl", "out.obj"])

    def test_places_that_cannot_be_written(self):
        self.put("a.obj", obj_text())
        (self.folder / "dir.obj").mkdir()
        self.refused("convert", "a.obj", "no/such/b.obj", containing="does the folder exist?")
        self.refused("convert", "a.obj", "dir.obj", containing="is a directory")
        self.refused("convert", "a.obj", "a.obj/b.obj", containing="cannot write")
        self.refused("convert", "a.obj", "/dev/full", "--format", "obj", containing="No space left")
        self.refused("convert", "a.obj", "/proc/b.obj", containing="cannot write")
        if os.geteuid() != 0:
            (self.folder / "closed").mkdir(mode=0o500)
            self.refused("convert", "a.obj", "closed/b.obj", containing="Permission denied")
        self.assertEqual([e for e in self.entries() if e.startswith(".")], [])

    def test_output_to_a_pipe(self):
        self.put("a.obj", obj_text())
        text = self.graze("convert", "a.obj", "/dev/stdout", "--format", "obj").stdout.decode()
        self.good("convert", "a.obj", "b.obj")
        self.assertEqual(text, (self.folder / "b.obj").read_text())  # the mesh and nothing else
        run = self.graze("convert", "a.obj", "/dev/stdout", "--format", "obj", "--json")
        self.assertEqual(run.returncode, 2)
        self.assertIn(b"is where --json writes", run.stderr)


if __name__ == "__main__":
    main()
