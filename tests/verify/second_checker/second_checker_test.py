"""The second checker accepts true certificates of every kind of link, and refuses tampered ones, as the first does."""
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from checker import Checker, check  # noqa: E402: found beside this file

GRAZE = os.environ["GRAZE"]


def box(size):
    """A closed box that no symmetry maps to itself, as OBJ."""
    x, y, z = size
    corners = [(0, 0, 0), (x, 0, 0), (x, y, 0), (0, y, 0), (0, 0, z), (x, 0, z), (x, 1.1 * y, z), (0, y, z)]
    sides = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    lines = ["v {} {} {}".format(*c) for c in corners]
    lines += [f"f {a + 1} {b + 1} {c + 1}\nf {a + 1} {c + 1} {d + 1}" for a, b, c, d in sides]
    return "\n".join(lines) + "\n"


def pose(place, quaternion=(0, 0, 0, 1)):
    size = sum(x * x for x in quaternion) ** 0.5
    return {"translation": list(place), "quaternion": [x / size for x in quaternion]}


def body(name, mesh, place=(0, 0, 0), quaternion=(0, 0, 0, 1)):
    return {"name": name, "mesh": mesh, "pose": pose(place, quaternion)}


def passing(in_between, *, slides=False, turns=0):
    """A bar that passes a block closely, which turns; and a post that is far away."""
    turned = (0.1, 0.2, 0.5, 0.9)
    bar = [pose((-3, 0.65, 0), turned), pose((3, 0.75, 0.2), turned if slides else (0.3, 0.1, -0.2, 1))]
    block = [pose((-0.5, -0.5, -0.2)), pose((-0.4, -0.6, -0.1), (0, 0, 0.2, 1))]
    return {"bodies": [body("block", "b.obj"), body("bar", "a.obj"), body("post", "a.obj", (0, 30, 0))],
            "paths": [{"body": "block", "in_between": in_between, "poses": block, "turns": [turns]},
                      {"body": "bar", "in_between": in_between, "poses": bar}]}


ARM = {"bodies": [body("cart", "b.obj"), body("arm", "a.obj", (1.2, 0, 0)), body("slide", "a.obj", (1.2, 0, 1.5)),
                  body("block", "b.obj", (2.1, 0.7, 0), (0, 0, 0.1, 1))],
       "joints": [{"body": "arm", "parent": "cart", "type": "revolute", "axis": [0, 0.1, 1], "origin": [1.2, 0, 0]},
                  {"body": "slide", "parent": "arm", "type": "prismatic", "axis": [2, 0, 0]}],
       "paths": [{"body": "cart", "poses": [pose((0, 0, 0)), pose((-0.3, 0.1, 0)), pose((-0.3, 0, 0.1), (0, 0, 0.05, 1))]},
                 {"body": "arm", "values": [0, 20, -15]}, {"body": "slide", "values": [0, 0.4, 0.1]}],
       "ignore": [["cart", "arm"]], "clearance": [{"pair": ["arm", "block"], "distance": 0.05}]}
SCENES = {"screw": passing("screw"), "sliding screw": passing("screw", slides=True), "slerp": passing("slerp", turns=1),
          "linear parameters": passing("linear_parameters"), "joints": ARM}


# Bricks that stand side by side, flush; one slides along the other, rises, and turns away: it is clear from then on.
# A third stands on the ground of both, far enough to be listed and never seated.
SEATED = {"bodies": [body("wall", "brick.obj"), body("brick", "brick.obj", (2, 0, 0)), body("post", "brick.obj", (0.3, 0, 1.8))],
          "paths": [{"body": "brick", "poses": [pose((2, 0, 0)), pose((2, 0.5, 0.25)), pose((3, 0.5, 0.25), (0, 0, 0.2, 1))]}]}


def brick():
    corners = [(x, y, z) for z in (0, 1.5) for y in (0, 1) for x in (0, 2)]
    sides = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    lines = ["v {} {} {}".format(*c) for c in corners]
    return "\n".join(lines + [f"f {a + 1} {b + 1} {c + 1}\nf {a + 1} {c + 1} {d + 1}" for a, b, c, d in sides]) + "\n"


def sealed(head, rest, version=2):
    checksum = 0xcbf29ce484222325
    for byte in head + rest:
        checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
    return f"graze-certificate {version} {len(head)} {len(rest)} {checksum:016x}\n".encode() + head + rest


def opened(data):
    line, rest = data.split(b"\n", 1)
    size = int(line.split()[2])
    return rest[:size], rest[size:]


def version_of(data):
    return int(data.split()[1])


def with_head(data, change):
    raw, rest = opened(data)
    head = json.loads(raw)
    change(head)
    return sealed(json.dumps(head).encode(), rest, version_of(data))


class SecondChecker(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="graze-second-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        (cls.folder / "a.obj").write_text(box((1.0, 0.4, 0.3)))
        (cls.folder / "b.obj").write_text(box((1.1, 0.9, 0.7)))
        (cls.folder / "brick.obj").write_text(brick())
        cls.seated = cls.prove(SEATED)
        cls.true = {name: cls.prove(scene) for name, scene in SCENES.items()}

    @classmethod
    def prove(cls, scene, *words):
        (cls.folder / "s.json").write_text(json.dumps({"graze": 1, **scene}))
        run = subprocess.run([GRAZE, "path", "s.json", "--certificate", "c.graze", "--json", *words],
                             cwd=cls.folder, capture_output=True, timeout=120)
        answer = json.loads(run.stdout)
        assert "verdict" in answer and answer["clear_until"] > 0, answer
        return (cls.folder / "c.graze").read_bytes()

    def first(self, data):
        """What `graze verify` says."""
        (self.folder / "t.graze").write_bytes(data)
        run = subprocess.run([GRAZE, "verify", "t.graze", "--json"], cwd=self.folder, capture_output=True, timeout=120)
        return json.loads(run.stdout)["valid"]

    def test_true_ones_are_accepted(self):
        kinds = set()
        for name, data in self.true.items():
            self.assertIsNone(check(data), msg=name)
            self.assertTrue(self.first(data), msg=name)
            self.assertEqual(len(json.loads(opened(data)[0])["pairs"]), 1, msg=f"{name} has no strands")
            for item in json.loads(opened(data)[0])["bodies"]:
                kinds.update(link["kind"] for link in item["links"])
        self.assertEqual(kinds, {"at_rest", "screw", "slerp", "linear_parameters", "revolute", "prismatic"})

    def test_nearest_points_are_measured_alike(self):
        for name, data in self.true.items():
            checker = Checker(data)
            checker.run()
            (self.folder / "n.graze").write_bytes(data)
            run = subprocess.run([GRAZE, "verify", "n.graze", "--json"], cwd=self.folder, capture_output=True, timeout=120)
            first = json.loads(run.stdout)["least_clearance"]
            self.assertIsNotNone(checker.nearest_above, msg=name)
            self.assertAlmostEqual(checker.nearest_above, first["at_most"], delta=1e-9, msg=name)
            self.assertGreaterEqual(checker.nearest_above, first["above"], msg=name)

        def later(head):
            head["nearest"]["t"] = 1.5
        self.assertIsNotNone(check(with_head(self.true["slerp"], later)))

    def test_time_up_to_a_contact(self):
        scene = passing("screw", slides=True)
        for place in scene["paths"][1]["poses"]:
            place["translation"][1] = 0.2
        data = self.prove(scene)
        self.assertLess(json.loads(opened(data)[0])["covered"]["until"], 1)
        self.assertIsNone(check(data))

        def longer(head):
            head["covered"]["until"] += 0.1
        self.assertIsNotNone(check(with_head(data, longer)))

    def test_tampered_heads_are_refused(self):
        def edit(path, value):
            def change(head):
                at = head
                for key in path[:-1]:
                    at = at[key]
                at[path[-1]] = value
            return change
        changes = {
            "more clearance": edit(["clearance"], 1.0),
            "a unit that is none": edit(["unit"], "mm" + 3000 * " "),
            "a pair without strands": edit(["pairs"], []),
            "a pair ignored and listed": edit(["ignored"], [{"bodies": [0, 1], "reason": "x"}]),
            "moved": edit(["bodies", 1, "links", 0, "from", 1], -0.65),
            "turned": edit(["bodies", 0, "links", 0, "turns"], 40),
            "a far body that is near": edit(["bodies", 2, "links", 0, "pose", 1], 0.0),
            "a quaternion too long": edit(["bodies", 0, "links", 0, "from", 6], 1.1),
            "another key": edit(["more"], 1),
            "more segments": edit(["covered", "segments"], 2),
        }
        for name, change in changes.items():
            data = with_head(self.true["slerp"], change)
            self.assertIsNotNone(check(data), msg=name)
            self.assertFalse(self.first(data), msg=name)

    def test_bytes_that_the_page_forbids(self):
        data = self.true["screw"]
        head, rest = opened(data)
        line = data.split(b"\n", 1)[0]
        bad = {"a byte order mark": sealed(b"\xef\xbb\xbf" + head, rest), "a zero byte": sealed(head + b"\0", rest),
               "text after a zero byte": sealed(head + b"\0{}", rest), "a space first": sealed(b" " + head, rest),
               "a tab in the first line": data.replace(b" ", b"\t", 3), "capitals": line.upper().replace(b"GRAZE-CERTIFICATE", b"graze-certificate") + data[len(line):],
               "zeros": data.replace(b"certificate 2 ", b"certificate 2 0", 1), "two spaces": data.replace(b" 2 ", b" 2  ", 1)}
        if line.split()[-1].upper() == line.split()[-1]:
            del bad["capitals"]
        for name, forged in bad.items():
            self.assertIsNotNone(check(forged), msg=name)
            self.assertFalse(self.first(forged), msg=name)

    def test_certificates_about_cad_surfaces_are_refused_by_their_version(self):
        self.assertIn("CAD surfaces", check(self.true["screw"].replace(b"certificate 2 ", b"certificate 4 ", 1)))

    def test_both_say_the_same_of_tampered_bytes(self):
        """Where they differ the page is not clear, or one of them is wrong."""
        dice = random.Random(24)
        accepted = refused = 0
        for name, data in self.true.items():
            head, rest = opened(data)
            for _ in range(12):
                forged = bytearray(rest)
                at = dice.randrange(len(forged))
                forged[at] ^= 1 << dice.randrange(8)
                forged = sealed(head, bytes(forged))
                mine = check(forged) is None
                self.assertEqual(mine, self.first(forged), msg=f"{name}, byte {at}")
                accepted, refused = accepted + mine, refused + (not mine)
        self.assertGreater(accepted, 2)  # a vertex or a direction moved by a hair
        self.assertGreater(refused, 10)

    def test_seated_pairs(self):
        self.assertEqual(version_of(self.seated), 3)
        self.assertIsNone(check(self.seated))
        self.assertTrue(self.first(self.seated))
        head = json.loads(opened(self.seated)[0])
        self.assertEqual([seat["bodies"] for seat in head["seated"]], [[0, 1]])
        self.assertEqual(head["seated"][0]["clear_from"]["segment"], 1)

    def test_tampered_seats_are_refused(self):
        def of_seat(**values):
            return lambda head: head["seated"][0].update(values)
        depth = json.loads(opened(self.seated)[0])["seated"][0]["depth"]
        changes = {
            "less depth": of_seat(depth=0.5 * depth), "copies of the other": of_seat(copies=[1, 1]),
            "clear from the start": of_seat(clear_from={"segment": 0, "t": 0.0}), "clear later": of_seat(clear_from={"segment": 1, "t": 0.9}),
            "never clear": of_seat(clear_from=None), "listed, too": lambda head: head["pairs"].append([0, 1]),
            "ignored, too": lambda head: head["ignored"].append({"bodies": [0, 1], "reason": "x"}),
            "copies that moved less": lambda head: [copy.update(within=0.5 * copy["within"]) for copy in head["copies"]],
            "another pair": of_seat(bodies=[1, 2]), "no seats": lambda head: head.update(seated=[]),
            "moved into each other": lambda head: head["bodies"][1]["links"][0].update(to=[1.9, 0.5, 0.25, 0, 0, 0, 1]),
        }
        for name, change in changes.items():
            forged = with_head(self.seated, change)
            if json.loads(opened(forged)[0])["seated"] == json.loads(opened(self.seated)[0])["seated"] and "copies of" in name:
                continue  # both bodies have one copy, of one mesh
            self.assertIsNotNone(check(forged), msg=name)
            self.assertFalse(self.first(forged), msg=name)

    def test_both_say_the_same_of_tampered_seats(self):
        dice = random.Random(42)
        head, rest = opened(self.seated)
        answers = []
        for _ in range(24):
            forged = bytearray(rest)
            at = dice.randrange(min(len(forged), 1500))  # meshes, copies and the first nodes
            forged[at] ^= 1 << dice.randrange(8)
            forged = sealed(head, bytes(forged), 3)
            answers.append(check(forged) is None)
            self.assertEqual(answers[-1], self.first(forged), msg=f"byte {at}")
        self.assertIn(False, answers)

    def test_a_body_that_begins_inside_is_refused(self):
        """A small box within a large one: one leaf for each side of the large one, and each holds."""
        corners = [tuple(4.0 * (i >> k & 1) for k in range(3)) for i in range(8)]
        quads = {(-1, 0, 0): (0, 4, 6, 2), (1, 0, 0): (1, 3, 7, 5), (0, -1, 0): (0, 1, 5, 4), (0, 1, 0): (2, 6, 7, 3),
                 (0, 0, -1): (0, 2, 3, 1), (0, 0, 1): (4, 5, 7, 6)}
        triangles = [t for q in quads.values() for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]
        normals = [n for n in quads for _ in range(2)]
        small = [tuple(1.0 + 0.25 * x for x in corner) for corner in corners]
        for is_closed in (False, True):
            skin = triangles if is_closed else [triangles[0][::-1]] + triangles[1:]
            nodes = b""
            for i, normal in enumerate(normals):
                nodes += struct.pack("<BI", 16, i + 1) if i + 1 < len(normals) else b""
                nodes += struct.pack("<B3f", 0, *normal)
            rest = b""
            for vertices, faces in ((corners, skin), (small, triangles)):
                rest += b"".join(struct.pack("<3d", *v) for v in vertices) + b"".join(struct.pack("<3I", *f) for f in faces)
                rest += struct.pack("<12I", *range(12))
            rest += struct.pack("<IIddQ", 0, 0, 0.0, 1.0, len(nodes)) + nodes
            mesh = {"vertices": 8, "triangles": 12, "requested_deviation": None, "measured_deviation": None}
            rest_pose, moved = [0, 0, 0, 0, 0, 0, 1], [0.5, 0.25, 1, 0, 0, 0, 1]
            head = {"made_by": "a test", "scene": "", "unit": "mm", "meshes": [mesh, mesh],
                    "bodies": [{"name": "large", "mesh": 0, "links": [{"kind": "at_rest", "pose": rest_pose}]},
                               {"name": "small", "mesh": 1,
                                "links": [{"kind": "slerp", "from": rest_pose, "to": moved, "turns": 0}]}],
                    "motions": [[]], "clearance": 0.0, "clearances": [], "pairs": [[0, 1]], "ignored": [],
                    "covered": {"segments": 1, "until": 0.0}}
            data = sealed(json.dumps(head).encode(), rest)
            self.assertEqual(check(data) is None, not is_closed)
            self.assertEqual(self.first(data), not is_closed)


if __name__ == "__main__":
    unittest.main(verbosity=2)
