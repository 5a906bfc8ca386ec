"""graze demo: every demo is closed, deterministic and readable; nothing of others is overwritten."""
import hashlib
import json
import signal
import time

from graze_case import GrazeCase, main, subprocess

NAMES = ["screw-and-nut", "peg-in-hole", "bolt-in-hole", "plates", "grid", "bunnies", "gears", "falling-boxes", "interlocked-tori", "ring-chain"]


class Demo(GrazeCase):
    def contents(self, name):
        return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in (self.folder / name).iterdir()}

    def test_list(self):
        demos = self.good_json("demo", "--list")["demos"]
        self.assertLessEqual(set(NAMES), {d["name"] for d in demos})
        text = self.good("demo", "--list")
        for demo in demos:
            self.assertIn(demo["name"] + ": " + demo["description"], text)
            for parameter in demo["parameters"]:
                self.assertLessEqual(parameter["min"], parameter["default"])
                self.assertLessEqual(parameter["default"], parameter["max"])
                self.assertIn("--" + parameter["name"], text)
                self.assertIn("--" + parameter["name"], self.good("demo", "--help"))

    def test_every_demo_is_a_closed_scene(self):
        for name in NAMES:
            with self.subTest(name=name):
                answer = self.good_json("demo", name, "--out", name)
                self.assertEqual(answer["demo"], name)
                self.assertEqual(sorted(answer["files"] + ["demo.json"]), self.entries(name))
                bodies = self.good_json("info", answer["scene"])["files"][0]["bodies"]
                self.assertGreaterEqual(len(bodies), 1)
                self.assertEqual([b["name"] for b in bodies], [b["name"] for b in answer["bodies"]])
                for body in bodies:
                    self.assertTrue(body["closed"] and body["oriented"] and body["volume"] > 0, msg=body)
                    self.assertEqual(body["degenerate_triangles"], 0)

    def test_same_seed_same_bytes(self):
        self.good("demo", "bunnies", "--out", "1", "--seed", "5")
        self.good("demo", "bunnies", "--out", "2", "--seed", "5", "--threads", "1")
        self.good("demo", "bunnies", "--out", "3", "--seed", "6")
        self.assertEqual(self.contents("1"), self.contents("2"))
        self.assertNotEqual(self.contents("1"), self.contents("3"))

    def test_the_bolt_leaves_along_its_free_way_only(self):
        for words, verdict, proves in [((), "clear", "all"), (("--wrong",), "contact", "part")]:
            self.good("demo", "bolt-in-hole", "--out", "d", *words)
            clash = self.good_json("clash", "d/scene.json")
            self.assertEqual({p["kind"] for p in clash["pairs"]}, {"touching"})
            self.assertEqual(len(clash["pairs"]), 3)
            run = self.graze("path", "d/scene.json", "--certificate", "c.graze", "--json")
            answer = json.loads(run.stdout)
            self.assertEqual((run.returncode, answer["verdict"]), (int(verdict == "contact"), verdict))
            self.assertEqual(len(answer["seated"]), 3)
            self.assertEqual(answer["not_judged"], [])
            valid = self.good_json("verify", "c.graze")
            self.assertEqual((valid["valid"], valid["proves"], valid["pairs"]["seated"]), (True, proves, 3))
            if verdict == "clear":
                self.assertEqual(self.good_json("verify", "c.graze", "--scene", "d", "--complete")["proves"], "all")
                continue
            self.assertEqual((answer["segment"], answer["deep"][0]["bodies"]), (2, ["bolt", "plate"]))
            self.assertGreater(answer["deep"][0]["depth"][0], answer["deep"][0]["limit"])
            # 6 mm down in a segment: as deep as it may be after a 8,000th of it.
            self.assertLess(answer["clear_until"], answer["deep"][0]["limit"] / 6)

    def test_mistakes(self):
        demos = {d["name"]: d for d in self.good_json("demo", "--list")["demos"]}
        number = next(p for p in demos["screw-and-nut"]["parameters"] if not p["flag"])
        option = "--" + number["name"]
        self.refused("demo", "screw-and-nut", "--out", "x", option, "many", containing="'many' is not a number")
        self.refused("demo", "screw-and-nut", "--out", "x", option, 2 * number["max"] + 1, containing=number["name"])
        foreign = next(p["name"] for p in demos["grid"]["parameters"]
                       if p["name"] not in {q["name"] for q in demos["screw-and-nut"]["parameters"]})
        flag = next(p for p in demos["grid"]["parameters"] if p["name"] == foreign)["flag"]
        self.refused("demo", "screw-and-nut", "--out", "x", "--" + foreign, *([] if flag else ["1"]), containing="has no parameter --" + foreign)
        self.refused("demo", "screw-and-nut", "--out", "x", "--seed", "-1", containing="--seed")
        self.put("file", "x")
        self.refused("demo", "screw-and-nut", "--out", "file", containing="is a file, not a folder")
        self.refused("demo", "screw-and-nut", "--out", "file/x", containing="cannot write")
        self.assertEqual(self.entries(), ["file"])

    def test_own_files_are_replaced_foreign_ones_are_not(self):
        self.good("demo", "screw-and-nut", "--out", "d")
        first = self.contents("d")
        self.good("demo", "peg-in-hole", "--out", "d")  # made by demo and unchanged: replaced as a whole
        second = self.contents("d")
        self.assertEqual(json.loads((self.folder / "d/demo.json").read_text())["demo"], "peg-in-hole")
        self.assertEqual([n for n in second if n.endswith(".obj") and n in first], [])

        self.put("d/notes.txt", "mine")  # a foreign file is left alone
        self.good("demo", "screw-and-nut", "--out", "d")
        self.assertEqual((self.folder / "d/notes.txt").read_text(), "mine")
        self.assertEqual({k: v for k, v in self.contents("d").items() if k != "notes.txt"}, first)

        scene = (self.folder / "d/scene.json").read_text()
        self.put("d/scene.json", scene + " ")  # changed by hand: refused
        self.refused("demo", "peg-in-hole", "--out", "d", containing="was changed since graze demo wrote it")
        self.assertEqual((self.folder / "d/scene.json").read_text(), scene + " ")
        self.good("demo", "peg-in-hole", "--out", "d", "--force")

    def test_foreign_folder_needs_force(self):
        self.put("d/thesis.txt", "mine")
        self.put("d/scene.json", "mine too")
        self.refused("demo", "peg-in-hole", "--out", "d", containing="is not empty and was not written by graze demo")
        self.assertEqual(self.entries("d"), ["scene.json", "thesis.txt"])
        self.good("demo", "peg-in-hole", "--out", "d", "--force")
        self.assertEqual((self.folder / "d/thesis.txt").read_text(), "mine")

    def test_foreign_file_of_the_same_name_is_kept(self):
        answer = self.good_json("demo", "peg-in-hole", "--out", "probe")
        mesh = next(f for f in answer["files"] if f.endswith(".obj"))
        self.good("demo", "screw-and-nut", "--out", "d")
        self.put(f"d/{mesh}", "mine")
        self.refused("demo", "peg-in-hole", "--out", "d", containing="was not written by graze demo")
        self.assertEqual((self.folder / "d" / mesh).read_text(), "mine")

    def test_interrupt_leaves_what_was_there(self):
        self.good("demo", "peg-in-hole", "--out", "d")
        before = self.contents("d")
        outcomes = set()
        for delay in (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8):
            process = self.start("demo", "grid", "--out", "d", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=120)
            outcomes.add(process.returncode)
            if process.returncode == 0:  # it was done before the signal came
                self.good("demo", "peg-in-hole", "--out", "d")
                continue
            # 130, or killed by the signal because it came before main had begun
            self.assertIn(process.returncode, (130, -signal.SIGINT), msg=err)
            self.assertEqual(out, b"")
            if process.returncode == 130:
                self.assertRegex(err.decode(), r"\Agraze: [^\n]*interrupted[^\n]*\n\Z")
            self.assertEqual(self.contents("d"), before)
        self.assertIn(130, outcomes)

    def test_interrupted_new_folder_does_not_stay(self):
        process = self.start("demo", "grid", "--out", "x/y", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        if process.returncode == 130:
            self.assertEqual(self.entries(), [])


if __name__ == "__main__":
    main()
