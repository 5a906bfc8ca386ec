"""graze probe: keys, certificates, delays, budgets, mistakes."""
import json

from clash_test import box_text
from graze_case import GrazeCase, main

KEYS = {"detector", "rate", "budget_ms", "seconds", "frames", "pairs", "certified", "certified_frames", "coverage", "contacts",
        "missed_estimate", "shells", "delays", "overruns", "pose_rounded", "missing", "notes"}


def turned(x):
    return {"translation": [x, 0, 0], "quaternion": [0, 0, 0, 1]}


class Probe(GrazeCase):
    def setUp(self):
        super().setUp()
        self.put("a.obj", box_text((0, 0, 0), (1, 2, 3)))
        self.scene("through", [-4.4, 3.6])
        self.scene("past", [-4, -2])

    def scene(self, name, way, **more):
        bodies = [{"name": "wall", "mesh": "a.obj"}, {"name": "car", "mesh": "a.obj"}]
        paths = [{"body": "car", "in_between": "screw", "poses": [turned(x) for x in way]}]
        self.put(f"{name}.json", json.dumps({"graze": 1, "bodies": bodies, "paths": paths, **more}))

    def probe(self, code, *words):
        run = self.graze("probe", *words, "--json")
        self.assertEqual((run.returncode, run.stderr.decode()), (code, ""))
        answer = json.loads(run.stdout)
        self.assertEqual(set(answer), KEYS)
        return answer

    def test_generous(self):
        answer = self.probe(1, "through.json", "--budget", "1s", "--rate", "8")
        self.assertEqual((answer["certified"], answer["coverage"], answer["frames"], answer["pairs"]), (True, 1, 9, 1))
        # At x = -4.4, -3.4, ... 3.6: boxes of width 1 meet from -1 to 1.
        self.assertEqual(answer["contacts"], [{"bodies": ["wall", "car"], "first_frame": 4, "last_frame": 5, "seen_in_frame": 4}])
        self.assertIsNone(answer["missed_estimate"])
        self.assertEqual({answer["delays"][k] for k in ("late", "never_seen", "worst_frames", "oldest_answer_frames")}, {0})
        clear = self.probe(0, "past.json", "--budget", "1s", "--rate", "8")
        self.assertEqual((clear["certified"], clear["contacts"], clear["certified_frames"]), (True, [], 9))

    def test_shells_find_it_and_certify_no_way_past_others(self):
        answer = self.probe(1, "through.json", "--detector", "shells", "--budget", "1s", "--rate", "8", "--seconds", "1")
        self.assertEqual([(c["first_frame"], c["last_frame"], c["seen_in_frame"]) for c in answer["contacts"]], [(4, 5, 4)])
        self.assertEqual(answer["detector"], "shells")
        self.assertEqual(set(answer["shells"]), {"most_pairs_tracked", "seeds_per_frame", "between_frames", "apart_at_most", "area"})
        self.assertEqual(answer["shells"]["apart_at_most"], 0)
        self.assertEqual(set(answer["missed_estimate"]), {"contact_frames", "seeds", "chance", "measured"})
        # Boxes are apart in all frames.
        self.assertEqual(self.probe(0, "past.json", "--detector", "shells", "--seconds", "0.1")["certified"], True)
        self.assertIsNone(self.probe(1, "through.json", "--budget", "1s", "--rate", "8")["shells"])
        seen = self.probe(1, "through.json", "--detector", "shells", "--eye", "0,-5,1e2", "--budget", "1s", "--rate", "8")
        self.assertEqual(len(seen["contacts"]), 1)

    def test_paper_shells_and_coarser_levels(self):
        for words in (["--detector", "paper-shells"], ["--detector", "shells", "--finest", "1"]):
            self.assertEqual(self.probe(1, "through.json", *words, "--budget", "1s", "--rate", "8", "--seconds", "1")["frames"], 9)
        for words, says in ((["--finest", "1"], b"no levels"),
                            (["--detector", "shells", "--finest", "-1"], b"not a level")):
            run = self.graze("probe", "past.json", *words)
            self.assertEqual(run.returncode, 2)
            self.assertIn(says, run.stderr)

    def test_no_time_claims_nothing(self):
        answer = self.probe(1, "through.json", "--budget", "0.001us", "--rate", "8")
        self.assertEqual((answer["certified"], answer["certified_frames"], answer["coverage"]), (False, 0, 0))
        self.assertEqual([(c["first_frame"], c["last_frame"], c["seen_in_frame"]) for c in answer["contacts"]], [(4, 5, None)])
        self.assertEqual((answer["delays"]["never_seen"], answer["delays"]["contacts"]), (1, 1))
        self.assertEqual(self.probe(3, "past.json", "--budget", "0.001us", "--rate", "8")["certified"], False)

    def test_seconds_and_rate(self):
        self.assertEqual(self.probe(0, "past.json", "--seconds", "0.5", "--rate", "100")["frames"], 51)
        self.assertEqual(self.probe(0, "past.json", "--seconds", "0.1")["rate"], 30)

    def test_ignored_pairs_are_not_asked_about(self):
        self.scene("ignored", [-4, 4], ignore=[["wall", "car"]])
        answer = self.probe(0, "ignored.json", "--seconds", "0.1")
        self.assertEqual((answer["pairs"], answer["certified"], answer["coverage"]), (0, True, 1))

    def test_text(self):
        run = self.graze("probe", "through.json", "--budget", "1s", "--rate", "8")
        text = run.stdout.decode()
        self.assertRegex(text, r"(?m)^  wall +car +4 +5 +4$")
        self.assertIn("certified: 9 of 9 frames decided in time, 100 % of all pairs\n", text)

    def test_mistakes(self):
        self.refused("probe", containing="SCENE is required")
        self.refused("probe", "a.obj", containing="a name that ends in .json is wanted")
        self.refused("probe", "past.json", "--budget", "fast", containing="--budget: 'fast' is not a time")
        self.refused("probe", "past.json", "--budget", "-1ms", containing="--budget: '-1ms' is not a time")
        self.refused("probe", "past.json", "--rate", "0", containing="--rate: '0' is too little, or no number")
        self.refused("probe", "past.json", "--rate", "1e9", containing="frames are too many")
        self.refused("probe", "past.json", "--detector", "luck", containing="--detector: 'luck' is not a detector")
        self.put_scene("still.json")
        self.refused("probe", "still.json", containing="nothing moves: there are no paths")


if __name__ == "__main__":
    main()
