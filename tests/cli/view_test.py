"""graze view: a PNG with the right size and content, cameras, highlights, mistakes."""
import struct
import zlib

from graze_case import GrazeCase, main, obj_text


def read_png(path):
    """Width, height and rows of RGB bytes; enough of PNG for 8-bit RGB without interlace."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", body)
            assert (depth, colour) == (8, 2)
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, stride, rows, before = zlib.decompress(packed), 3 * width, [], bytearray(3 * width)
    for y in range(height):
        filter_kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            a = row[i - 3] if i >= 3 else 0
            b, c = before[i], before[i - 3] if i >= 3 else 0
            if filter_kind == 1:
                row[i] = (row[i] + a) & 255
            elif filter_kind == 2:
                row[i] = (row[i] + b) & 255
            elif filter_kind == 3:
                row[i] = (row[i] + (a + b) // 2) & 255
            elif filter_kind == 4:
                p = a + b - c
                row[i] = (row[i] + min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]) & 255
        rows.append(bytes(row))
        before = row
    return width, height, rows


def count_pixels(rows, wanted):
    return sum(1 for row in rows for i in range(0, len(row), 3) if wanted(*row[i:i + 3]))


def is_red(r, g, b):
    return r > 120 and g < r // 2 and b < r // 2


class View(GrazeCase):
    def picture(self, *words, size="160x120"):
        answer = self.good_json("view", *words, "--out", "p.png", "--size", size)
        return answer, read_png(self.folder / "p.png")

    def test_size_and_fields(self):
        self.put_scene()
        answer, (width, height, rows) = self.picture("scene.json", size="200x150")
        self.assertEqual((width, height), (200, 150))
        self.assertEqual((answer["out"], answer["width"], answer["height"], answer["unit"]), ("p.png", 200, 150, "mm"))
        self.assertEqual([b["name"] for b in answer["bodies"]], ["a", "b"])
        self.assertRegex(answer["bodies"][0]["colour"], "^#[0-9a-f]{6}$")
        self.assertNotEqual(answer["bodies"][0]["colour"], answer["bodies"][1]["colour"])
        self.assertEqual(len(answer["camera"]["eye"]), 3)
        drawn = count_pixels(rows, lambda *c: c != (255, 255, 255))
        self.assertGreater(drawn, 200 * 150 // 20)
        self.assertLess(drawn, 200 * 150 * 9 // 10)

    def test_same_bytes_for_any_number_of_threads(self):
        self.put_scene()
        pictures = set()
        for threads in (1, 2, 7):
            self.good("view", "scene.json", "--out", "p.png", "--threads", threads)
            pictures.add((self.folder / "p.png").read_bytes())
        self.assertEqual(len(pictures), 1)

    def test_cameras_differ(self):
        self.put_scene()
        pictures = {}
        for camera in ("front", "back", "left", "right", "top", "bottom", "iso", "20,-30,15:1,1,0.5", "-20,-30,15:1,1,0.5"):
            self.good("view", "scene.json", "--out", "p.png", "--camera", camera, "--size", "160x120")
            pictures[camera] = (self.folder / "p.png").read_bytes()
        self.assertEqual(len(set(pictures.values())), len(pictures))

    def test_highlight_and_transparency(self):
        self.put_scene()
        _, (_, _, plain) = self.picture("scene.json", "--no-edges")
        self.assertEqual(count_pixels(plain, is_red), 0)
        answer, (_, _, rows) = self.picture("scene.json", "--no-edges", "--highlight", "a", "--highlight", "b/mantle")
        self.assertEqual([b["highlighted"] for b in answer["bodies"]], [4, 3])
        self.assertGreater(count_pixels(rows, is_red), 100)
        answer, _ = self.picture("scene.json", "--highlight", "b:0,2-3", "--transparent", "a", "--transparent", "b=0.5")
        self.assertEqual([b["highlighted"] for b in answer["bodies"]], [0, 3])
        self.assertEqual([b["opacity"] for b in answer["bodies"]], [0.35, 0.5])

    def test_edges_can_be_left_out(self):
        self.put_scene()
        _, (_, _, with_edges) = self.picture("scene.json")
        _, (_, _, without) = self.picture("scene.json", "--no-edges")
        self.assertNotEqual(with_edges, without)

    def test_several_files(self):
        self.put_scene(unit="cm")
        self.put("c.obj", obj_text())
        answer, _ = self.picture("c.obj", "scene.json", "a.obj")
        self.assertEqual([b["name"] for b in answer["bodies"]], ["c", "a", "b", "a (2)"])
        self.assertEqual(answer["unit"], "cm")
        self.put_scene("inch.json", unit="in")
        self.refused("view", "scene.json", "inch.json", "--out", "q.png", containing="is in in, the scene before it in cm")

    def test_paths_start_at_their_first_pose(self):
        self.put_scene()
        self.good("view", "scene.json", "--out", "still.png")
        self.put_scene(bodies=[{"name": "a", "mesh": "a.obj"}, {"name": "b", "mesh": "b.obj"}],
                       paths=[{"body": "b", "poses": [{"translation": [5, 0, 0]}, {"translation": [50, 0, 0]}]}])
        self.good("view", "scene.json", "--out", "path.png")
        self.assertEqual((self.folder / "still.png").read_bytes(), (self.folder / "path.png").read_bytes())

    def test_mistakes(self):
        self.put_scene()
        for words, containing in [
            (["--size", "10x10"], "--size"),
            (["--size", "100000x100000"], "--size"),
            (["--size", "big"], "--size: 'big' is not a size"),
            (["--camera", "fornt"], "did you mean 'front'?"),
            (["--camera", "1,2:3,4,5"], "--camera: '1,2:3,4,5' is neither a view nor two points"),
            (["--camera", "1,2,nan:3,4,5"], "--camera"),
            (["--camera", "1,2,3:1,2,3"], "eye"),
            (["--highlight", "x:1"], "no body is named 'x'; the bodies are a, b"),
            (["--highlight", "a:4"], "triangles 4 of 'a', which has 0 to 3"),
            (["--highlight", "a:3-1"], "triangles 3-1"),
            (["--highlight", "a:one"], "'one' is neither a triangle nor a range"),
            (["--highlight", "a/matnle"], "did you mean 'mantle'?"),
            (["--highlight", "a/"], "has no surface ''"),
            (["--transparent", "c"], "no body is named 'c'"),
            (["--transparent", "a=0"], "opacity '0' is not in (0, 1]"),
            (["--transparent", "a=2"], "opacity '2'"),
        ]:
            with self.subTest(words=words):
                self.refused("view", "scene.json", "--out", "p.png", *words, containing=containing)
        self.refused("view", "scene.json", "--out", "p.jpg", containing="'p.jpg' does not end in .png")
        self.refused("view", "none.json", "--out", "p.png", containing="no such file")
        self.refused("view", "scene.json", "--out", "no/p.png", containing="does the folder exist?")
        self.assertNotIn("p.png", self.entries())


if __name__ == "__main__":
    main()
