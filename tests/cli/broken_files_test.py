"""Broken mesh files through the real command: exit 2, one line, the file named, nothing allocated or written."""
import os
import resource
import struct
import subprocess

from graze_case import GRAZE, GrazeCase, main, obj_text, stl_bytes

GLB = struct.pack("<4sII", b"glTF", 2, 12 + 8 + 20) + struct.pack("<I4s", 20, b"JSON") + b'{"asset":{}}        '
PLY = "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nelement face 1\n" \
      "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"

BROKEN = {
    "empty.stl": b"", "empty.obj": b"", "empty.ply": b"", "empty.glb": b"",
    "header-only.stl": b"\0" * 80, "truncated.stl": stl_bytes()[:-1], "absurd-count.stl": b"\0" * 80 + b"\xff\xff\xff\xff" + b"\0" * 50,
    "nan.stl": stl_bytes(corners=[(0, 0, 0), (float("nan"), 0, 0), (0, 2, 0), (0, 0, 1)]),
    "text.stl": b"solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 zero\n",
    "no-faces.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "index.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
    "zero-index.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", "inf.obj": b"v 0 0 0\nv inf 0 0\nv 0 1 0\nf 1 2 3\n",
    "word.obj": b"v 0 0 x\nf 1 1 1\n", "two-corners.obj": b"v 0 0 0\nv 1 0 0\nf 1 2\n",
    "magic.ply": b"plx\n" + PLY[4:].encode(), "truncated.ply": PLY[:-12].encode(), "count.ply": PLY.replace("vertex 3", "vertex -3").encode(),
    "absurd.ply": PLY.replace("vertex 3", "vertex 99999999999").encode(), "index.ply": PLY.replace("3 0 1 2", "3 0 1 7").encode(),
    "magic.glb": b"glTG" + GLB[4:], "truncated.glb": GLB[:-4], "length.glb": GLB[:8] + b"\xff\xff\xff\xff" + GLB[12:], "no-mesh.glb": GLB,
    "picture.png": b"\x89PNG\r\n\x1a\n", "no-ending": b"solid", "random.glb": bytes(range(256)),
}


class BrokenFiles(GrazeCase):
    def test_each_is_refused_by_each_command(self):
        for name, content in BROKEN.items():
            with self.subTest(name=name):
                self.put(name, content)
                self.refused("info", name, containing=name)
                self.refused("convert", name, "out.obj", containing=name)
                self.refused("view", name, "--out", "out.png", containing=name)
        self.assertEqual(self.entries(), sorted(BROKEN))

    def test_no_memory_is_spent_on_absurd_counts(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

        if subprocess.run([GRAZE, "--version"], preexec_fn=limit, capture_output=True).returncode != 0:
            self.skipTest("this build reserves more address space than the limit (a sanitizer)")
        for name in ("absurd-count.stl", "absurd.ply", "length.glb"):
            with self.subTest(name=name):
                self.put(name, BROKEN[name])
                run = subprocess.run([GRAZE, "info", name, "--threads", "1"], cwd=self.folder, preexec_fn=limit, capture_output=True)
                self.assertEqual(run.returncode, 2)
                self.assertIn(name.encode(), run.stderr)
                self.assertNotIn(b"out of memory", run.stderr)

    def test_places_instead_of_files(self):
        (self.folder / "dir.obj").mkdir()
        self.refused("info", "dir.obj", containing="is a directory")
        self.refused("info", "none.stl", containing="no such file")
        os.symlink("loop.obj", self.folder / "loop.obj")
        self.refused("info", "loop.obj", containing="loop.obj")
        self.put("a.obj", obj_text())
        self.refused("info", "a.obj/b.obj", containing="cannot read")
        if os.geteuid() != 0:
            self.put("secret.obj", obj_text())
            (self.folder / "secret.obj").chmod(0)
            self.refused("info", "secret.obj", containing="Permission denied")


if __name__ == "__main__":
    main()
