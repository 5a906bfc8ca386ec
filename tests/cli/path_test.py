"""graze path and graze verify: verdicts, fields, certificates that hold and certificates that do not."""
import json
import math
import random
import signal
import time

from clash_test import box_text, count_pixels, is_red, read_png
from graze_case import GrazeCase, main

REDON_COUNTERS = {"box_pairs", "discrete_tests", "continuous_tests", "spared_tests", "separated_by_faces",
                  "separated_by_cross_products", "divisions", "triangle_pairs", "feature_pairs"}


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
        self.graze("demo", "screw-and-nut", "--out", "bolt")
        code, answer = self.path("bolt/scene.json", "--budget", "0")
        self.assertEqual((code, answer["verdict"], answer["clear_until"]), (3, "undecided", 0.0))
        code, answer = self.path("bolt/scene.json", "--budget", "600")
        self.assertEqual((code, answer["verdict"], answer["clear_until"]), (0, "clear", 1.0))

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
        self.assertEqual((seat["bodies"], seat["kind"]), (["mover", "rest"], "touching"))
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

    def put_arm(self):
        self.put("arm.json", json.dumps({
            "graze": 1,
            "bodies": [{"name": "arm", "mesh": "a.obj"},
                       {"name": "hand", "mesh": "a.obj", "pose": {"translation": [0, 2.5, 0]}},
                       {"name": "wall", "mesh": "a.obj", "pose": {"translation": [-5, 0, 0]}}],
            "joints": [{"body": "arm", "type": "revolute", "axis": [0, 0, 1]},
                       {"body": "hand", "parent": "arm", "type": "prismatic", "axis": [0, 1, 0]}],
            "paths": [{"body": "arm", "values": [0, 40, 90]}, {"body": "hand", "values": [0, 2, 1]}]}))

    def test_joints(self):
        self.put_arm()
        code, answer = self.path("arm.json", "--certificate", "c.graze")
        self.assertEqual((code, answer["verdict"]), (1, "contact"))
        code, searched = self.path("arm.json", "--all", "--start-contact", "allow")
        self.assertEqual((code, searched["verdict"], searched["segment"]), (1, "contact", answer["segment"]))
        self.assertAlmostEqual(searched["clear_until"], answer["clear_until"], delta=1e-4)
        self.assertEqual(searched["stats"]["proof_steps"], 0)  # by the search alone
        self.assertEqual([i["bodies"] for i in searched["intervals"]], [["hand", "wall"]])
        self.assertEqual(searched["intervals"][0]["from"], searched["clear_until"])
        code, answer = self.verify("c.graze", "--scene", "arm.json")
        self.assertEqual((code, answer["valid"]), (0, True), msg=answer)
        text = (self.folder / "arm.json").read_text()
        self.put("other.json", text.replace('"values": [0, 40, 90]', '"values": [0, 41, 90]'))
        code, answer = self.verify("c.graze", "--scene", "other.json")
        self.assertEqual(code, 1)
        self.assertIn("moves differently", answer["reason"])

    def test_every_method_gives_the_same_verdict(self):
        """Places and turns at random; nothing ends within (d, d + e]."""
        rng, seen = random.Random(23), set()
        for _ in range(12):
            q = [rng.gauss(0, 1) for _ in range(4)]
            turn = [x / math.sqrt(sum(y * y for y in q)) for x in q]
            self.scene(to=[rng.uniform(-6, 6) for _ in range(3)], at=[rng.uniform(-4, 4) for _ in range(3)], turn=turn)
            clearance = rng.choice(["0", "0.25"])
            answers = {}
            for method in ("search", "redon02"):
                code, answer = self.path("s.json", "--clearance", clearance, "--method", method)
                self.assertEqual(answer["stats"]["method"], method)
                answers[method] = code, answer
            (code, search), (other_code, redon) = answers["search"], answers["redon02"]
            self.assertEqual((code, search["verdict"], search["segment"]), (other_code, redon["verdict"], redon["segment"]))
            self.assertAlmostEqual(search["clear_until"], redon["clear_until"], delta=1e-4)
            self.assertEqual(bool(search["contacts"]), bool(redon["contacts"]))
            self.assertEqual(set(search), set(redon))
            self.assertEqual(set(search["stats"]), set(redon["stats"]))
            if search["contacts"]:
                self.assertEqual(set(search["contacts"][0]), set(redon["contacts"][0]))
            if redon["stats"]["searched_pairs"]:
                self.assertEqual(set(redon["stats"]["method_counters"]), REDON_COUNTERS)
                self.assertGreater(redon["stats"]["method_counters"]["box_pairs"], 0)
            seen.add(search["verdict"])
        self.assertEqual(seen, {"clear", "contact", "overlap_at_start"})

    def test_redon02_on_joints_and_within_a_budget(self):
        self.put_arm()
        answers = [self.path("arm.json", "--method", method) for method in ("search", "redon02")]
        self.assertEqual([code for code, _ in answers], [1, 1])
        self.assertEqual(answers[0][1]["segment"], answers[1][1]["segment"])
        self.assertAlmostEqual(answers[0][1]["clear_until"], answers[1][1]["clear_until"], delta=1e-4)
        code, answer = self.path(self.scene(to=(8, 0, 0), at=(4, 0.5, 0.25)), "--method", "redon02", "--budget", "0")
        self.assertEqual((code, answer["verdict"], answer["clear_until"]), (3, "undecided", 0.0))

    def test_ctrl_c_ends_redon02_with_130(self):
        self.good("demo", "gears", "--out", "gears")  # takes it minutes
        run = self.start("path", "gears/scene.json", "--method", "redon02")
        time.sleep(1.0)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=60), 130)

    def test_what_redon02_does_not_answer_is_refused(self):
        self.scene()
        for words, what in [(["--certificate", "c.graze"], "a certificate"), (["--all"], "a list of all contacts"),
                            (["--start-contact", "allow"], "what happens after a contact at the start")]:
            self.refused("path", "s.json", "--method", "redon02", *words, containing=(
                f"redon02: {what} is asked for, and this method finds the first contact only; "
                "use the method search, or leave that out"))
        self.assertNotIn("c.graze", self.entries())
        self.refused("path", "s.json", "--method", "redon04",
                     containing="--method: 'redon04' is not a method of path; write search or redon02")
        text = self.good("path", "--help")
        for method in ("search", "redon02"):
            self.assertRegex(text, rf"(?m)^  {method} {{2,}}\w")

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
