"""Rules by pattern, assembly and product; baselines; what is new since an earlier report."""
import json
import os
import re
import unittest

from graze_case import SOURCE, GrazeCase


def brick_text(size=(1, 1, 1), open_top=False):
    corners = [(x, y, z) for x in (0, size[0]) for y in (0, size[1]) for z in (0, size[2])]
    faces = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4)]
    faces += [] if open_top else [(1, 5, 7), (1, 7, 3)]
    return "".join("v {} {} {}\n".format(*c) for c in corners) + "".join(
        "f {} {} {}\n".format(*(v + 1 for v in f)) for f in faces)


# Bricks of 3 x 2 x 1 in a row, each 2 farther than the last: neighbours overlap by 1.
NAMES = ["left/nut_1", "left/nut_2", "left/bolt", "right/nut_1", "rod"]
NEIGHBOURS = list(zip(NAMES, NAMES[1:]))


class Rules(GrazeCase):
    def row(self, name="s.json", names=NAMES, places=None, **more):
        self.put("brick.obj", brick_text((3, 2, 1)))
        places = places or [2 * i for i in range(len(names))]
        bodies = [{"name": n, "mesh": "brick.obj", "pose": {"translation": [x, 0, 0]}} for n, x in zip(names, places)]
        return self.put(name, json.dumps({"graze": 1, "bodies": bodies, **more}))

    def clash(self, *words, code):
        run = self.graze("clash", *words, "--json")
        self.assertEqual((run.returncode, run.stderr.decode()), (code, ""), msg=f"{words}: {run.stdout.decode()}")
        return json.loads(run.stdout)

    def pairs(self, *words, code):
        return [tuple(p["bodies"]) for p in self.clash(*words, code=code)["pairs"]]

    def test_patterns_assemblies_and_the_last_rule(self):
        self.row(ignore=[["**", "**"]])
        self.assertEqual(self.pairs("s.json", code=2), [], msg="nothing was checked")
        self.row(ignore=[["left", "left"]])
        self.assertEqual(self.pairs("s.json", code=1), NEIGHBOURS[2:])
        self.row(ignore=[["*/nut_?", "**"], {"pair": ["left/nut_1", "left"], "allow": "nothing"}])
        self.assertEqual(self.pairs("s.json", code=1), NEIGHBOURS[:1])
        self.row(ignore=[{"pair": ["left/nut_1", "left"], "allow": "nothing"}, ["*/nut_?", "**"]])
        self.assertEqual(self.pairs("s.json", code=0), [], msg="the last rule holds")

    def test_clearances_by_pattern(self):
        places = [4 * i for i in range(5)]  # 1 apart
        self.row(places=places, clearance=[{"pair": ["left/*", "left/*"], "distance": 1}])
        found = self.clash("s.json", code=1)
        self.assertEqual([tuple(p["bodies"]) for p in found["pairs"]], NEIGHBOURS[:2])
        self.assertEqual({p["kind"] for p in found["pairs"]}, {"within_clearance"})
        self.assertIn("a rule of the scene", self.graze("clash", "s.json", "--method", "s-cd").stderr.decode())

    def test_what_matches_nothing_is_said(self):
        self.row(ignore=[["l*", "**"], ["x*", "rod"], ["right/nut_1", "left/nut_1"]], places=[0, 2, 4, 6, 20])
        self.assertEqual(self.clash("s.json", code=0)["notes"], ["s.json: /ignore/1: 'x*' matches no body"])
        self.assertIn("note: s.json: /ignore/1: 'x*' matches no body\n", self.good("clash", "s.json"))
        self.row(ignore=[["left/nut_3", "rod"]])
        self.refused("clash", "s.json", containing="no body is named 'left/nut_3'")
        self.row()
        self.put("r.json", json.dumps({"graze_rules": 1, "ignore": [["left/nut_3", "rod"]]}))
        self.assertEqual(len(self.clash("s.json", "--rules", "r.json", code=1)["notes"]), 1)
        self.refused("clash", "s.json", "--rules", "s.json", containing="'graze_rules' is missing")
        self.refused("clash", "s.json", "--rules", "no.json", containing="no.json")

    def test_a_baseline_allows_what_is_there(self):
        self.row(places=[0, 2, 5, 8.5, 12])  # intersecting, touching, 0.5 and 0.5 apart
        words = ("s.json", "--clearance", "0.5")
        before = self.clash(*words, "--write-rules", "r.json", code=1)
        self.assertEqual(len(before["pairs"]), 4)
        rules = json.loads((self.folder / "r.json").read_text())
        self.assertEqual([r["allow"] for r in rules["ignore"]], ["interference", "touching"])
        self.assertTrue(0.5 <= rules["ignore"][0]["depth"] < 1.01, msg="boxes of 3 x 2 x 1 overlap by 1 x 2 x 1")
        self.assertEqual(len(rules["clearance"]), 2)
        after = self.clash(*words, "--rules", "r.json", code=0)
        self.assertEqual((after["verdict"], after["pairs"]), ("clear", []))
        self.row(places=[0, 2, 5, 8.5, 11.5])  # one comes to touch
        self.assertEqual(self.pairs(*words, "--rules", "r.json", "--deny", "touching", code=1), NEIGHBOURS[3:])
        self.row(places=[0, 2, 4.75, 8.5, 12])  # what touched goes in
        self.assertEqual(self.pairs(*words, "--rules", "r.json", code=1), NEIGHBOURS[1:2])

    def test_a_baseline_allows_no_more_depth(self):
        self.row(places=[0, 2.75, 20, 30, 40])  # 0.25 deep
        self.clash("s.json", "--write-rules", "r.json", code=1)
        self.assertEqual(self.pairs("s.json", "--rules", "r.json", code=0), [])
        self.row(places=[0, 2.5, 20, 30, 40])
        self.assertEqual(self.pairs("s.json", "--rules", "r.json", code=1), NEIGHBOURS[:1])

    def test_rules_are_converted_to_the_scenes_unit(self):
        self.row(places=[0, 4, 100, 200, 300], unit="in")
        self.put("r.json", json.dumps({"graze_rules": 1, "unit": "mm",
                                       "clearance": [{"pair": ["left", "left"], "distance": 30.48}]}))
        self.assertAlmostEqual(self.clash("s.json", "--rules", "r.json", code=1)["pairs"][0]["clearance"], 1.2)

    def test_rules_of_a_path(self):
        path = [{"body": "rod", "poses": [{"translation": [20, 0, 0]}, {"translation": [9.5, 0, 0]}]}]
        self.row(places=[0, 4, 8, 12, 20], paths=path)
        self.assertEqual(self.graze("path", "s.json").returncode, 1)
        self.put("r.json", json.dumps({"graze_rules": 1, "ignore": [["rod", "right/*"], ["rod", "left/bolt"]]}))
        found = self.good_json("path", "s.json", "--rules", "r.json")
        self.assertEqual((found["verdict"], found["stats"]["ignored_pairs"]), ("clear", 2))
        self.good("path", "s.json", "--rules", "r.json", "--certificate", "p.graze")
        self.good("verify", "p.graze")

    def test_since(self):
        self.row(places=[0, 2, 4, 20, 30])
        (self.folder / "old.json").write_text(json.dumps(self.clash("s.json", code=1)))
        same = self.clash("s.json", "--since", "old.json", code=1)
        self.assertEqual([p["status"] for p in same["pairs"]], ["still_there"] * 2)
        self.assertEqual(self.clash("s.json", "--since", "old.json", "--new-only", code=0)["pairs"], [])
        self.row(places=[0, 3, 22, 20, 30])  # the first pair touches now, the second is gone, another came
        now = self.clash("s.json", "--since", "old.json", code=1)
        self.assertEqual({tuple(p["bodies"]): (p["status"], p.get("changes")) for p in now["pairs"]},
                         {NEIGHBOURS[0]: ("changed", ["kind"]), NEIGHBOURS[2]: ("new", None)})
        self.assertEqual((now["since"]["new"], now["since"]["changed"], now["since"]["still_there"]), (1, 1, 0))
        self.assertEqual([tuple(p["bodies"]) for p in now["since"]["resolved"]], [NEIGHBOURS[1]])
        text = self.graze("clash", "s.json", "--since", "old.json").stdout.decode()
        self.assertIn("since old.json: 1 new, 1 changed, 0 still there, 1 resolved\n", text)
        self.assertIn("  resolved  left/nut_2  left/bolt  intersecting\n", text)
        self.assertIn("changed: kind (was intersecting)", text)

    def test_since_matches_a_renamed_body_by_place(self):
        self.row(places=[0, 2, 20, 30, 40])
        (self.folder / "old.json").write_text(json.dumps(self.clash("s.json", code=1)))
        old = json.loads((self.folder / "old.json").read_text())
        old["pairs"][0]["bodies"][1] = "left/nut_9"
        old["pairs"][0]["products"] = ["nut", "nut"]
        (self.folder / "old.json").write_text(json.dumps(old))
        self.assertEqual(self.clash("s.json", "--since", "old.json", code=1)["pairs"][0]["status"], "new",
                         msg="these bodies have no product, so nothing says that it is the same")
        old["pairs"][0]["bodies"] = list(reversed(NEIGHBOURS[0]))
        (self.folder / "old.json").write_text(json.dumps(old))
        self.assertEqual(self.clash("s.json", "--since", "old.json", code=1)["pairs"][0]["status"], "still_there")

    def test_since_refuses_what_is_no_report(self):
        self.row()
        self.refused("clash", "s.json", "--since", "s.json", containing="not the JSON of an earlier graze clash")
        self.put("in.json", json.dumps({"unit": "in", "pairs": []}))
        self.refused("clash", "s.json", "--since", "in.json", containing="is in 'in', the scene in mm")
        self.put("odd.json", json.dumps({"unit": "mm", "pairs": [{"bodies": 3}]}))
        self.refused("clash", "s.json", "--since", "odd.json", containing="/pairs/0")
        self.refused("clash", "s.json", "--new-only", containing="--since")


def without_pins(step):
    """bracket.step as an assembly whose pins are in a file of their own."""
    step = step.replace("#416 = ADVANCED_BREP_SHAPE_REPRESENTATION('',(#11,#417),#515);",
                        "#416 = SHAPE_REPRESENTATION('',(#11),#515);")
    step = re.sub(r"(?m)^#417 = [^;]*;\n", "", step)
    head, end, tail = step.rpartition("ENDSEC;")
    return head + """#9001=DOCUMENT_TYPE('geometry');
#9002=DOCUMENT_FILE('pin.stp',' ',' ',#9001,'','');
#9003=EXTERNAL_SOURCE(IDENTIFIER(' '));
#9004=IDENTIFICATION_ROLE('external document id and location',$);
#9005=APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT('pin.stp',#9004,#9003,(#9002));
#9006=APPLIED_DOCUMENT_REFERENCE(#9002,' ',(#411));
""" + end + tail


class ExitCodes(GrazeCase):
    """One table for all: contact 1, then incomplete 2, then undecided 3."""

    def put_bodies(self, *kinds, **more):
        self.put("brick.obj", brick_text())
        self.put("hall.obj", brick_text((9, 9, 9), open_top=True))
        bodies = {"contact": [{"name": "a", "mesh": "brick.obj", "pose": {"translation": [20, 0, 0]}},
                              {"name": "b", "mesh": "brick.obj", "pose": {"translation": [20.5, 0, 0]}}],
                  "undecided": [{"name": "hall", "mesh": "hall.obj"},
                                {"name": "c", "mesh": "brick.obj", "pose": {"translation": [4, 4, 4]}}],
                  "incomplete": [{"name": "bracket", "mesh": "ref.step", "pose": {"translation": [900, 0, 0]}}],
                  "clear": [{"name": "d", "mesh": "brick.obj", "pose": {"translation": [40, 0, 0]}},
                            {"name": "e", "mesh": "brick.obj", "pose": {"translation": [50, 0, 0]}}]}
        return self.put("s.json", json.dumps({"graze": 1, "bodies": sum((bodies[k] for k in kinds), []), **more}))

    def judge(self, command, *words):
        run = self.graze(command, "s.json", *words, "--json")
        self.assertEqual(run.stderr, b"")
        return run.returncode, json.loads(run.stdout)

    def table(self, missing):
        for contact in (False, True):
            for undecided in (False, True):
                for incomplete in missing:
                    kinds = ["contact"] * contact + ["undecided"] * undecided + ["incomplete"] * incomplete
                    self.put_bodies("clear", *kinds)
                    code, answer = self.judge("clash")
                    expected = ((1, "clash") if contact else (2, "incomplete") if incomplete
                                else (3, "not_decided") if undecided else (0, "clear"))
                    self.assertEqual((code, answer["verdict"]), expected, msg=kinds)
                    named = [("c", "hall")] if undecided else []
                    self.assertEqual([tuple(n["bodies"]) for n in answer["not_decided"]], named)
                    self.assertEqual(len(answer["missing"]), int(incomplete))
                    if incomplete and not contact:
                        self.assertEqual(self.judge("clash", "--allow-missing")[0], 3 if undecided else 0)

    def test_the_worst_in_its_order(self):
        self.table(missing=(False,))
        text = self.graze("clash", "s.json").stdout.decode()
        self.assertIn("not decided: hall is an open mesh; whether c is inside of it\n", text)

    @unittest.skipUnless("GRAZE_CAD" in os.environ, "needs graze-cad")
    def test_the_worst_in_its_order_with_missing_parts(self):
        self.put("ref.step", without_pins((SOURCE / "tests/corpus/cad/bracket.step").read_text()))
        self.table(missing=(False, True))

    @unittest.skipUnless("GRAZE_CAD" in os.environ, "needs graze-cad")
    def test_every_command_names_what_is_missing(self):
        self.put("ref.step", without_pins((SOURCE / "tests/corpus/cad/bracket.step").read_text()))
        path = [{"body": "d", "poses": [{"translation": [40, 0, 0]}, {"translation": [45, 0, 0]}]}]
        self.put_bodies("clear", "incomplete", paths=path)
        for words in (("clash",), ("distance",), ("distance", "--nearest", "1"), ("view", "--out", "p.png"), ("path",)):
            code, answer = self.judge(*words)
            self.assertEqual((code, len(answer["missing"])), (2, 1), msg=words)
            self.assertIn("pin.stp", answer["missing"][0]["what"])
            self.assertEqual(self.judge(*words, "--allow-missing")[0], 0)
            text = self.graze(words[0], "s.json", *words[1:]).stdout.decode()
            self.assertRegex(text, r"(?m)^missing: .*ref\.step: part 'pin' .*pin\.stp: ")
        self.assertEqual(self.judge("path")[1]["verdict"], "incomplete")
        self.assertEqual(self.judge("info")[0], 0)

    def test_a_body_that_sticks_out_of_an_open_mesh_is_decided(self):
        self.put("brick.obj", brick_text((1, 1, 20)))
        self.put("hall.obj", brick_text((9, 9, 9), open_top=True))
        self.put("s.json", json.dumps({"graze": 1, "bodies": [
            {"name": "hall", "mesh": "hall.obj"},
            {"name": "mast", "mesh": "brick.obj", "pose": {"translation": [4, 4, 4]}}]}))
        self.assertEqual(self.good_json("clash", "s.json")["not_decided"], [])

    def test_one_body_is_nothing_checked(self):
        self.put("a.obj", brick_text())
        for command in ("clash", "distance"):
            run = self.graze(command, "a.obj")
            self.assertEqual(run.returncode, 2)
            self.assertIn("--split solids, objects or pieces", run.stdout.decode())
        both = brick_text() + "".join("v {} {} {}\n".format(x + 5, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1))
        both += "".join("f {} {} {}\n".format(*(int(v) + 8 for v in line.split()[1:]))
                        for line in brick_text().splitlines() if line.startswith("f"))
        self.put("two.obj", both)
        self.assertEqual(self.graze("clash", "two.obj").returncode, 2)
        self.assertEqual(self.good_json("clash", "two.obj", "--split", "pieces")["bodies"], 2)
        self.assertIn("4 mm apart", self.good("distance", "two.obj", "--split", "pieces"))
        self.assertEqual(len(self.good_json("info", "two.obj", "--split", "pieces")["files"][0]["bodies"]), 2)
        self.assertEqual(len(self.good_json("view", "two.obj", "--split", "pieces", "--out", "p.png")["bodies"]), 2)
        self.refused("clash", "two.obj", "--split", "halves", containing="solids, objects or pieces")


class Standing(GrazeCase):
    """Where bodies stand: at the first values of paths, or at --at."""

    def scene(self, **more):
        self.put("brick.obj", brick_text((3, 2, 1)))
        return self.put("s.json", json.dumps({
            "graze": 1, "bodies": [{"name": "frame", "mesh": "brick.obj"},
                                   {"name": "slide", "mesh": "brick.obj", "pose": {"translation": [2, 0, 0]}}],
            "joints": [{"body": "slide", "type": "prismatic", "axis": [1, 0, 0], "limits": [2, 9]}], **more}))

    def test_first_values_and_any_time(self):
        self.scene(paths=[{"body": "slide", "values": [3, 5, 9]}])
        at_start = self.good_json("distance", "s.json")
        self.assertAlmostEqual(at_start["pairs"][0]["distance"], 2, places=9)
        self.assertEqual(at_start["pose_rounded"]["bodies"], 1)
        self.assertLess(at_start["pose_rounded"]["deviation"], 1e-11)
        for at, distance in (("0,0.5", 3), ("1,0", 4), ("1,1", 8)):
            found = self.good_json("distance", "s.json", "--at", at)
            self.assertAlmostEqual(found["pairs"][0]["distance"], distance, places=9)
        self.assertEqual(self.good_json("clash", "s.json", "--at", "1,0.25")["pose_rounded"]["bodies"], 1)
        self.assertEqual(self.good_json("view", "s.json", "--at", "1,1", "--out", "p.png")["pose_rounded"]["bodies"], 1)
        self.refused("clash", "s.json", "--at", "2,0", containing="segment 2 is beyond the last of s.json, which is 1")
        for odd in ("0", "0,", "0,1.5", "0,nan", "-1,0", "a,b", "0,0,0"):
            self.refused("clash", "s.json", "--at=" + odd, containing="is not SEGMENT,T")

    def test_a_zero_that_limits_forbid_is_said(self):
        self.scene()
        self.assertIn("the joint of 'slide' stands at 0, which its limits [2, 9] forbid",
                      self.graze("clash", "s.json").stdout.decode())
        self.refused("clash", "s.json", "--at", "0,0", containing="there are no paths")

    def test_nearest(self):
        self.put("brick.obj", brick_text((3, 2, 1)))
        bodies = [{"name": f"b{i}", "mesh": "brick.obj", "pose": {"translation": [x, 0, 0]}}
                  for i, x in enumerate((0, 3.5, 10, 11, 40))]
        self.put("s.json", json.dumps({"graze": 1, "bodies": bodies}))
        found = self.good_json("distance", "s.json", "--nearest", "2")["pairs"]
        self.assertEqual([(p["bodies"], round(p["distance"], 9)) for p in found], [(["b2", "b3"], 0), (["b0", "b1"], 0.5)])
        self.assertEqual(len(self.good_json("distance", "s.json", "--nearest", "99")["pairs"]), 10)
        self.assertEqual(len(self.good_json("distance", "s.json", "--nearest", "99", "--within", "1")["pairs"]), 2)
        self.assertIn("nearest: b2 and b3, which meet\n", self.good("distance", "s.json", "--nearest", "1"))
        for odd in ("0", "1.5", "many", "-1"):
            self.refused("distance", "s.json", "--nearest=" + odd, containing="is not a number of pairs")


if __name__ == "__main__":
    unittest.main()
