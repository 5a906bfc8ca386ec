"""graze path and graze verify: verdicts, fields, certificates that hold and certificates that do not."""
import json

from clash_test import box_text, count_pixels, is_red, read_png
from graze_case import GrazeCase, main


class Path(GrazeCase):
    def setUp(self):
        super().setUp()
        self.put("a.obj", box_text((0, 0, 0), (1, 2, 3)))

    def scene(self, name="s.json", *, to=(4, 0, 0), at=(0, 5, 0), turn=(0, 0, 0, 1), **more):
        """A box that moves from the origin, and one at rest."""
        self.put(name, json.dumps({
            "graze": 1,
            "bodies": [{"name": "mover", "mesh": "a.obj"},
                       {"name": "rest", "mesh": "a.obj", "pose": {"translation": list(at)}}],
            "paths": [{"body": "mover", "in_between": "screw",
                       "poses": [{"translation": [0, 0, 0]}, {"translation": list(to), "quaternion": list(turn)}]}],
            **more}))
        return name

    def path(self, *words):
        run = self.graze("path", *words, "--json")
        return run.returncode, json.loads(run.stdout)

    def verify(self, *words):
        run = self.graze("verify", *words, "--json")
        return run.returncode, json.loads(run.stdout)

    def test_clear_and_its_certificate(self):
        code, answer = self.path(self.scene(turn=(0, 0, 0.6, 0.8)), "--certificate", "c.graze")
        self.assertEqual((code, answer["verdict"], answer["segment"], answer["clear_until"]), (0, "clear", 0, 1.0))
        self.assertEqual(answer["contacts"], [])
        code, answer = self.verify("c.graze", "--scene", "s.json")
        self.assertEqual((code, answer["valid"], answer["reason"]), (0, True, None))
        self.assertGreater(answer["records"], 0)
        self.assertIn("farther apart than 0 mm", answer["proved"])

    def test_contact_where_it_must_be(self):
        # The gap of 4 - 1 = 3 is closed after 3/8 of the way; the clearance of 1 is reached after 2/8.
        self.scene(to=(8, 0, 0), at=(4, 0.5, 0.25))
        for words, time in [((), 3 / 8), (("--clearance", "1"), 2 / 8)]:
            code, answer = self.path("s.json", *words, "--certificate", "c.graze")
            self.assertEqual((code, answer["verdict"]), (1, "contact"))
            self.assertAlmostEqual(answer["clear_until"], time, delta=1e-5)
            self.assertLess(answer["clear_until"], time)
            contact = answer["contacts"][0]
            self.assertLessEqual({"bodies", "kind", "triangles", "surfaces", "points", "normal", "distance"}, set(contact))
            self.assertEqual(contact["bodies"], ["mover", "rest"])
            self.assertAlmostEqual(contact["normal"][0], -1.0, places=6)
            self.assertEqual(self.verify("c.graze")[0], 0)  # of the time before it

    def test_picture(self):
        axis = 200  # pixels of the red x axis, at most
        self.scene(to=(8, 0, 0), at=(4, 0.5, 0.25))
        code, answer = self.path("s.json", "--picture", "contact.png")
        self.assertEqual((code, answer["picture"]), (1, "contact.png"))
        width, height, rows = read_png(self.folder / "contact.png")
        self.assertEqual((width, height), (1280, 720))
        self.assertGreater(count_pixels(rows, is_red), axis + 200)
        self.scene(turn=(0, 0, 0.6, 0.8))
        self.assertEqual(self.path("s.json", "--picture", "clear.png")[0], 0)
        clear = read_png(self.folder / "clear.png")[2]
        self.assertLess(count_pixels(clear, is_red), axis)
        self.good("view", "s.json", "--out", "start.png")
        self.assertNotEqual(clear, read_png(self.folder / "start.png")[2])  # it moved, and left ghosts
        run = self.graze("path", "s.json", "--picture", "p.jpg")
        self.assertEqual(run.returncode, 2)
        self.assertIn("--picture: 'p.jpg' does not end in .png", run.stderr.decode())

    def test_overlap_at_start_is_exact(self):
        for at, verdict in [((1, 0, 0), "overlap_at_start"), ((0.5, 0.5, 0.5), "overlap_at_start"), ((1.5, 0, 0), "contact")]:
            self.assertEqual(self.path(self.scene(at=at))[1]["verdict"], verdict)
        code, answer = self.path("s.json", "--clearance", "0.5")
        self.assertEqual((code, answer["verdict"], answer["contacts"][0]["kind"]), (1, "overlap_at_start", "within_clearance"))

    def test_rules_of_the_scene(self):
        self.scene(to=(8, 0, 0), at=(4, 0, 0), ignore=[["mover", "rest"]])
        code, answer = self.path("s.json", "--certificate", "c.graze")
        self.assertEqual((code, answer["verdict"], answer["stats"]["ignored_pairs"]), (0, "clear", 1))
        self.assertIn("Proved: nothing", self.verify("c.graze")[1]["proved"])
        self.scene(clearance=[{"pair": ["mover", "rest"], "distance": 4}])
        self.assertEqual(self.path("s.json")[1]["verdict"], "overlap_at_start")

    def test_undecided_within_the_budget(self):
        code, answer = self.path(self.scene(), "--budget", "0")
        self.assertEqual((code, answer["verdict"], answer["clear_until"]), (3, "undecided", 0.0))

    def test_parts_that_begin_seated(self):
        # Face on face; the mover leaves by 4 within the segment.
        self.scene(at=(-1, 0, 0))
        self.assertEqual(self.path("s.json")[1]["verdict"], "overlap_at_start")
        code, answer = self.path("s.json", "--start-contact", "allow", "--tolerance", "1e-3")
        self.assertEqual((code, answer["verdict"], answer["clear_until"]), (0, "clear", 1.0))
        self.assertEqual(answer["clear_from_segment"], 0)
        self.assertGreater(answer["clear_from"], 1e-3 / 4)
        self.assertAlmostEqual(answer["clear_from"], 1e-3 / 4, delta=1e-5)
        (seat,) = answer["seated"]
        self.assertEqual((seat["bodies"], seat["kind"], seat["moves"]), (["mover", "rest"], "touching", True))
        self.assertEqual(seat["clear_from"], answer["clear_from"])
        run = self.graze("path", "s.json", "--start-contact", "allow")
        self.assertIn("seated at the start", run.stdout.decode())
        # It slides along and never leaves.
        self.scene(at=(-1, 0, 0), to=(0, 1, 0))
        code, answer = self.path("s.json", "--start-contact", "allow")
        self.assertEqual((code, answer["verdict"], answer["clear_from"]), (1, "overlap_at_start", None))
        # Nobody begins seated: the same answer as ever.
        self.scene()
        answer = self.path("s.json", "--start-contact", "allow")[1]
        self.assertEqual((answer["verdict"], answer["seated"], answer["clear_from"]), ("clear", [], None))

    def test_all_contacts(self):
        # Through a box of width 1 that is 3 away, on a way of 8: in contact from 3/8 to 5/8.
        code, answer = self.path(self.scene(to=(8, 0, 0), at=(4, 0.5, 0.25)), "--all")
        self.assertEqual((code, answer["verdict"]), (1, "contact"))
        (interval,) = answer["intervals"]
        self.assertEqual((interval["bodies"], interval["segment"], interval["until_segment"]), (["mover", "rest"], 0, 0))
        self.assertEqual(interval["from"], answer["clear_until"])
        self.assertAlmostEqual(interval["until"], 5 / 8, delta=1e-5)
        self.assertGreater(interval["until"], 5 / 8)
        self.assertEqual(self.path(self.scene(), "--all")[1]["intervals"], [])
        self.assertNotIn("intervals", self.path("s.json")[1])

    def test_certificates_of_other_scenes_and_damaged_ones(self):
        self.path(self.scene(turn=(0, 0, 0.6, 0.8)), "--certificate", "c.graze")
        for change in [{"to": (4, 0.5, 0)}, {"at": (0, 6, 0)}, {"turn": (0, 0, 0.8, 0.6)}]:
            code, answer = self.verify("c.graze", "--scene", self.scene("other.json", **change))
            self.assertEqual((code, answer["valid"]), (1, False), msg=change)
            self.assertTrue(answer["reason"])
        good = (self.folder / "c.graze").read_bytes()
        for bad in [b"", good[:-1], good + b"x", good.replace(b'"clearance": 0.0', b'"clearance": 0.5'), b"solid x\n"]:
            (self.folder / "bad.graze").write_bytes(bad)
            code, answer = self.verify("bad.graze")
            self.assertEqual((code, answer["valid"]), (1, False))
            self.assertTrue(answer["reason"])

    def test_rules_are_compared(self):
        self.path(self.scene(), "--clearance", "1", "--certificate", "c.graze")
        far = [{"pair": ["mover", "rest"], "distance": 1}]
        self.assertEqual(self.verify("c.graze", "--scene", self.scene("far.json", clearance=far))[0], 0)
        code, answer = self.verify("c.graze", "--scene", self.scene(
            "farther.json", clearance=[{"pair": ["mover", "rest"], "distance": 1.5}]))
        self.assertEqual(code, 1)
        self.assertIn("asks for 1.5", answer["reason"])
        self.path(self.scene("lax.json", ignore=[["mover", "rest"]]), "--certificate", "lax.graze")
        self.assertEqual(self.verify("lax.graze", "--scene", "lax.json")[0], 0)
        code, answer = self.verify("lax.graze", "--scene", "s.json")
        self.assertEqual(code, 1)
        self.assertIn("ignores this pair", answer["reason"])

    def test_joints(self):
        self.put("arm.json", json.dumps({
            "graze": 1,
            "bodies": [{"name": "arm", "mesh": "a.obj"},
                       {"name": "hand", "mesh": "a.obj", "pose": {"translation": [0, 2.5, 0]}},
                       {"name": "wall", "mesh": "a.obj", "pose": {"translation": [-5, 0, 0]}}],
            "joints": [{"body": "arm", "type": "revolute", "axis": [0, 0, 1]},
                       {"body": "hand", "parent": "arm", "type": "prismatic", "axis": [0, 1, 0]}],
            "paths": [{"body": "arm", "values": [0, 40, 90]}, {"body": "hand", "values": [0, 2, 1]}]}))
        code, answer = self.path("arm.json", "--certificate", "c.graze")
        self.assertEqual((code, answer["verdict"]), (1, "contact"))
        code, searched = self.path("arm.json", "--all", "--start-contact", "allow")
        self.assertEqual((code, searched["verdict"], searched["segment"]), (1, "contact", answer["segment"]))
        self.assertAlmostEqual(searched["clear_until"], answer["clear_until"], delta=1e-4)
        self.assertEqual(searched["stats"]["parts"], 0)  # by the search alone
        self.assertEqual([i["bodies"] for i in searched["intervals"]], [["hand", "wall"]])
        self.assertEqual(searched["intervals"][0]["from"], searched["clear_until"])
        code, answer = self.verify("c.graze", "--scene", "arm.json")
        self.assertEqual((code, answer["valid"]), (0, True), msg=answer)
        text = (self.folder / "arm.json").read_text()
        self.put("other.json", text.replace('"values": [0, 40, 90]', '"values": [0, 41, 90]'))
        code, answer = self.verify("c.graze", "--scene", "other.json")
        self.assertEqual(code, 1)
        self.assertIn("moves differently", answer["reason"])

    def test_mistakes(self):
        self.scene()
        self.put("still.json", json.dumps({"graze": 1, "bodies": [{"name": "a", "mesh": "a.obj"}]}))
        for words, containing in [
            (["path", "a.obj"], "paths stand in scene files"),
            (["path", "still.json"], "the scene has no paths"),
            (["path", "s.json", "--tolerance", "0"], "--tolerance"),
            (["path", "s.json", "--clearance", "-1"], "--clearance"),
            (["path", "missing.json"], "missing.json"),
            (["path", "s.json", "--start-contact", "maybe"], "--start-contact"),
            (["path", "s.json", "--start-contact", "allow", "--certificate", "c.graze"], "certificate"),
            (["path", "s.json", "--all", "--budget", "1"], "budget"),
            (["verify", "missing.graze"], "missing.graze"),
        ]:
            run = self.graze(*words)
            self.assertEqual(run.returncode, 2, msg=words)
            self.assertIn(containing, run.stderr.decode())


if __name__ == "__main__":
    main()
