"""graze info: fields and their types, findings in words, units, scenes."""
import json

from graze_case import CORNERS, FACES, GrazeCase, main, obj_text, stl_bytes

# name -> kind, as DESIGN section 4 promises, and what we add
BODY_FIELDS = {"name": str, "triangles": int, "vertices": int, "surfaces": int, "closed": bool, "oriented": bool,
               "bounds": dict, "degenerate_triangles": int, "duplicate_triangles": int, "boundary_edges": int,
               "non_manifold_edges": int, "inconsistent_edges": int, "pieces": int, "size": float, "area": float}


class Info(GrazeCase):
    def body(self, *words):
        bodies = self.good_json("info", *words)["files"][0]["bodies"]
        self.assertEqual(len(bodies), 1)
        return bodies[0]

    def test_fields_and_numbers(self):
        self.put("part.obj", obj_text())
        answer = self.good_json("info", "part.obj")
        self.assertEqual(list(answer), ["files"])
        file = answer["files"][0]
        self.assertEqual((file["path"], file["format"], file["unit"], file["unit_is_stated"]), ("part.obj", "obj", "mm", False))
        body = file["bodies"][0]
        for field, kind in BODY_FIELDS.items():
            self.assertIs(type(body[field]), kind, msg=field)
        self.assertEqual(body["name"], "part")
        self.assertEqual((body["triangles"], body["vertices"], body["surfaces"], body["pieces"]), (4, 4, 2, 1))
        self.assertEqual(body["bounds"], {"min": [0, 0, 0], "max": [3, 2, 1]})
        self.assertAlmostEqual(body["size"], 14 ** 0.5)
        self.assertAlmostEqual(body["volume"], 1.0)
        self.assertAlmostEqual(body["area"], 3 + 1.5 + 1 + 3.5)  # the slanted face: |(-3,2,0) x (-3,0,1)| / 2 = 7 / 2
        self.assertTrue(body["closed"] and body["oriented"])
        for field in ("degenerate_triangles", "duplicate_triangles", "boundary_edges", "non_manifold_edges", "inconsistent_edges"):
            self.assertEqual(body[field], 0)

    def test_findings(self):
        self.put("open.obj", obj_text(FACES[:3]))
        body = self.body("open.obj")
        self.assertEqual((body["closed"], body["boundary_edges"], body["volume"]), (False, 3, None))
        self.assertIn("open: 3 boundary edges", self.good("info", "open.obj"))

        self.put("flat.obj", obj_text(FACES + [(0, 1, 4)], CORNERS + [(6, 0, 0)]))
        self.assertEqual(self.body("flat.obj")["degenerate_triangles"], 1)
        self.assertIn("1 degenerate triangle (zero area)", self.good("info", "flat.obj"))

        self.put("twice.obj", obj_text(FACES + [FACES[0]]))
        self.assertEqual(self.body("twice.obj")["duplicate_triangles"], 1)
        self.assertIn("1 duplicate triangle", self.good("info", "twice.obj"))

        self.put("turned.obj", obj_text([(0, 1, 2)] + FACES[1:]))
        body = self.body("turned.obj")
        self.assertEqual((body["oriented"], body["inconsistent_edges"], body["closed"]), (False, 3, False))

        self.put("inside-out.obj", obj_text([(a, c, b) for a, b, c in FACES]))
        body = self.body("inside-out.obj")
        self.assertTrue(body["closed"] and body["oriented"])
        self.assertAlmostEqual(body["volume"], -1.0)
        self.assertIn("turned inside out", self.good("info", "inside-out.obj"))

        self.put("good.obj", obj_text())
        self.assertNotRegex(self.good("info", "good.obj"), "open|degenerate|turned|duplicate")

    def test_units_are_told(self):
        self.put("part.stl", stl_bytes())
        self.assertIn("no unit in file: taken as mm, change with --unit", self.good("info", "part.stl"))
        self.assertIn("taken as in", self.good("info", "part.stl", "--unit", "in"))
        file = self.good_json("info", "part.stl", "--unit", "in")["files"][0]
        self.assertEqual((file["unit"], file["bodies"][0]["bounds"]["max"]), ("in", [3, 2, 1]))
        # GLB is in metres by definition: shown in --unit
        self.good("convert", "part.stl", "part.glb", "--unit", "m")
        file = self.good_json("info", "part.glb", "--unit", "cm")["files"][0]
        self.assertEqual((file["unit"], file["unit_is_stated"], file["bodies"][0]["bounds"]["max"]), ("cm", True, [300, 200, 100]))

    def test_crease_splits_surfaces(self):
        self.put("part.stl", stl_bytes())
        self.assertEqual(self.body("part.stl")["surfaces"], 1)
        self.assertEqual(self.body("part.stl", "--crease", "30")["surfaces"], 4)

    def test_several_files_in_order(self):
        for name in ("c.obj", "a.obj", "b.stl"):
            self.put(name, stl_bytes() if name.endswith("stl") else obj_text())
        files = self.good_json("info", "c.obj", "a.obj", "b.stl")["files"]
        self.assertEqual([f["path"] for f in files], ["c.obj", "a.obj", "b.stl"])
        self.assertEqual([f["format"] for f in files], ["obj", "obj", "stl"])

    def test_one_bad_file_does_not_hide_the_others(self):
        self.put("a.obj", obj_text())
        self.put("bad.obj", "v 0 0\n")
        run = self.graze("info", "a.obj", "bad.obj", "none.obj", "--json")
        self.assertEqual(run.returncode, 2)
        answer = json.loads(run.stdout)
        self.assertEqual([f["path"] for f in answer["files"]], ["a.obj"])
        self.assertIn("bad.obj", answer["error"]["message"])
        self.assertEqual(len(run.stderr.decode().splitlines()), 2)
        self.assertIn("a.obj: ", self.graze("info", "a.obj", "bad.obj").stdout.decode())

    def test_scene(self):
        self.put_scene(unit="cm", paths=[{"body": "a", "poses": [{}, {"translation": [1, 0, 0]}, {}]}])
        file = self.good_json("info", "scene.json")["files"][0]
        self.assertEqual((file["format"], file["unit"], file["paths"], file["segments"]), ("scene", "cm", 1, 2))
        self.assertEqual([b["name"] for b in file["bodies"]], ["a", "b"])
        self.assertEqual(file["bodies"][1]["pose"], {"translation": [5, 0, 0], "quaternion": [0, 0, 0, 1]})
        self.assertIn("scene in cm, 1 path of 2 segments", self.good("info", "scene.json"))

    def test_scene_is_read_from_its_own_folder(self):
        self.put("sub/a.obj", obj_text())
        self.put("sub/s.JSON", json.dumps({"graze": 1, "bodies": [{"name": "a", "mesh": "a.obj"}]}))
        self.assertEqual(self.body("sub/s.JSON")["triangles"], 4)

    def test_names_cannot_play_with_the_terminal(self):
        self.put("evil\x1b[31m.obj", obj_text())
        self.assertNotIn("\x1b", self.good("info", "evil\x1b[31m.obj"))
        run = self.graze("info", "no\nsuch\x1b[31m.obj")
        self.assertEqual(run.stderr.count(b"\n"), 1)
        self.assertNotIn(b"\x1b", run.stderr)


if __name__ == "__main__":
    main()
