"""graze distance: fields, bounds, limits, mistakes."""
import json

from clash_test import box_text
from graze_case import GrazeCase, main


class Distance(GrazeCase):
    def setUp(self):
        super().setUp()
        self.put("a.obj", box_text((0, 0, 0), (1, 2, 3)))
        bodies = [{"name": f"at {x}", "mesh": "a.obj", "pose": {"translation": [x, 0, 0]}} for x in (0, 1.5, 4, 4.5)]
        self.put("s.json", json.dumps({"graze": 1, "bodies": bodies, "ignore": [["at 0", "at 4.5"]]}))

    def test_all_pairs_but_ignored_ones(self):
        answer = self.good_json("distance", "s.json")
        self.assertEqual({tuple(p["bodies"]): round(p["distance"], 12) for p in answer["pairs"]},
                         {("at 0", "at 1.5"): 0.5, ("at 0", "at 4"): 3, ("at 1.5", "at 4"): 1.5,
                          ("at 1.5", "at 4.5"): 2, ("at 4", "at 4.5"): 0})
        for pair in answer["pairs"]:
            self.assertLessEqual({"bodies", "distance", "bounds", "points"}, set(pair))
            self.assertLessEqual(pair["bounds"][0], pair["bounds"][1])
            self.assertEqual(pair["distance"], pair["bounds"][1])
            self.assertEqual([len(p) for p in pair["points"]], [3, 3])
        self.assertEqual([p[0] for p in answer["pairs"][1]["points"]], [1, 4])

    def test_within(self):
        self.assertEqual(len(self.good_json("distance", "s.json", "--within", "1.5")["pairs"]), 3)
        self.assertEqual(len(self.good_json("distance", "s.json", "--within", "1.4999999999999998")["pairs"]), 2)
        self.assertEqual(len(self.good_json("distance", "s.json", "--within", "0")["pairs"]), 1)

    def test_text(self):
        text = self.good("distance", "s.json")
        self.assertRegex(text, r"(?m)^  at 0 +at 1.5 +0.5 mm ")
        self.assertTrue(text.endswith("nearest: at 4 and at 4.5, which meet\n"))
        alone = self.graze("distance", "a.obj")
        self.assertEqual(alone.returncode, 2)
        self.assertIn("nothing measured: a single body has no pairs; --split", alone.stdout.decode())

    def test_units_and_threads(self):
        self.put("b.obj", box_text((3, 0, 0), (4, 2, 3)))
        self.assertIn("2 in apart", self.good("distance", "a.obj", "b.obj", "--unit", "in"))
        answers = [self.good_json("distance", "s.json", "--threads", n)["pairs"] for n in (1, 3)]
        self.assertEqual(answers[0], answers[1])

    def test_mistakes(self):
        self.refused("distance", containing="FILE is required")
        self.refused("distance", "s.json", "--within", "far", containing="--within: 'far' is not a length")
        self.refused("distance", "gone.stl", containing="gone.stl")


if __name__ == "__main__":
    main()
