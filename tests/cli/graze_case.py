"""What the tests of the command share: a folder of their own, the real binary, small meshes."""
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest

GRAZE = os.environ["GRAZE"]
SOURCE = pathlib.Path(os.environ["GRAZE_SOURCE"])

# A tetrahedron with sides 3, 2, 1 along the axes: no two extents are equal.
CORNERS = [(0, 0, 0), (3, 0, 0), (0, 2, 0), (0, 0, 1)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]


def obj_text(faces=FACES, corners=CORNERS, surfaces=True):
    lines = ["v {} {} {}".format(*c) for c in corners]
    for i, face in enumerate(faces):
        if surfaces and i in (0, 1):
            lines.append("g base" if i == 0 else "g mantle")
        lines.append("f {} {} {}".format(*(v + 1 for v in face)))
    return "\n".join(lines) + "\n"


def stl_bytes(faces=FACES, corners=CORNERS):
    triangles = b"".join(struct.pack("<12fH", 0, 0, 0, *(x for v in face for x in corners[v]), 0) for face in faces)
    return b"\0" * 80 + struct.pack("<I", len(faces)) + triangles


def reset_signals():
    """Background jobs of shells inherit an ignored SIGINT; the command must see the default."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class GrazeCase(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="graze-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def put(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def put_scene(self, name="scene.json", **more):
        self.put("a.obj", obj_text())
        self.put("b.obj", obj_text())
        scene = {"graze": 1, "bodies": [{"name": "a", "mesh": "a.obj"},
                                        {"name": "b", "mesh": "b.obj", "pose": {"translation": [5, 0, 0]}}]}
        scene.update(more)
        return self.put(name, json.dumps(scene))

    def graze(self, *words, environment=None, timeout=120, **options):
        env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR",)}
        env.update(environment or {})
        return subprocess.run([GRAZE, *map(str, words)], cwd=self.folder, env=env, timeout=timeout,
                              stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=reset_signals, **options)

    def start(self, *words, **options):
        return subprocess.Popen([GRAZE, *map(str, words)], cwd=self.folder, stdin=subprocess.DEVNULL,
                                preexec_fn=reset_signals, **options)

    def good(self, *words, **options):
        """Runs, demands success and silence on standard error, returns the text."""
        run = self.graze(*words, **options)
        self.assertEqual((run.returncode, run.stderr.decode()), (0, ""), msg=f"graze {words}")
        return run.stdout.decode()

    def good_json(self, *words):
        """The one JSON object that is all of standard output."""
        return json.loads(self.good(*words, "--json"))

    def refused(self, *words, containing="", code=2, **options):
        """Demands exit 2, one line on standard error, nothing on standard output; the same error as JSON."""
        run = self.graze(*words, **options)
        message = run.stderr.decode()
        self.assertEqual(run.returncode, code, msg=f"graze {words}: {message}")
        self.assertEqual(run.stdout, b"")
        self.assertRegex(message, r"\Agraze: [^\n]+\n\Z", msg=f"graze {words}")
        self.assertIn(containing, message)

        with_json = self.graze("--json", *words, **options)
        self.assertEqual(with_json.returncode, code)
        error = json.loads(with_json.stdout)["error"]
        self.assertEqual(set(error), {"code", "message"})
        self.assertEqual(with_json.stderr.decode(), message)
        self.assertEqual("graze: " + re.sub(r"[\x00-\x1f\x7f]", " ", error["message"]) + "\n", message)
        return error

    def entries(self, name="."):
        return sorted(p.name for p in (self.folder / name).iterdir())


def main():
    unittest.main(verbosity=2)
