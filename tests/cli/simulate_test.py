"""graze simulate: what moves, what is refused, and records that are proved again by others."""
import json
import signal
import time

from clash_test import box_text
from graze_case import GrazeCase, main

TURNED = [0.2, 0.1, 0.3, 0.9]


def pose(translation, quaternion=None):
    if quaternion is None:
        return {"translation": list(translation)}
    length = sum(x * x for x in quaternion) ** 0.5
    return {"translation": list(translation), "quaternion": [x / length for x in quaternion]}


class Simulate(GrazeCase):
    def setUp(self):
        super().setUp()
        self.put("box.obj", box_text((0, 0, 0), (10, 14, 6)))
        self.put("floor.obj", box_text((-100, -100, -10), (100, 100, 0)))
        self.put("wall.obj", box_text((0, -20, -20), (5, 20, 20)))

    def falling(self, name="fall.json", **more):
        self.put(name, json.dumps({
            "graze": 1,
            "bodies": [{"name": "floor", "mesh": "floor.obj"},
                       {"name": "box", "mesh": "box.obj", "density": 1, "pose": pose((0, 0, 30), TURNED), **more},
                       {"name": "other", "mesh": "box.obj", "mass": 5, "pose": pose((3, 4, 60))}]}))
        return name

    def pushed(self, name="push.json", **more):
        """A box is pulled through a wall that stands."""
        self.put(name, json.dumps({
            "graze": 1,
            "bodies": [{"name": "wall", "mesh": "wall.obj", "pose": pose((30, 7, 3))}, {"name": "box", "mesh": "box.obj"}],
            "paths": [{"body": "box", "in_between": "slerp", "poses": [pose((0, 0, 0)), pose((60, 0, 0))]}], **more}))
        return name

    def simulate(self, *words):
        run = self.graze("simulate", *words, "--json")
        return run.returncode, json.loads(run.stdout)

    def prove(self, scene):
        """The end-to-end attack: another search proves the record, and a checker of its own believes it."""
        run = self.graze("path", scene, "--certificate", "proof.graze", "--json")
        answer = json.loads(run.stdout)
        self.assertEqual((run.returncode, answer["verdict"], answer["clear_until"]), (0, "clear", 1.0))
        self.assertGreaterEqual(answer["segment"], 0)
        run = self.graze("verify", "proof.graze", "--scene", scene, "--json")
        verified = json.loads(run.stdout)
        self.assertEqual((run.returncode, verified["valid"], verified["proves"]), (0, True, "all"), verified)
        return answer

    def test_what_falls_comes_to_rest_and_is_proved_again(self):
        code, answer = self.simulate(self.falling(), "--seconds", "0.6", "--order", "2", "--record", "fell.json")
        self.assertEqual((code, answer["interpenetrations"], answer["certified"], answer["meeting"]), (0, 0, True, []))
        self.assertEqual((answer["frames"], answer["checked_frames"], answer["interrupted"]), (36, 36, False))
        self.assertGreater(answer["worst_distance"], 0.0)
        self.assertGreater(answer["contacts"], 0)
        heights = {body["name"]: body["pose"]["translation"][2] for body in answer["bodies"]}
        self.assertEqual(set(heights), {"box", "other"})
        self.assertLess(heights["box"], 20.0)
        self.assertGreater(answer["record"]["stops"], 10)
        record = json.loads((self.folder / "fell.json").read_text())
        self.assertEqual([path["in_between"] for path in record["paths"]], ["slerp", "slerp"])
        self.assertEqual(record["paths"][0]["about"], [5.0, 7.0, 3.0])  # the middle of the box
        self.assertEqual(len(record["paths"][0]["poses"]), answer["record"]["stops"])
        self.prove("fell.json")

    def test_a_fall_is_that_of_physics(self):
        self.falling()
        code, answer = self.simulate("fall.json", "--seconds", "0.05", "--order", "2", "--frame", "0.001")
        self.assertEqual((code, answer["frames"]), (0, 50))
        height = next(b for b in answer["bodies"] if b["name"] == "other")["pose"]["translation"][2]
        self.assertAlmostEqual(height, 60 - 0.5 * 9810 * 0.05 ** 2, delta=0.02 * 0.5 * 9810 * 0.05 ** 2)
        code, answer = self.simulate("fall.json", "--seconds", "0.05", "--order", "2", "--gravity", "100,0,0")
        box = next(b for b in answer["bodies"] if b["name"] == "other")["pose"]["translation"]
        self.assertAlmostEqual(box[1], 4.0, places=9)
        self.assertAlmostEqual(box[2], 60.0, places=9)
        self.assertGreater(box[0], 3.05)
        code, answer = self.simulate("fall.json", "--seconds", "0.05")  # order 1: nothing pulls
        self.assertEqual((code, answer["bodies"][1]["pose"]["translation"]), (0, [3.0, 4.0, 60.0]))

    def test_a_wall_stops_what_is_pulled_through_it(self):
        code, answer = self.simulate(self.pushed(), "--seconds", "0.5", "--record", "pushed.json")
        self.assertEqual((code, answer["interpenetrations"], answer["jammed"]), (0, 0, ["box"]))
        x = answer["bodies"][0]["pose"]["translation"][0]
        self.assertTrue(19.5 < x < 20.0, x)  # the wall begins at 30, the box is 10 long
        self.prove("pushed.json")
        run = self.graze("path", "push.json", "--json")  # which the wish itself is not
        self.assertEqual((run.returncode, json.loads(run.stdout)["verdict"]), (1, "contact"))
        text = self.good("simulate", "push.json", "--seconds", "0.5")
        self.assertIn("jammed: box\n", text)

    def test_a_free_path_is_followed_to_its_end(self):
        self.pushed("free.json", ignore=[["wall", "box"]])
        code, answer = self.simulate("free.json", "--seconds", "0.25")
        self.assertEqual((code, answer["jammed"]), (0, []))
        self.assertAlmostEqual(answer["bodies"][0]["pose"]["translation"][0], 60.0, places=9)

    def test_a_seated_pair_is_certified_to_its_depth(self):
        self.put("on.json", json.dumps({
            "graze": 1,
            "bodies": [{"name": "floor", "mesh": "floor.obj"}, {"name": "box", "mesh": "box.obj"}],
            "paths": [{"body": "box", "poses": [pose((0, 0, 0)), pose((20, 0, 0))]}]}))
        code, answer = self.simulate("on.json", "--seconds", "0.2", "--record", "slid.json")
        self.assertEqual((code, answer["interpenetrations"], len(answer["seats"])), (0, 0, 1))
        self.assertEqual(answer["seats"][0]["bodies"], ["floor", "box"])
        self.assertTrue(0.0 < answer["seats"][0]["depth"] < 0.01)
        proved = self.prove("slid.json")
        self.assertEqual(proved["seated"][0]["depth"], answer["seats"][0]["depth"])
        self.put("deep.json", (self.folder / "on.json").read_text().replace("[0, 0, 0]", "[0, 0, -1]"))
        self.refused("simulate", "deep.json", "--seconds", "1", containing="overlap at the start")

    def test_script(self):
        self.falling()
        self.put("drive.json", json.dumps({"graze_drive": 1, "steps": [
            {"body": "box", "until": 0.2, "target": [{"time": 0, "pose": pose((0, 0, 30), TURNED)},
                                                     {"time": 0.2, "pose": pose((50, 0, 30), TURNED)}]},
            {"body": "other", "until": 0.1, "velocity": {"linear": [0, 100, 0]}},
            {"at": 0.2, "order": 2}, {"at": 0.2, "gravity": [0, 0, 1000]}]}))
        code, answer = self.simulate("fall.json", "--seconds", "0.2", "--script", "drive.json")
        places = {body["name"]: body["pose"]["translation"] for body in answer["bodies"]}
        self.assertEqual(code, 0)
        self.assertAlmostEqual(places["box"][0], 50.0, places=6)
        self.assertAlmostEqual(places["other"][1], 14.0, places=6)
        code, answer = self.simulate("fall.json", "--seconds", "0.3", "--script", "drive.json")
        self.assertGreater(answer["bodies"][1]["pose"]["translation"][2], 62.0)  # it falls upwards since 0.2 s

    def test_joints(self):
        self.put("door.json", json.dumps({
            "graze": 1, "bodies": [{"name": "post", "mesh": "wall.obj", "pose": pose((-50, 0, 0))}, {"name": "door", "mesh": "box.obj"}],
            "joints": [{"body": "door", "parent": "post", "type": "revolute", "axis": [0, 0, 1], "limits": [0, 45]}]}))
        self.put("drive.json", json.dumps({"graze_drive": 1, "steps": [{"at": 0, "joint": "door", "speed": 60}]}))
        code, answer = self.simulate("door.json", "--seconds", "0.5", "--script", "drive.json", "--record", "opened.json")
        self.assertEqual(code, 0)
        x, y, z, w = answer["bodies"][0]["pose"]["quaternion"]
        self.assertAlmostEqual(2 * z * w, 0.5, places=3)  # 30 degrees
        self.prove("opened.json")

    def test_refusals(self):
        self.falling()
        for words, containing in [(("--seconds", "0"), "--seconds"), (("--seconds", "1", "--order", "3"), "--order"),
                                  (("--seconds", "1", "--budget", "8"), "8ms"), (("--seconds", "1", "--frame", "1/0"), "--frame"),
                                  (("--seconds", "1", "--gravity", "1,2"), "X,Y,Z"), (("--seconds", "1", "--check", "0"), "--check"),
                                  (("--seconds", "1", "--record", "a.txt"), ".json")]:
            self.refused("simulate", "fall.json", *words, containing=containing)
        self.refused("simulate", self.put_scene("rest.json"), "--seconds", "1", containing="no body can move")
        self.refused("simulate", "a.obj", "--seconds", "1", containing="scene files")
        for steps, containing in [([{"bdy": "box"}], "did you mean 'body'"), ([{"body": "box"}], "a pull has one of them"),
                                  ([{"body": "bx", "let_go": True}], "did you mean 'box'"),
                                  ([{"body": "floor", "let_go": True}], "stands for ever"), ([{"at": 1}], "nothing happens"),
                                  ([{"at": 0, "joint": "box", "speed": 1}], "no joint that moves"),
                                  ([{"body": "box", "target": [{"time": 1, "pose": {}}, {"time": 1, "pose": {}}]}], "times have to rise"),
                                  ([{"body": "box", "from": 2, "until": 1, "let_go": True}], "ends before it begins")]:
            self.put("drive.json", json.dumps({"graze_drive": 1, "steps": steps}))
            self.refused("simulate", "fall.json", "--seconds", "1", "--script", "drive.json", containing=containing)

    def rods(self, name="rods.json", **rod):
        self.put(name, json.dumps({
            "graze": 1, "bodies": [{"name": "floor", "mesh": "floor.obj"}],
            "rods": [{"name": "cable", "points": [[-60, 0, 30], [60, 5, 40]], "radius": 4, "segments": 24, "material": "pvc cable", **rod}],
            "attach": [{"rod": "cable", "at": "start", "kind": "clamp"}]}))
        return name

    def test_rods_fall_and_are_certified(self):
        code, answer = self.simulate(self.rods(), "--seconds", "0.5", "--record", "rods.glb", "--shapes", "shapes", "--shapes-every", "15")
        self.assertEqual((code, answer["certified"], answer["interpenetrations"], answer["frames"], answer["checked_frames"]), (0, True, 0, 30, 30))
        self.assertLess(answer["rods"][0]["end"][2], 38)  # it began at 40
        self.assertGreater(answer["attach"][0]["newton_metre"][1] ** 2, 1e-8)  # the clamp carries what hangs from it
        # An animation with skins is for viewers; the shapes are scenes that every command reads.
        self.refused("info", "rods.glb", containing="skin")
        for shape in ("000000", "000015", "000030"):
            clash = self.good_json("clash", f"shapes/{shape}/scene.json")
            self.assertEqual(clash["verdict"], "clear", shape)

    def test_rods_that_cannot_be_are_refused(self):
        self.refused("simulate", self.rods(points=[[-60, 0, 3], [60, 0, 3]]), "--seconds", "1", containing="floor")
        self.refused("simulate", self.rods(radius=-1), "--seconds", "1", containing="/rods/0")
        self.refused("info", self.rods(material="wood"), containing="rubber hose")
        self.refused("simulate", self.rods(), "--seconds", "1", "--script", "drive.json", containing="drive.json")
        self.refused("simulate", self.rods(), "--seconds", "1", "--record", "out.json", containing=".glb")

    def test_interrupted_runs_keep_what_was_there(self):
        self.falling()
        run = self.start("simulate", "fall.json", "--seconds", "5000", "--order", "2", "--record", "part.json", "--frame", "0.001",
                         "--gravity", "0,0,-1", stdout=-1, stderr=-1)
        time.sleep(1.5)
        run.send_signal(signal.SIGINT)
        out, errors = run.communicate(timeout=60)
        self.assertEqual((run.returncode, errors), (130, b""))
        self.assertIn(b"interrupted", out)
        self.good("info", "part.json")

    def test_threads_do_not_matter(self):
        self.falling()
        runs = [self.simulate("fall.json", "--seconds", "0.4", "--order", "2", "--threads", n)[1] for n in (1, 3)]
        for run in runs:
            del run["step_microseconds"]
        self.assertEqual(*runs)


if __name__ == "__main__":
    main()
