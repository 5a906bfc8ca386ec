"""graze audit: recorded motions of three kinds, with planted interpenetrations and passages that no frame shows."""
import json
import struct
import unittest

from clash_test import box_text
from graze_case import GrazeCase, main

HEAD = "time,body,x,y,z,qx,qy,qz,qw\n"


def glb_bytes(keys, interpolation="LINEAR", times=(0.0, 0.5, 1.0)):
    """A box of half side 0.1 that goes from key to key, past a wall of 0.02 thickness at x = 0; metres."""
    corners, indices = [], [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5]
    for half in ((0.1, 0.1, 0.1), (0.01, 2.0, 2.0)):
        corners.append([((1 if c & 1 else -1) * half[0], (1 if c & 2 else -1) * half[1], (1 if c & 4 else -1) * half[2])
                        for c in range(8)])
    binary = b"".join(struct.pack("<3f", *c) for body in corners for c in body)
    binary += struct.pack("<36H", *indices)
    keys_at = len(binary)
    binary += struct.pack(f"<{len(times)}f", *times) + b"".join(struct.pack("<3f", *k) for k in keys)
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"name": "ball", "mesh": 0, "translation": list(keys[0])}, {"name": "wall", "mesh": 1}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": i}, "indices": 2}]} for i in (0, 1)],
        "accessors": [{"bufferView": 0, "byteOffset": 96 * i, "componentType": 5126, "count": 8, "type": "VEC3",
                       "min": [-2, -2, -2], "max": [2, 2, 2]} for i in (0, 1)] +
                     [{"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"},
                      {"bufferView": 2, "componentType": 5126, "count": len(times), "type": "SCALAR"},
                      {"bufferView": 2, "byteOffset": 4 * len(times), "componentType": 5126, "count": len(keys), "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 192}, {"buffer": 0, "byteOffset": 192, "byteLength": 72},
                        {"buffer": 0, "byteOffset": keys_at, "byteLength": len(binary) - keys_at}],
        "buffers": [{"byteLength": len(binary)}],
        "animations": [{"samplers": [{"input": 3, "output": 4, "interpolation": interpolation}],
                        "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary)) + struct.pack("<I4s", len(text), b"JSON") + text +
            struct.pack("<I4s", len(binary), b"BIN\0") + binary)


class Audit(GrazeCase):
    def setUp(self):
        super().setUp()
        self.put("ball.obj", box_text((-0.1, -0.1, -0.1), (0.1, 0.1, 0.1)))
        self.put("wall.obj", box_text((-0.01, -2, -2), (0.01, 2, 2)))

    def scene(self, poses=((1, 0, 0), (1, 1, 0))):
        self.put("s.json", json.dumps({
            "graze": 1, "bodies": [{"name": "ball", "mesh": "ball.obj"}, {"name": "wall", "mesh": "wall.obj"}],
            "paths": [{"body": "ball", "in_between": "slerp", "poses": [{"translation": list(p)} for p in poses]}]}))
        return "s.json"

    def audit(self, *words):
        run = self.graze("audit", *words, "--json")
        return run.returncode, json.loads(run.stdout)

    def table(self, *rows):
        self.put("p.csv", HEAD + "".join(f"{t},ball,{x},{y},{z},0,0,0,1\n" for t, x, y, z in rows))
        return "p.csv"

    def test_a_clean_motion(self):
        code, answer = self.audit(self.scene(((1, 0, 0), (0.2, 1, 0), (1, 0, 0))))
        self.assertEqual((code, answer["verdict"], answer["frames"]), (0, "clean", 3))
        self.assertEqual((answer["interpenetrating_frames"], answer["passages"]), ([], []))
        self.assertIn("clean: no interpenetration of 1 pair at any of 3 frames", self.good("audit", "s.json"))

    def test_a_passage_that_no_frame_shows(self):
        self.scene()
        self.table((0, 5, 0, 0), (0.1, 3, 0, 0), (0.2, -3, 0.5, 0), (0.3, -4, 0, 0))
        code, answer = self.audit("p.csv", "--scene", "s.json")
        self.assertEqual((code, answer["verdict"], answer["frames"]), (1, "interpenetrates", 4))
        self.assertEqual(answer["interpenetrating_frames"], [])
        passage, = answer["passages"]
        self.assertEqual((passage["from_frame"], passage["bodies"], passage["passage"], passage["between_frames_only"]),
                         (1, ["ball", "wall"], "deeper", True))
        self.assertAlmostEqual(passage["t"], (3 - 0.11) / 6, delta=1e-3)
        self.assertAlmostEqual(passage["time"], 0.1 + 0.1 * passage["t"])
        self.assertGreater(passage["depth"][0], passage["limit"])

    def test_a_frame_that_interpenetrates(self):
        self.scene()
        self.table((0, 1, 0, 0), (1, 0.107, 0, 0), (2, 1, 0, 0))
        code, answer = self.audit("p.csv", "--scene", "s.json")
        self.assertEqual(code, 1)
        frame, = answer["interpenetrating_frames"]
        self.assertEqual((frame["frame"], frame["time"], frame["kind"]), (1, 1.0, "intersecting"))
        self.assertEqual([p["from_frame"] for p in answer["passages"]], [0, 1])
        # It is 0.003 deep: with that allowed, it is a contact.
        code, answer = self.audit("p.csv", "--scene", "s.json", "--depth", "0.05")
        self.assertEqual((code, answer["verdict"]), (0, "clean"))
        self.assertGreater(answer["contacts_within_depth"], 0)

    def test_an_animation_of_another_engine(self):
        self.put("clean.glb", glb_bytes([(1, 0, 0), (0.5, 1, 0), (1, 0, 1)]))
        code, answer = self.audit("clean.glb")
        self.assertEqual((code, answer["verdict"], answer["frames"], answer["unit"]), (0, "clean", 3, "mm"))
        self.put("through.glb", glb_bytes([(1, 0, 0), (-1, 0, 0), (-1, 0, 1)]))
        code, answer = self.audit("through.glb", "--unit", "m")
        self.assertEqual((code, answer["unit"]), (1, "m"))
        passage, = answer["passages"]
        self.assertEqual((passage["bodies"], passage["from_frame"]), (["ball", "wall"], 0))
        self.assertAlmostEqual(passage["t"], (1 - 0.11) / 2, delta=1e-3)
        self.assertAlmostEqual(passage["time"], 0.5 * passage["t"], places=6)

    def test_mistakes(self):
        self.scene()
        self.table((0, 5, 0, 0), (0.1, 3, 0, 0))
        self.put("step.glb", glb_bytes([(1, 0, 0), (-1, 0, 0), (-1, 0, 1)], "STEP"))
        whole = glb_bytes([(1, 0, 0), (-1, 0, 0), (-1, 0, 1)])
        self.put("no-column.csv", "time,body,x,y,z,qx,qy,qz\n")
        self.put("no-body.csv", HEAD + "0,bird,0,0,0,0,0,0,1\n")
        self.put("no-number.csv", HEAD + "# fine\n\n0,ball,0,zero,0,0,0,0,1\n")
        self.put("twice.csv", HEAD + 2 * "0,ball,0,0,0,0,0,0,1\n")
        self.put("long.csv", HEAD + "0,ball,0,0,0,0,0,0,2\n")
        self.put("one.csv", HEAD + "0,ball,0,0,0,0,0,0,1\n")
        self.put("nan.csv", HEAD + "nan,ball,0,0,0,0,0,0,1\n")
        for words, containing in [
            (["p.csv"], "--scene"), (["s.json", "--scene", "s.json"], "--scene"), (["ball.obj"], "no recorded motion"),
            (["step.glb"], "interpolation STEP"), (["missing.glb"], "missing.glb"),
            (["no-column.csv", "--scene", "s.json"], "no column qw"), (["no-body.csv", "--scene", "s.json"], "line 2"),
            (["no-number.csv", "--scene", "s.json"], "line 4"), (["twice.csv", "--scene", "s.json"], "twice"),
            (["long.csv", "--scene", "s.json"], "length"), (["one.csv", "--scene", "s.json"], "two"),
            (["nan.csv", "--scene", "s.json"], "nan"),
            (["s.json", "--depth", "-1"], "--depth"),
        ]:
            run = self.graze("audit", *words)
            self.assertEqual(run.returncode, 2, msg=words)
            self.assertIn(containing, run.stderr.decode(), msg=words)
        # Bytes that are damaged: an answer or a message, never a crash.
        for place in range(20, len(whole), 37):
            self.put("broken.glb", whole[:place] + b"\x7f" + whole[place + 1:])
            self.assertIn(self.graze("audit", "broken.glb").returncode, (0, 1, 2, 3), msg=place)


if __name__ == "__main__":
    main()
