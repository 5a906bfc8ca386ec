"""graze clash: kinds, rules, modes, exit codes, pictures, mistakes."""
import json
import signal
import time

from graze_case import GrazeCase, main
from view_test import count_pixels, is_red, read_png

KINDS = {"intersecting", "touching", "contained", "within_clearance", "duplicate", "contact_within_error"}
PAIR_FIELDS = {"bodies", "kind", "exact_kind", "contact_depth", "fit", "clash", "holds_for_cad", "surfaces", "surface_ids", "triangles", "triangle_pairs",
               "distance", "points", "clearance", "penetration"}

METHODS = ["wide", "s-cd", "s-cd-classical"]
COUNTERS = {"box_tests", "box_updates", "triangle_transforms", "triangle_tests", "exact_tests"}


def box_text(low, high):
    """A closed box with six named faces."""
    lines = ["v {} {} {}".format(*(high[k] if i >> k & 1 else low[k] for k in range(3))) for i in range(8)]
    faces = {"bottom": (0, 2, 3, 1), "top": (4, 5, 7, 6), "front": (0, 1, 5, 4), "back": (2, 6, 7, 3),
             "left": (0, 4, 6, 2), "right": (1, 3, 7, 5)}
    for name, ring in faces.items():
        lines += [f"g {name}", "f {} {} {}".format(*(ring[i] + 1 for i in (0, 1, 2))),
                  "f {} {} {}".format(*(ring[i] + 1 for i in (0, 2, 3)))]
    return "\n".join(lines) + "\n"


class Clash(GrazeCase):
    def setUp(self):
        super().setUp()
        self.put("base.obj", box_text((0, 0, 0), (4, 3, 2)))
        self.put("lid.obj", box_text((0, 0, 2), (4, 3, 3)))
        self.put("bar.obj", box_text((3, 1, -1), (5, 2, 1)))
        self.put("core.obj", box_text((1, 1, 0.5), (2, 2, 1)))
        self.put("post.obj", box_text((-2, 0, 0), (-0.5, 3, 1)))

    def scene(self, names, name="s.json", **more):
        bodies = [{"name": n, "mesh": n + ".obj"} for n in names]
        return self.put(name, json.dumps({"graze": 1, "bodies": bodies, **more}))

    def clash(self, *words, code, verdict=None):
        run = self.graze("clash", *words, "--json")
        self.assertEqual((run.returncode, run.stderr.decode()), (code, ""), msg=f"{words}: {run.stdout.decode()}")
        answer = json.loads(run.stdout)
        self.assertEqual(answer["verdict"], verdict or ("clash" if code else "clear"))
        return answer

    def kinds(self, *words, code):
        return {tuple(p["bodies"]): p["kind"] for p in self.clash(*words, code=code)["pairs"]}

    def test_rules_that_leave_nothing_to_check(self):
        self.scene(["base", "bar"], ignore=[["**", "**"]])
        answer = self.clash("s.json", code=2, verdict="nothing_checked")
        self.assertEqual(answer["stats"]["ignored_pairs"], 1)
        self.assertIn("1 ignored", self.graze("clash", "s.json").stdout.decode())
        self.scene(["base", "bar", "post"], ignore=[["base", "bar"]])
        answer = self.clash("s.json", code=0)
        self.assertEqual(answer["stats"]["ignored_pairs"], 1)

    def test_one_of_each_kind_and_all_fields(self):
        self.scene(["base", "lid", "bar", "core", "post"])
        answer = self.clash("s.json", "--clearance", "0.5", code=1)
        self.assertEqual({tuple(p["bodies"]): p["kind"] for p in answer["pairs"]}, {
            ("base", "lid"): "touching", ("base", "bar"): "intersecting", ("base", "core"): "contained",
            ("base", "post"): "within_clearance"})
        for pair in answer["pairs"]:
            self.assertLessEqual(PAIR_FIELDS, set(pair))
            self.assertIn(pair["kind"], KINDS)
            self.assertEqual(pair["holds_for_cad"], "unknown")
            self.assertEqual(pair["penetration"] is None, pair["kind"] in ("touching", "within_clearance"))
            self.assertEqual(pair["exact_kind"], pair["kind"])
            self.assertEqual(pair["clash"], pair["kind"] != "touching")
            self.assertLessEqual(pair["distance"][0], pair["distance"][1])
            self.assertEqual([len(p) for p in pair["points"]], [3, 3])
            self.assertEqual(len(pair["surfaces"]), len(pair["surface_ids"]))
        touching, crossing, inside, near = answer["pairs"]
        self.assertIn(["top", "bottom"], touching["surfaces"])
        self.assertEqual(touching["distance"], [0, 0])
        self.assertEqual(inside["inside"], "core")
        self.assertAlmostEqual(near["distance"][1], 0.5)
        self.assertEqual(len(near["surfaces"]), 1)
        self.assertLessEqual({"box_tests", "box_updates", "triangle_tests", "milliseconds"}, set(answer["stats"]))

    def test_exit_codes_and_deny(self):
        self.assertEqual(self.kinds("base.obj", "post.obj", code=0), {})
        self.assertEqual(self.kinds("base.obj", "lid.obj", code=0), {("base", "lid"): "touching"})
        self.kinds("base.obj", "lid.obj", "--deny", "touching", code=1)
        self.kinds("base.obj", "lid.obj", "--clearance", "1", code=0)
        self.kinds("base.obj", "bar.obj", code=1)

    def test_clearance_is_exact(self):
        self.assertEqual(self.kinds("base.obj", "post.obj", "--clearance", "0.5", code=1),
                         {("base", "post"): "within_clearance"})
        self.kinds("base.obj", "post.obj", "--clearance", "0.49999999999999994", code=0)
        self.kinds("base.obj", "post.obj", "--clearance", "0.5000000000000001", code=1)

    def test_rules_of_the_scene(self):
        names = ["base", "lid", "bar", "core", "post"]
        ignore = [["bar", "base"], {"pair": ["base", "core"], "allow": "interference"},
                  {"pair": ["base", "lid"], "allow": "touching"}]
        self.scene(names, ignore=ignore)
        self.assertEqual(self.kinds("s.json", "--deny", "touching", code=0), {})
        self.scene(names, ignore=ignore, clearance=[{"pair": ["post", "base"], "distance": 1}])
        self.assertEqual(self.kinds("s.json", code=1), {("base", "post"): "within_clearance"})
        self.scene(["base", "bar"], ignore=[{"pair": ["base", "bar"], "allow": "interference", "depth": 0.1}])
        pair, = self.clash("s.json", code=1)["pairs"]
        self.assertEqual(pair["allowed_depth"], 0.1)

    def test_depth_is_judged(self):
        """The bar is 1 deep: allowed to 1.2, and not to 0.9."""
        for depth, code in [(1.2, 0), (0.9, 1)]:
            self.scene(["base", "bar"], ignore=[{"pair": ["base", "bar"], "allow": "interference", "depth": depth}])
            self.clash("s.json", code=code)
        pair, = self.clash("base.obj", "bar.obj", code=1)["pairs"]
        self.assertLessEqual(pair["penetration"][0], 1)
        self.assertGreaterEqual(pair["penetration"][1], 1)

    def test_contacts_get_one_word_whatever_the_last_bit_says(self):
        for z in ("2", "1.9999999999999998", "1.99999"):
            self.put("on.obj", box_text((1, 1, float(z)), (3, 2, 4)))
            self.assertEqual(self.kinds("base.obj", "on.obj", code=0), {("base", "on"): "touching"})
        self.put("on.obj", box_text((1, 1, 1.99), (3, 2, 4)))
        self.assertEqual(self.kinds("base.obj", "on.obj", code=1), {("base", "on"): "intersecting"})
        answer = self.clash("base.obj", "on.obj", "--depth", "0.02", code=0)["pairs"][0]
        self.assertEqual((answer["kind"], answer["exact_kind"]), ("contact_within_error", "intersecting"))
        self.clash("base.obj", "on.obj", "--depth", "0.02", "--deny", "touching", code=1)
        self.assertEqual(self.kinds("base.obj", "base.obj", code=1), {("base", "base (2)"): "duplicate"})

    def test_text_puts_the_deepest_first(self):
        self.put("shallow.obj", box_text((3.5, 0.2, 0.2), (6, 0.8, 0.8)))
        text = self.graze("clash", "base.obj", "lid.obj", "shallow.obj", "bar.obj").stdout.decode()
        self.assertRegex(text, r"\A  body +body +kind +clash +depth +at x, y, z\n  base +bar +intersecting +yes .*\n"
                               r"  base +shallow +intersecting +yes .*\n  base +lid +touching +no ")
        self.assertRegex(text, r"base +bar +intersecting +yes +[\d.]+ to [\d.]+ mm  +\(")

    def test_modes(self):
        pairs = {mode: self.clash("base.obj", "bar.obj", *mode, code=1)["pairs"][0]
                 for mode in [(), ("--first",), ("--surfaces",), ("--triangles",)]}
        self.assertEqual({p["kind"] for p in pairs.values()}, {"intersecting"})
        self.assertEqual(len(pairs["--first",]["triangles"]), 1)
        self.assertIsNone(pairs["--first",]["triangle_pairs"])
        self.assertEqual(pairs[()]["surfaces"], pairs["--surfaces",]["surfaces"])
        self.assertEqual(len(pairs["--triangles",]["triangles"]), pairs[()]["triangle_pairs"])
        self.assertIn("base/right  bar/", self.graze("clash", "base.obj", "bar.obj", "--surfaces").stdout.decode())
        self.assertRegex(self.graze("clash", "base.obj", "bar.obj", "--triangles").stdout.decode(), r"base:\d+  bar:\d+")

    def test_every_method_gives_the_same_answer(self):
        self.scene(["base", "lid", "bar", "core", "post"])
        for mode in [(), ("--surfaces",), ("--triangles",), ("--deny", "touching")]:
            answers = {}
            for method in METHODS:
                answer = self.clash("s.json", *mode, "--method", method, code=1)
                stats = answer.pop("stats")
                self.assertEqual(stats["method"], method)
                self.assertEqual(set(stats["method_counters"]), COUNTERS)
                self.assertGreater(stats["method_counters"]["box_tests"], 0)
                self.assertGreater(stats["method_counters"]["triangle_tests"], 0)
                self.assertLessEqual(stats["method_counters"]["box_tests"], stats["box_tests"])
                answers[method] = answer, stats["method_counters"]
            self.assertEqual(answers["wide"][0], answers["s-cd"][0])
            self.assertEqual(answers["wide"][0], answers["s-cd-classical"][0])
            # As the paper has it: its own traversal brings fewer boxes into the other frame.
            self.assertLess(answers["s-cd"][1]["box_updates"], answers["s-cd-classical"][1]["box_updates"])
            self.assertEqual(answers["s-cd-classical"][1]["box_updates"], answers["s-cd-classical"][1]["box_tests"])
        for method in METHODS:
            self.assertEqual(self.kinds("base.obj", "post.obj", "--method", method, code=0), {})
            self.assertEqual(self.kinds("base.obj", "bar.obj", "--first", "--method", method, code=1),
                             {("base", "bar"): "intersecting"})
        self.assertEqual(self.clash("s.json", code=1)["stats"]["method"], "wide")

    def test_methods_on_a_demo(self):
        self.good("demo", "process-plant", "--mesh", "--out", "plant")
        scene = json.loads((self.folder / "plant/scene.json").read_text())
        mover = scene["paths"][0]
        for body in scene["bodies"]:
            if body["name"] == mover["body"]:
                body["pose"] = mover["poses"][-1]
        del scene["paths"]
        self.put("plant/mounted.json", json.dumps(scene))
        for name, code in [("scene", 0), ("mounted", 1)]:
            answers = [self.clash(f"plant/{name}.json", "--method", method, code=code) for method in METHODS]
            for answer in answers:
                del answer["stats"]
                self.assertGreater(len(answer["pairs"]), 6)
                self.assertEqual(answer, answers[0])

    def test_what_s_cd_does_not_answer_is_refused(self):
        for method in METHODS[1:]:
            self.refused("clash", "base.obj", "post.obj", "--method", method, "--clearance", "0.5", containing=(
                "s-cd: the query asks for a clearance of 0.5, but this method finds bodies that meet and knows no "
                "distances: 0 is the limit; use the method wide, or leave the clearance out"))
            self.kinds("base.obj", "post.obj", "--method", method, "--clearance", "0", code=0)
        self.scene(["base", "post"], clearance=[{"pair": ["post", "base"], "distance": 1}])
        self.refused("clash", "s.json", "--method", "s-cd", containing="the scene, of 'post' and 'base', asks for a clearance of 1")
        self.refused("clash", "base.obj", "--method", "octree",
                     containing="--method: 'octree' is not a method of clash; write wide, s-cd or s-cd-classical")
        text = self.good("clash", "--help")
        for method in METHODS:
            self.assertRegex(text, rf"(?m)^  {method} {{2,}}\w")

    def test_files_and_bodies(self):
        """A single file is checked body against body; of several, each is one body."""
        self.scene(["base", "bar"])
        self.good("convert", "s.json", "both.glb")
        self.assertEqual(self.kinds("both.glb", code=1), {("base", "bar"): "intersecting"})
        self.assertEqual(self.clash("both.glb", "post.obj", code=0)["bodies"], 2)
        self.assertEqual(list(self.kinds("base.obj", "base.obj", code=1)), [("base", "base (2)")])
        self.assertEqual(self.clash("base.obj", code=2, verdict="nothing_checked")["pairs"], [])

    def test_same_answer_for_any_number_of_threads(self):
        self.scene(["base", "lid", "bar", "core", "post"])
        answers = []
        for threads in (1, 2, 7):
            answer = self.clash("s.json", "--clearance", "1", "--threads", threads, code=1)
            del answer["stats"]["milliseconds"]
            answers.append(answer)
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])

    def test_text(self):
        run = self.graze("clash", "base.obj", "bar.obj", "lid.obj")
        text = run.stdout.decode()
        self.assertEqual((run.returncode, run.stderr), (1, b""))
        self.assertNotIn("\033", text)
        self.assertRegex(text, r"(?m)^  base +bar +intersecting +yes ")
        self.assertRegex(text, r"(?m)^  base +lid +touching +no ")
        self.assertRegex(text.splitlines()[-1], r"\Aclash: 1 pair intersecting; 1 pair touching \(no clash\); 3 pairs of")
        self.assertRegex(self.good("clash", "base.obj", "post.obj"), r"\Aclear: 1 pair of 2 bodies")

    def test_picture(self):
        run = self.graze("clash", "base.obj", "bar.obj", "--picture", "p.png")
        self.assertEqual(run.returncode, 1)
        width, height, rows = read_png(self.folder / "p.png")
        self.assertEqual((width, height), (1280, 720))
        self.assertGreater(count_pixels(rows, is_red), 1000)
        self.good("clash", "base.obj", "post.obj", "--picture", "clear.png")
        axis = 200  # pixels of the red x axis, at most
        self.assertLess(count_pixels(read_png(self.folder / "clear.png")[2], is_red), axis)

    def test_mistakes(self):
        self.put("bad.obj", "v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n")
        for words, containing in [
            (["base.obj", "--clearance", "-1"], "--clearance"),
            (["base.obj", "--clearance", "nan"], "--clearance: 'nan' is not a length; write a finite number >= 0"),
            (["base.obj", "--clearance", "1mm"], "--clearance: '1mm' is not a length"),
            (["base.obj", "--deny", "overlap"], "--deny: 'overlap' cannot be denied"),
            (["base.obj", "--picture", "p.jpg"], "--picture: 'p.jpg' does not end in .png"),
            (["base.obj", "--first", "--triangles"], "--triangles"),
            (["nowhere.obj"], "nowhere.obj"),
            (["base.obj", "bad.obj"], "bad.obj"),
            ([], "clash: FILE is required"),
        ]:
            self.refused("clash", *words, containing=containing)
        self.assertNotIn("p.jpg", self.entries())

    def test_ctrl_c_ends_with_130(self):
        bodies = [{"name": f"b{i}", "mesh": "base.obj", "pose": {"translation": [0.001 * i, 0, 0]}} for i in range(1500)]
        self.put("many.json", json.dumps({"graze": 1, "bodies": bodies}))
        run = self.start("clash", "many.json", "--picture", "p.png")
        time.sleep(1.0)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=60), 130)
        self.assertNotIn("p.png", self.entries())


if __name__ == "__main__":
    main()
