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

    def test_a_seated_pair_keeps_no_clearance(self):
        """The mover stands on the other and rises: a depth is proved, and no distance."""
        self.scene(at=(0, 0, -3), to=(0, 0, 5))
        self.assertEqual(self.path("s.json", "--certificate", "c.graze")[1]["verdict"], "clear")
        self.assertEqual(self.verify("c.graze")[1]["pairs"]["seated"], 1)
        self.assertIsNone(self.verify("c.graze")[1]["clearance"])
        for wanted in ("0", "1"):
            code, answer = self.verify("c.graze", "--clearance", wanted)
            self.assertEqual((code, answer["valid"]), (1, False))
            self.assertIn("1 seated pair a depth is proved", answer["reason"])

    def test_nothing_to_check_is_not_clear(self):
        code, answer = self.path(self.scene(ignore=[["**", "**"]]))
        self.assertEqual((code, answer["verdict"]), (2, "nothing_checked"))
        self.put("one.json", json.dumps({"graze": 1, "bodies": [{"name": "mover", "mesh": "a.obj"}], "paths": [
            {"body": "mover", "poses": [{"translation": [0, 0, 0]}, {"translation": [1, 0, 0]}]}]}))
        code, answer = self.path("one.json")
        self.assertEqual((code, answer["verdict"]), (2, "nothing_checked"))
        self.assertIn("nothing checked", self.graze("path", "one.json").stdout.decode())

    def test_a_body_inside_an_open_mesh_is_not_decided(self):
        self.put("big.obj", box_text((-5, -5, -5), (9, 9, 9)).rsplit("\nf ", 1)[0] + "\n")
        self.put("s.json", json.dumps({"graze": 1, "bodies": [{"name": "mover", "mesh": "a.obj"}, {"name": "big", "mesh": "big.obj"}],
                                       "paths": [{"body": "mover", "poses": [{"translation": [0, 0, 0]}, {"translation": [1, 0, 0]}]}]}))
        code, answer = self.path("s.json")
        self.assertEqual((code, answer["verdict"]), (3, "undecided"))
        self.assertEqual(answer["not_decided"], [{"bodies": ["mover", "big"], "what": "containment", "open": "big",
                                                  "at": {"segment": 0, "t": 0.0}}])
        text = self.graze("path", "s.json").stdout.decode()
        self.assertIn("big is an open mesh; whether mover is inside of it", text)
        self.assertIn("all else is proved", text)

    def test_clear_and_its_certificate(self):
        code, answer = self.path(self.scene(turn=(0, 0, 0.6, 0.8)), "--certificate", "c.graze")
        self.assertEqual((code, answer["verdict"], answer["segment"], answer["clear_until"]), (0, "clear", 0, 1.0))
        self.assertEqual(answer["contacts"], [])
        code, answer = self.verify("c.graze", "--scene", "s.json")
        self.assertEqual((code, answer["valid"], answer["reason"]), (0, True, None))
        self.assertIn("farther apart than 0 mm", answer["proved"])
        self.assertEqual((answer["proves"], answer["covered"]), ("all", {"segments": 1, "until": 0.0, "all_segments": 1}))
        self.assertEqual((sum(answer["pairs"].values()), answer["ignored"]), (1, []))
        self.assertEqual(answer["clearance"], {"least": 0.0, "most": 0.0, "unit": "mm"})
        text = self.good("verify", "c.graze")
        self.assertIn("proves: all", text)

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
            code, answer = self.verify("c.graze")  # of the time before it
            self.assertEqual((code, answer["proves"], answer["covered"]["segments"]), (0, "part", 0))
            self.assertAlmostEqual(answer["covered"]["until"], time, delta=1e-5)
            code, answer = self.verify("c.graze", "--complete")
            self.assertEqual((code, answer["valid"], answer["proves"]), (1, False, "part"))
            self.assertIn("only the time up to segment 0", answer["reason"])
            code, answer = self.verify("c.graze", "--scene", "s.json")  # the scene goes on
            self.assertEqual((code, answer["valid"]), (1, False))
            self.assertIn("goes on after", answer["reason"])

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
        for at, verdict in [((1, 0, 0), "contact"), ((0.5, 0.5, 0.5), "overlap_at_start"), ((1.5, 0, 0), "contact")]:
            self.assertEqual(self.path(self.scene(at=at))[1]["verdict"], verdict)
        code, answer = self.path("s.json", "--clearance", "0.5")
        self.assertEqual((code, answer["verdict"], answer["contacts"][0]["kind"]), (1, "overlap_at_start", "within_clearance"))

    def test_rules_of_the_scene(self):
        self.scene(to=(8, 0, 0), at=(4, 0, 0), ignore=[["mover", "rest"]])
        code, answer = self.path("s.json", "--certificate", "c.graze")
        self.assertEqual((code, answer["verdict"], answer["stats"]["ignored_pairs"]), (2, "nothing_checked", 1))
        self.assertIsNone(answer["certificate"])  # it would prove nothing
        self.assertFalse((self.folder / "c.graze").exists())
        run = self.graze("path", "s.json", "--certificate", "c.graze")
        self.assertIn("no certificate is written", run.stdout.decode())
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
        code, answer = self.path("s.json", "--tolerance", "1e-3")
        self.assertEqual((code, answer["verdict"], answer["clear_until"]), (0, "clear", 1.0))
        (seat,) = answer["seated"]
        self.assertEqual((seat["bodies"], seat["meeting"], seat["judged"]), (["mover", "rest"], "touching", "within_depth"))
        self.assertEqual(seat["clear_from"]["segment"], 0)
        self.assertAlmostEqual(seat["clear_from"]["t"], 1e-3 / 4, delta=1e-5)
        self.assertIn("never deeper", self.good("path", "s.json"))
        # With a certificate, which claims the depth.
        self.assertEqual(self.path("s.json", "--certificate", "c.graze")[0], 0)
        code, answer = self.verify("c.graze")
        self.assertEqual((code, answer["valid"], answer["pairs"]["seated"]), (0, True, 1))
        self.assertIn("deeper in the other than", answer["proved"])
        # It slides along and never leaves, and is never deeper.
        self.scene(at=(-1, 0, 0), to=(0, 1, 0))
        code, answer = self.path("s.json")
        self.assertEqual((code, answer["verdict"], answer["seated"][0]["clear_from"]), (0, "clear", None))
        # It goes in.
        self.scene(at=(-1, 0, 0), to=(-0.25, 0, 0))
        code, answer = self.path("s.json")
        self.assertEqual((code, answer["verdict"], answer["seated"][0]["judged"]), (1, "contact", "too_deep"))
        (deep,) = answer["deep"]
        self.assertGreater(deep["depth"][0], deep["limit"])
        self.assertGreaterEqual(deep["at"]["t"], answer["clear_until"])
        # By less than it may.
        code, answer = self.path("s.json", "--depth", "2")
        self.assertEqual((code, answer["verdict"]), (0, "clear"))
        # Nobody begins seated: the same answer as ever.
        self.scene()
        answer = self.path("s.json")[1]
        self.assertEqual((answer["verdict"], answer["seated"], answer["not_judged"]), ("clear", [], []))

    def test_least_clearance(self):
        # Diagonally past the edge of a box: nearest at t = 3/16, sqrt(1/8) apart.
        self.scene(to=(4, 4, 0), at=(2, -1.5, 0))
        least = self.path("s.json", "--clearance", "0.25")[1]["least_clearance"]
        self.assertEqual(least["distance"][0], 0.25)
        self.assertGreaterEqual(least["distance"][1], math.sqrt(0.125) - 1e-9)
        self.assertLessEqual(least["distance"][1], math.sqrt(0.125) + 1e-6)
        self.assertEqual((least["bodies"], least["segment"]), (["mover", "rest"], 0))

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
        third = [{"name": "third", "mesh": "a.obj", "pose": {"translation": [0, 40, 0]}}]
        lax = json.loads((self.folder / self.scene("lax.json", ignore=[["mover", "rest"]])).read_text())
        lax["bodies"] += third
        self.put("lax.json", json.dumps(lax))
        self.put("strict.json", json.dumps({**lax, "ignore": []}))
        self.path("lax.json", "--certificate", "lax.graze")
        code, answer = self.verify("lax.graze", "--scene", "lax.json")
        self.assertEqual((code, answer["proves"]), (0, "part"))
        self.assertEqual(answer["ignored"][0]["bodies"], ["mover", "rest"])
        self.assertIn("ignored: 'mover' and 'rest'", self.good("verify", "lax.graze"))
        code, answer = self.verify("lax.graze", "--scene", "strict.json")
        self.assertEqual(code, 1)
        self.assertIn("ignores this pair", answer["reason"])
        code, answer = self.verify("lax.graze", "--complete")
        self.assertEqual((code, answer["reason"]), (1, "--complete: 1 pair is ignored"))

    def test_clearances_by_pattern_are_compared(self):
        self.path(self.scene(), "--clearance", "1", "--certificate", "c.graze")
        for pair, distance, code in [(["mov*", "res?"], 1, 0), (["mov*", "res?"], 1.5, 1), (["**", "**"], 1.5, 1),
                                     (["**", "**"], 0.5, 0), (["res*", "rest"], 9, 0)]:
            wish = [{"pair": pair, "distance": distance}]
            found, answer = self.verify("c.graze", "--scene", self.scene("wish.json", clearance=wish))
            self.assertEqual(found, code, msg=f"{wish}: {answer['reason']}")
            if code == 1:
                self.assertIn("asks for 1.5", answer["reason"])
        # The last rule about a pair holds: here, that it may do anything.
        more = {"clearance": [{"pair": ["**", "**"], "distance": 1.5}], "ignore": [["m*", "r*"]]}
        self.assertEqual(self.verify("c.graze", "--scene", self.scene("wish.json", **more))[0], 0)

    def test_what_may_touch_is_compared(self):
        # On each other from the start, and it slides: no rule needed.
        self.path(self.scene(at=(0, 2, 0)), "--certificate", "c.graze")
        self.assertEqual(self.verify("c.graze", "--scene", "s.json")[0], 0)
        # It lands, as a rule allows; the same certificate is too little without the rule, or with less depth.
        landing = {"at": (0, 3, 0), "to": (0, 1, 0)}
        code, answer = self.path(self.scene(ignore=[{"pair": ["m*", "r*"], "allow": "touching"}], **landing),
                                 "--certificate", "c.graze")
        self.assertEqual((code, answer["verdict"]), (0, "clear"))
        self.assertEqual(self.verify("c.graze", "--scene", "s.json")[0], 0)
        code, answer = self.verify("c.graze", "--scene", self.scene("strict.json", **landing))
        self.assertEqual((code, answer["proved"]), (1, None))
        self.assertIn("begins apart", answer["reason"])
        for pair in (["m*", "r*"], ["mover", "rest"]):
            rule = lambda depth: [{"pair": pair, "allow": "interference", "depth": depth}]
            self.path(self.scene(ignore=rule(0.5), **landing), "--certificate", "c.graze")
            self.assertEqual(self.verify("c.graze", "--scene", "s.json")[0], 0)
            code, answer = self.verify("c.graze", "--scene", self.scene("less.json", ignore=rule(0.25), **landing))
            self.assertEqual(code, 1)
            self.assertIn("depth of at most 0.5, the scene allows 0.25", answer["reason"])

    def test_what_is_judged_by_depth_is_not_ignored(self):
        # "allow touching" asks for a depth: a certificate that ignores the pair proves less than that.
        third = [{"name": "third", "mesh": "a.obj", "pose": {"translation": [0, 40, 0]}}]
        def scene(name, **more):
            made = json.loads((self.folder / self.scene(name, at=(0, 2, 0), **more)).read_text())
            made["bodies"] += third
            self.put(name, json.dumps(made))
            return name
        pair = ["mover", "rest"]
        self.path(scene("lax.json", ignore=[pair]), "--certificate", "lax.graze")
        for rule, code in [(pair, 0), ({"pair": pair, "allow": "interference"}, 0), ({"pair": pair, "allow": "touching"}, 1),
                           ({"pair": pair, "allow": "interference", "depth": 0.1}, 1)]:
            found, answer = self.verify("lax.graze", "--scene", scene("asks.json", ignore=[rule]))
            self.assertEqual(found, code, msg=f"{rule}: {answer['reason']}")
            if code == 1:
                self.assertIn("asks for its depth", answer["reason"])

        # Rules of a file count as those of the scene do.
        self.put("rules.json", json.dumps({"graze_rules": 1, "unit": "mm", "ignore": [pair]}))
        self.assertEqual(self.verify("lax.graze", "--scene", scene("plain.json"))[0], 1)
        self.assertEqual(self.verify("lax.graze", "--scene", "plain.json", "--rules", "rules.json")[0], 0)

    def test_a_depth_that_nobody_allows_is_named(self):
        self.path(self.scene(at=(0, 2, 0)), "--depth", "0.5", "--certificate", "c.graze")
        code, answer = self.verify("c.graze", "--scene", "s.json")
        self.assertEqual((code, answer["proved"]), (1, None))
        self.assertIn("a depth of at most 0.5, without a rule", answer["reason"])
        self.assertEqual(self.verify("c.graze", "--scene", "s.json", "--depth", "0.5")[0], 0)
        self.assertIn("--depth allows 0.4", self.verify("c.graze", "--scene", "s.json", "--depth", "0.4")[1]["reason"])
        self.refused("verify", "c.graze", "--depth", "1", containing="--scene")

    def test_demanded_clearance(self):
        self.path(self.scene(), "--clearance", "1", "--certificate", "c.graze")
        self.assertEqual(self.verify("c.graze", "--clearance", "1", "--complete")[0], 0)
        code, answer = self.verify("c.graze", "--clearance", "1.5")
        self.assertEqual((code, answer["valid"], answer["proved"]), (1, False, None))
        self.assertIn("1.5 mm is wanted", answer["reason"])
        self.refused("verify", "c.graze", "--clearance", "far", containing="--clearance")

    def tampered(self, old, new):
        """The certificate c.graze with other words in its head, and a first line that fits."""
        line, rest = (self.folder / "c.graze").read_bytes().split(b"\n", 1)
        head = int(line.split()[2])
        head, body = rest[:head], rest[head:]
        self.assertEqual(head.count(old), 1)
        head = head.replace(old, new)
        checksum = 0xcbf29ce484222325
        for byte in head + body:
            checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
        line = f"graze-certificate 2 {len(head)} {len(body)} {checksum:016x}\n".encode()
        (self.folder / "t.graze").write_bytes(line + head + body)
        return self.graze("verify", "t.graze")

    def test_nothing_of_a_file_is_printed_as_it_is(self):
        self.path(self.scene(), "--certificate", "c.graze")
        lie = b"mm" + 3000 * b" " + b"Proved: everything"
        for unit in [lie, b"mm\\u001b[2J", b"MM", b"", b"yd"]:
            run = self.tampered(b'"unit": "mm"', b'"unit": "' + unit + b'"')
            self.assertEqual(run.returncode, 1, msg=unit)
            self.assertNotIn("everything", run.stdout.decode())
        ignored = b'"ignored": [{"bodies": [0, 1], "reason": "' + b"\\u001b[2J" + 3000 * b" " + b'Proved: everything"}]'
        run = self.tampered(b'"ignored": []', ignored)
        self.assertNotIn("everything", run.stdout.decode())
        for name in [b"\\u001b]0;x\\u0007", b"\\u0000", 3000 * b" " + b"Proved: everything"]:
            run = self.tampered(b'"name":"mover"', b'"name":"' + name + b'"')
            text = run.stdout.decode()
            self.assertEqual(run.returncode, 0, msg=text)
            self.assertNotIn("everything", text)
            self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f]")
            # Where a reason names it.
            run = self.graze("verify", "t.graze", "--scene", "s.json")
            self.assertEqual(run.returncode, 1)
            self.assertNotRegex(run.stdout.decode(), r"[\x00-\x09\x0b-\x1f]|everything")

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
        code, searched = self.path("arm.json", "--all")
        self.assertEqual((code, searched["verdict"], searched["segment"]), (1, "contact", answer["segment"]))
        self.assertAlmostEqual(searched["clear_until"], answer["clear_until"], delta=1e-4)
        self.assertEqual(searched["stats"]["proof_steps"], 0)  # by the search alone
        self.assertEqual([i["bodies"] for i in searched["intervals"]], [["hand", "wall"]])
        self.assertEqual(searched["intervals"][0]["from"], searched["clear_until"])
        self.assertEqual(self.verify("c.graze")[0], 0)
        code, answer = self.verify("c.graze", "--scene", "arm.json")  # alike, but the scene goes on
        self.assertEqual(code, 1)
        self.assertIn("goes on after", answer["reason"])
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
        for words, what in [(["--certificate", "c.graze"], "a certificate"), (["--all"], "a list of all contacts")]:
            self.refused("path", "s.json", "--method", "redon02", *words, containing=(
                f"redon02: {what} is asked for, and this method finds the first contact only; "
                "use the method search, or leave that out"))
        self.assertNotIn("c.graze", self.entries())
        self.refused("path", "s.json", "--method", "redon04",
                     containing="--method: 'redon04' is not a method of path; write search or redon02")
        text = self.good("path", "--help")
        for method in ("search", "redon02"):
            self.assertRegex(text, rf"(?m)^  {method} {{2,}}\w")

    def test_the_clearance_at_every_moment(self):
        # From x = 0 to 8 past a box that begins at x = 4, y = 5: boxes of 1 x 2 x 3, so 3 beside each other at y, then on.
        self.scene(to=(8, 0, 0), at=(4, 5, 0))
        code, answer = self.path("s.json", "--profile", "--below", "3.5")
        self.assertEqual((code, answer["verdict"]), (0, "clear"))
        self.assertTrue(answer["profile"]["meets_gap"])
        profile = answer["clearance_profile"]
        self.assertEqual((profile[0]["segment"], profile[0]["t"]), (0, 0.0))
        for now, later in zip(profile, profile[1:] + [{"segment": 0, "t": 1.0}]):
            self.assertLess(now["t"], later["t"])
            self.assertLessEqual(now["hi"] - now["lo"], 0.01 * now["lo"] * (1 + 1e-12))
            for t in (now["t"], 0.5 * (now["t"] + later["t"]), later["t"]):
                distance = math.hypot(3.0, max(0.0, abs(8 * t - 4) - 1))
                self.assertLessEqual(now["lo"], distance + 1e-9)
                self.assertGreaterEqual(now["hi"], distance - 1e-9)
        least = answer["least_clearance"]
        self.assertLessEqual(least["distance"][0], 3.0)
        self.assertGreaterEqual(least["distance"][1], 3.0)
        self.assertLess(least["distance"][1] - least["distance"][0], 0.0031)
        self.assertEqual(least["bodies"], ["mover", "rest"])
        self.assertAlmostEqual(least["poses"][0]["translation"][0], 8 * least["t"], places=9)
        low, = answer["below_limit"]["intervals"]
        half = (math.sqrt(3.5 ** 2 - 9) + 1) / 8
        self.assertAlmostEqual(low["from"], 0.5 - half, delta=0.01)
        self.assertAlmostEqual(low["until"], 0.5 + half, delta=0.01)
        self.assertTrue(low["certain"])
        self.assertIn("least clearance: ", self.good("path", "s.json", "--profile"))

    def test_mistakes(self):
        self.scene()
        self.put("still.json", json.dumps({"graze": 1, "bodies": [{"name": "a", "mesh": "a.obj"}]}))
        for words, containing in [
            (["path", "a.obj"], "paths stand in scene files"),
            (["path", "still.json"], "the scene has no paths"),
            (["path", "s.json", "--tolerance", "0"], "--tolerance"),
            (["path", "s.json", "--clearance", "-1"], "--clearance"),
            (["path", "missing.json"], "missing.json"),
            (["path", "s.json", "--depth", "-1"], "--depth"),
            (["path", "s.json", "--start-contact", "allow"], "--start-contact"),
            (["path", "s.json", "--all", "--budget", "1"], "budget"),
            (["path", "s.json", "--profile", "--budget", "1"], "budget"),
            (["path", "s.json", "--below", "1"], "--profile"),
            (["verify", "missing.graze"], "missing.graze"),
        ]:
            run = self.graze(*words)
            self.assertEqual(run.returncode, 2, msg=words)
            self.assertIn(containing, run.stderr.decode())


if __name__ == "__main__":
    main()
