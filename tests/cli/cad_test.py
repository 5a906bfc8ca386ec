"""STEP and IGES through the command: the tree, the cache, the child process and its limits, damaged files."""
import concurrent.futures
import gzip
import json
import os
import random
import re
import signal
import struct
import subprocess
import time
import unittest

from graze_case import GRAZE, SOURCE, GrazeCase, reset_signals

CAD = os.environ.get("GRAZE_CAD", "")
STEP = (SOURCE / "tests/corpus/cad/bracket.step").read_text()
FACES = (SOURCE / "tests/corpus/cad/faces.igs").read_text()
SOLID = (SOURCE / "tests/corpus/cad/solid.igs").read_text()


def replaced(pattern, new, text=STEP, count=1):
    out, done = re.subn(pattern, new, text, count=count, flags=re.S)
    assert done, pattern
    return out


def point_of(number):
    return re.search(rf"#{number} = CARTESIAN_POINT\('',\([^)]*\)\)", STEP).group(0)


def with_vertices(change):
    """The first two vertices of the base, each with coordinates that `change` takes from both."""
    a, b = re.findall(r"VERTEX_POINT\('',#(\d+)\)", STEP)[:2]
    text_a, text_b = point_of(a), point_of(b)
    new_a, new_b = change(text_a.split(" = ")[1], text_b.split(" = ")[1])
    return STEP.replace(text_a, f"#{a} = {new_a}").replace(text_b, f"#{b} = {new_b}")


def iges_lines(keep):
    return "".join(line + "\n" for i, line in enumerate(FACES.splitlines()) if keep(i, line))


def iges_line(letter, number, change):
    """The given line of a section, its 72 columns changed."""
    lines, seen = FACES.splitlines(), 0
    for i, line in enumerate(lines):
        if len(line) > 72 and line[72] == letter:
            if seen == number:
                lines[i] = change(line[:72]).ljust(72)[:72] + line[72:]
            seen += 1
    return "\n".join(lines) + "\n"


def with_operator(scale, third):
    """The lid placed by an operator that may scale or mirror."""
    operator = f"#533 = CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',#9001,#9002,#24,{scale},#9003);\n"
    axes = "".join(f"#900{i + 1} = DIRECTION('',({','.join(axis)}));\n"
                   for i, axis in enumerate((("1.", "0.", "0."), ("0.", "1.", "0."), ("0.", "0.", third))))
    return replaced(r"#533 = ITEM_DEFINED_TRANSFORMATION\('','',#11,#23\);\n", operator + axes)


def noise(seed):
    return bytes(random.Random(seed).randrange(256) for _ in range(5000))


# name: (content, words that say what is missing)
INCOMPLETE = {
    "infinite.step": (replaced(r"CARTESIAN_POINT\('',\(30\.,", "CARTESIAN_POINT('',(1.E+400,"), "entity #41"),
    "huge.step": (replaced(r"CARTESIAN_POINT\('',\(30\.,", "CARTESIAN_POINT('',(1.E+300,"), "entity #41"),
    "radius.step": (replaced(r"(CYLINDRICAL_SURFACE\('',#\d+,)4\.", r"\g<1>0."), "cylinder"),
    "radius-negative.step": (replaced(r"(CYLINDRICAL_SURFACE\('',#\d+,)4\.", r"\1-4."), "entity #419"),
    "one-unknown.step": (STEP.replace("MANIFOLD_SOLID_BREP", "NOTHING_AT_ALL", 1), "entity #41"),
}

# name: (content, words of the message; None: the result must be that of the good file)
DAMAGED = {
    "empty.step": ("", "empty"),
    "noise.step": (noise(1), "ISO-10303-21"),
    "prose.step": ("hello, this is no STEP file\n", "ISO-10303-21"),
    "head.step": ("ISO-10303-21;\nHEADER;\n", "DATA"),
    "half.step": (STEP[:len(STEP) // 2], "written completely"),
    "most.step": (STEP[:len(STEP) * 9 // 10], "written completely"),
    "schema.step": (replaced(r"FILE_SCHEMA\(\('[^']*'\)\)", "FILE_SCHEMA(('NONSENSE'))"), None),
    "dangling-brep.step": (replaced(r"MANIFOLD_SOLID_BREP\('',#\d+\)", "MANIFOLD_SOLID_BREP('',#99999)"), "entity #"),
    "dangling-surface.step": (replaced(r"(ADVANCED_FACE\('',\(#\d+\),)#\d+", r"\1#99999"), "entity #"),
    "dangling-point.step": (replaced(r"VERTEX_POINT\('',#\d+\)", "VERTEX_POINT('',#99999)"), "entity #"),
    "dangling-curve.step": (replaced(r"(EDGE_CURVE\('',#\d+,#\d+,)#\d+", r"\1#99999"), "entity #"),
    "lost-plane.step": (replaced(r"#\d+ = PLANE\('',#\d+\);\n", ""), "entity #"),
    "nan.step": (replaced(r"CARTESIAN_POINT\('',\(30\.,", "CARTESIAN_POINT('',(NaN,"), "entity #"),
    "nans.step": (STEP.replace("(30.,", "(-NAN,").replace("(20.,", "(1.#INF,"), "entity #"),
    "far.step": (STEP.replace("(30.,", "(1.E+30,"), "is the unit of the file right?"),
    "scaled.step": (with_operator("2.", "1."), "scales a part by 2"),
    "mirrored.step": (with_operator("1.", "-1."), "mirrors a part"),
    "mirrored-by-scale.step": (with_operator("-1.", "1."), "mirrors a part"),
    "mark.step": (b"\xef\xbb\xbf" + STEP.encode(), None),
    "lines.step": (STEP.replace("\n", "\r\n"), None),
    "step-inside.igs": (STEP, None),
    "packed.step": (gzip.compress(STEP.encode(), mtime=0), None),
    "zero-edge.step": (with_vertices(lambda a, b: (b, b)), "repair"),
    "crossed-wire.step": (with_vertices(lambda a, b: (b, a)), "repair"),
    "in-a-circle.step": (replaced(r"(OCCURRENCE\('3','pin','',#\d+,)#\d+", r"\1#5"), "no shapes"),
    "in-itself.step": (replaced(r"(OCCURRENCE\('3','pin','',)(#\d+),#\d+", r"\1\2,\2"), "broke down"),
    "no-data.step": (replaced(r"DATA;.*?ENDSEC;", "DATA;\nENDSEC;"), "STEP"),
    "no-shapes.step": (STEP.replace("MANIFOLD_SOLID_BREP", "NOTHING_AT_ALL"), "entity #"),
    "same-number.step": (STEP.replace("#11 = ", "#10 = "), "entity #"),
    "arguments.step": (replaced(r"(ADVANCED_FACE\('',\(#\d+\)),#\d+,\.[TF]\.", r"\1"), "entity #"),
    "wrong-kind.step": (replaced(r"(ADVANCED_FACE\('',\(#\d+\),)#\d+", r"\1#7"), "entity #"),
    "unknown-kind.step": (replaced("ADVANCED_FACE", "FOO_BAR"), "entity #"),
    "deep.step": (replaced(r"CARTESIAN_POINT\('',\(30\.", "CARTESIAN_POINT(''," + "(" * 20000 + "30."), "STEP"),
    "open-string.step": (replaced(r"PRODUCT\('base'", "PRODUCT('base"), "entity #"),
    "no-unit.step": (replaced(r"LENGTH_UNIT\(\)", "", count=9), "entity #"),
    "nul-bytes.step": (STEP[:9000].encode() + b"\0" * 200 + STEP[9000:].encode(), None),
    "empty.igs": ("", "empty"),
    "noise.igs": (noise(2), "column 73"),
    "half.igs": (FACES[:len(FACES) // 2], "IGES"),
    "solid-half.igs": (SOLID[:len(SOLID) // 162 * 81], "last line"),
    "no-last-line.igs": (iges_lines(lambda i, line: line[72] != "T"), "last line"),
    "no-globals.igs": (iges_lines(lambda i, line: line[72] != "G"), "lines G"),
    "no-entities.igs": (iges_lines(lambda i, line: line[72] not in "DP"), "lines D"),
    "lines-lost.igs": (iges_lines(lambda i, line: not 110 < i < 116), "lines P"),
    "unknown-type.igs": (FACES.replace("     144 ", "     999 "), "entity D"),
    "number.igs": (iges_line("P", 2, lambda line: re.sub(r"\d", "x", line, count=9)), "entity D"),
    "directory.igs": (iges_line("D", 2, lambda line: "x" * 72), "IGES"),
}


@unittest.skipUnless(CAD and os.access(CAD, os.X_OK), "graze-cad was not built")
class CadCase(GrazeCase):
    def setUp(self):
        super().setUp()
        (self.folder / "tmp").mkdir()
        self.environment = {"GRAZE_CACHE": str(self.folder / "cache"), "TMPDIR": str(self.folder / "tmp")}

    def run_cad(self, *words, **environment):
        return self.graze(*words, environment={**self.environment, **environment})

    def good_cad(self, *words, **environment):
        run = self.run_cad(*words, "--json", **environment)
        self.assertEqual((run.returncode, run.stderr.decode()), (0, ""), msg=words)
        return json.loads(run.stdout)

    def left_over(self):
        return [str(path) for path in (self.folder / "tmp").iterdir()]

    def fake(self, script):
        """A program in the place of graze-cad."""
        self.put("fake-cad", "#!/bin/bash\n" + script)
        os.chmod(self.folder / "fake-cad", 0o755)
        return str(self.folder / "fake-cad")


class TreeTest(CadCase):
    def test_info_shows_tree_colours_kinds_and_deviation(self):
        self.put("bracket.step", STEP)
        file = self.good_cad("info", "bracket.step")["files"][0]
        self.assertEqual(file["format"], "step")
        self.assertEqual([b["name"] for b in file["bodies"]], ["base", "pins/pin", "pins/pin#2", "lid"])
        self.assertTrue(all(b["closed"] and b["volume"] > 0 for b in file["bodies"]))
        base, pin = file["bodies"][:2]
        self.assertEqual((base["colour"], pin["colour"]), ("#cc1919", "#1933e5"))
        self.assertEqual(base["surface_kinds"], {"plane": 6})
        self.assertEqual(pin["surface_kinds"], {"plane": 2, "cylinder": 1})
        self.assertEqual(pin["pose"]["translation"], [5, 10, 10])
        self.assertAlmostEqual(base["volume"], 6000, places=6)
        self.assertLessEqual(pin["deviation"]["measured"], pin["deviation"]["requested"])
        self.assertGreater(pin["deviation"]["measured"], 1e-4)
        self.assertGreater(pin["deviation"]["proved"], 0.9 * pin["deviation"]["measured"])
        self.assertEqual(pin["surfaces_without_bound"], [])
        cad = file["cad"]
        self.assertEqual(cad["tree"], [{"name": "bracket", "parts": [
            {"name": "base", "body": "base"},
            {"name": "pins", "parts": [{"name": "pin", "body": "pins/pin"}, {"name": "pin#2", "body": "pins/pin#2"}]},
            {"name": "lid", "body": "lid"}]}])
        self.assertEqual([(s["name"], s["solids"], s["faces"]) for s in cad["shapes"]], [("base", 1, 6), ("pin", 1, 3)])
        self.assertEqual(cad["file_unit"], "mm")
        text = self.run_cad("info", "bracket.step").stdout.decode()
        self.assertRegex(text, r"\n    pins\n      pin +\d+ .*#1933e5  plane 2, cylinder 1\n")
        self.assertRegex(text, r"4 instances of 2 shapes .* points compared\n.*proved \(.* as sampled, .*\)\n\Z")
        coarse = self.good_cad("info", "bracket.step", "--deflection", "1")["files"][0]["bodies"][1]
        self.assertEqual(coarse["deviation"]["requested"], 1)
        self.assertLess(coarse["triangles"], pin["triangles"])

    def test_names_that_repeat_or_say_nothing(self):
        self.put("dups.step", STEP.replace("'pins'", "'base'").replace("'lid'", "'base'"))
        bodies = self.good_cad("info", "dups.step")["files"][0]["bodies"]
        self.assertEqual([b["name"] for b in bodies], ["base", "base#2/pin", "base#2/pin#2", "base#3"])
        for name in ("first", "second"):  # named by the file, whatever the cache holds
            self.put(f"{name}.igs", FACES)
            self.assertEqual(self.good_cad("info", f"{name}.igs")["files"][0]["bodies"][0]["name"], name)

    def test_each_part_has_its_own_unit(self):
        inch = ("#28 = ( CONVERSION_BASED_UNIT('INCH',#9001) LENGTH_UNIT() NAMED_UNIT(#9002) );\n"
                "#9001 = LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#9003);\n"
                "#9002 = DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);\n"
                "#9003 = ( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.) );\n")
        self.put("mixed.step", replaced(r"#28 = \( LENGTH_UNIT.*?;\n", inch))
        file = self.good_cad("info", "mixed.step")["files"][0]
        self.assertEqual(file["cad"]["file_unit"], "in")
        base, lid = file["bodies"][0], file["bodies"][3]
        self.assertEqual(base["bounds"]["max"], [30, 20, 10])  # the parts are in millimetres
        self.assertAlmostEqual(lid["pose"]["translation"][1], 60 * 25.4)  # the assembly places them in inches

    def test_iges_faces_are_sewn_and_it_is_said(self):
        self.put("faces.igs", FACES)
        file = self.good_cad("info", "faces.igs", "--unit", "cm")["files"][0]
        self.assertEqual(file["format"], "iges")
        self.assertTrue(file["bodies"][0]["closed"])
        self.assertAlmostEqual(file["bodies"][0]["volume"], 6, places=9)
        sewn = file["cad"]["shapes"][0]["sewn"]
        self.assertEqual((sewn["faces"], sewn["free_edges"]), (6, 0))
        self.assertIn("6 faces sewn, gaps up to 0.000", self.run_cad("info", "faces.igs").stdout.decode())

    def test_clash_splits_states_the_deviation_and_whether_it_holds_for_cad(self):
        self.put("bracket.step", STEP)
        report = self.good_cad("clash", "bracket.step")
        self.assertEqual(report["bodies"], 4)
        self.assertEqual([(p["bodies"], p["kind"], p["holds_for_cad"]) for p in report["pairs"]],
                         [(["base", "pins/pin"], "touching", "unknown")])
        self.assertEqual((report["deviation"]["bodies"], report["holds_for_cad"]), (4, "unknown"))
        near = json.loads(self.run_cad("clash", "bracket.step", "--clearance", "1", "--json").stdout)
        kinds = {tuple(p["bodies"]): (p["kind"], p["holds_for_cad"]) for p in near["pairs"]}
        self.assertEqual(kinds[("base", "pins/pin#2")], ("within_clearance", "as_sampled"))
        self.assertEqual(near["holds_for_cad"], "as_sampled")
        self.assertEqual((near["cad"]["verdict"], near["cad"]["without_bound"]), ("undecided", []))
        text = self.run_cad("clash", "bracket.step", "--clearance", "1").stdout.decode()
        self.assertIn("mm off, proved (", text)
        self.assertIn("as far as sampled, the verdict holds for CAD too", text)
        self.put("scene.json", json.dumps({"graze": 1, "bodies": [
            {"name": "lid", "mesh": "bracket.step", "part": "lid", "deflection": 0.01},
            {"name": "pins", "mesh": "bracket.step", "part": "pins", "deflection": 0.01}],
            "paths": [{"body": "lid", "poses": [{}, {"translation": [0, 5, 0]}]}]}))
        clear = self.good_cad("clash", "scene.json")
        self.assertEqual((clear["holds_for_cad"], clear["cad"]["verdict"]), ("yes", "clear"))
        self.assertIn("proved for the CAD surfaces, too", self.run_cad("clash", "scene.json").stdout.decode())
        path = self.good_cad("path", "scene.json")["cad"]
        self.assertEqual((path["holds_for_cad"], path["verdict"], path["without_bound"]), ("yes", "clear", []))
        self.assertTrue(path["trusted"])
        self.assertIn("proved for the CAD surfaces, too", self.run_cad("path", "scene.json").stdout.decode())
        self.check_certificate_about_surfaces()
        for words in (["distance", "scene.json"], ["path", "scene.json"]):
            deviation = self.good_cad(*words)["deviation"]
            self.assertEqual((deviation["requested"], deviation["bodies"]), (0.01, 2))
            self.assertLessEqual(deviation["proved"], 1.25 * deviation["measured"])
            self.assertIn("as sampled, 0.01 mm requested)", self.run_cad(*words).stdout.decode())

    def check_certificate_about_surfaces(self):
        """About the faces of a pin over its base, and compared with them number by number."""
        self.put("pin.json", json.dumps({"graze": 1, "bodies": [
            {"name": "base", "mesh": "bracket.step", "part": "base", "deflection": 0.01},
            {"name": "pin", "mesh": "bracket.step", "part": "pins/pin", "deflection": 0.01,
             "pose": {"translation": [0, 0, 20]}}],
            "paths": [{"body": "base", "poses": [{}, {"translation": [0, 5, 0]}]}]}))
        made = self.good_cad("path", "pin.json", "--certificate", "c.graze")["certificate"]
        self.assertEqual(made["about"], "cad_surfaces")
        valid = self.good_cad("verify", "c.graze", "--scene", "pin.json")
        self.assertEqual((valid["about"], valid["proves"]), ("cad_surfaces", "all"))
        self.assertIn("Proved for the CAD surfaces", valid["proved"])
        data = (self.folder / "c.graze").read_bytes()
        line, rest = data.split(b"\n", 1)
        size = int(line.split()[2])
        head, body = json.loads(rest[:size]), bytearray(rest[size:])
        at = sum(24 * mesh["vertices"] + 16 * mesh["triangles"] for mesh in head["meshes"])
        for move in (1e-6, 1.0):  # of the first face's origin
            damaged = bytearray(body)
            struct.pack_into("<d", damaged, at + 1, struct.unpack_from("<d", body, at + 1)[0] + move)
            checksum = 0xcbf29ce484222325
            for byte in rest[:size] + damaged:
                checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
            (self.folder / "d.graze").write_bytes(
                f"graze-certificate 4 {size} {len(damaged)} {checksum:016x}\n".encode() + rest[:size] + damaged)
            run = self.run_cad("verify", "d.graze", "--scene", "pin.json", "--json")
            self.assertEqual(run.returncode, 1)
            self.assertRegex(json.loads(run.stdout)["reason"], "needs the radius|face 0 differs")

    def test_scene_takes_parts_where_the_file_puts_them(self):
        self.put("bracket.step", STEP)
        self.put("scene.json", json.dumps({"graze": 1, "unit": "cm", "bodies": [
            {"mesh": "bracket.step", "split": True, "name": "s"},
            {"name": "pin", "mesh": "bracket.step", "part": "pins/pin#2", "pose": {"translation": [100, 0, 0]}},
            {"name": "pins", "mesh": "bracket.step", "part": "pins", "deflection": 0.01}]}))
        bodies = {b["name"]: b for b in self.good_cad("info", "scene.json")["files"][0]["bodies"]}
        self.assertEqual(list(bodies), ["s/base", "s/pins/pin", "s/pins/pin#2", "s/lid", "pin", "pins"])
        self.assertEqual(bodies["pin"]["pose"]["translation"], [102.5, 1, 1.05])
        self.assertEqual(bodies["pins"]["pieces"], 2)
        self.assertAlmostEqual(bodies["pins"]["deviation"]["requested"], 0.01)
        self.assertAlmostEqual(bodies["pins"]["bounds"]["max"][0], 2.9, places=6)

    def test_glb_keeps_tree_names_colours_and_shared_meshes(self):
        self.put("bracket.step", STEP)
        self.good_cad("convert", "bracket.step", "bracket.glb")
        data = (self.folder / "bracket.glb").read_bytes()
        gltf = json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])
        root, *nodes = gltf["nodes"]
        self.assertEqual(root["children"], [1])
        self.assertEqual(root["matrix"], [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1])  # our z is the format's y
        self.assertEqual([n["name"] for n in nodes], ["bracket", "base", "pins", "pin", "pin#2", "lid"])
        self.assertEqual((nodes[0]["children"], nodes[2]["children"]), ([2, 3, 6], [4, 5]))
        self.assertEqual((nodes[3]["mesh"], nodes[1]["mesh"]), (nodes[4]["mesh"], nodes[5]["mesh"]))
        self.assertEqual(len(gltf["meshes"]), 2)
        self.assertEqual(gltf["scenes"][0]["nodes"], [0])
        self.assertAlmostEqual(nodes[3]["translation"][0], 0.005)
        material = gltf["materials"][gltf["meshes"][nodes[3]["mesh"]]["primitives"][0]["material"]]
        blue = material["pbrMetallicRoughness"]["baseColorFactor"][2]
        self.assertAlmostEqual(blue, ((0xe5 / 255 + 0.055) / 1.055) ** 2.4)
        back = self.good_cad("info", "bracket.glb")["files"][0]["bodies"]
        there = self.good_cad("convert", "bracket.step", "bracket.obj")
        self.assertEqual([b["name"] for b in back], ["base", "pins/pin", "pins/pin#2", "lid"])
        self.assertTrue(all(b["closed"] for b in back))
        self.assertEqual(there["triangles"], sum(b["triangles"] for b in back))
        self.assertIn("not written", self.run_cad("convert", "bracket.glb", "x.step").stderr.decode())


class CacheTest(CadCase):
    def test_second_load_needs_no_child_and_damaged_entries_are_made_anew(self):
        self.put("bracket.step", STEP)
        program = self.fake(f'echo x >> "{self.folder}/runs"\nexec "{CAD}" "$@"\n')

        def runs():
            return len((self.folder / "runs").read_text().split())

        def load(*words):
            return self.good_cad("info", "bracket.step", *words, GRAZE_CAD=program)

        first = load()
        self.assertEqual((load(), runs()), (first, 1))
        entry, = (self.folder / "cache").iterdir()
        good = entry.read_bytes()
        for bad in (b"", good[:-1], good[:200] + b"?" + good[201:], noise(3)):
            entry.write_bytes(bad)
            before = runs()
            self.assertEqual((load(), runs()), (first, before + 1))
            self.assertEqual(entry.read_bytes(), good)
        self.assertNotEqual(load("--deflection", "0.5"), first)
        self.put("bracket.step", STEP.replace("'lid'", "'top'"))
        self.assertEqual(load()["files"][0]["bodies"][3]["name"], "top")
        self.assertEqual(len(list((self.folder / "cache").iterdir())), 3)
        os.utime(program, (1, 1))  # another build of it: what it made before is stale
        before = runs()
        load()
        self.assertEqual(runs(), before + 1)
        self.assertEqual(self.left_over(), [])

    def test_off_unwritable_and_two_at_once(self):
        self.put("bracket.step", STEP)
        self.environment["GRAZE_CACHE"] = "off"
        expected = self.good_cad("info", "bracket.step")
        self.assertFalse((self.folder / "cache").exists())
        self.put("plain-file", "x")
        self.assertEqual(self.good_cad("info", "bracket.step", GRAZE_CACHE=str(self.folder / "plain-file/x")), expected)
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            both = list(pool.map(lambda _: self.good_cad("info", "bracket.step", GRAZE_CACHE=str(self.folder / "two")),
                                 range(3)))
        self.assertEqual(both, [expected] * 3)
        self.assertEqual(len(list((self.folder / "two").iterdir())), 1)


class ChildTest(CadCase):
    def failure(self, *words, **environment):
        run = self.run_cad("info", "bracket.step", *words, **environment)
        self.assertEqual(run.returncode, 2)
        message = run.stderr.decode()
        self.assertRegex(message, r"\Agraze: bracket.step: [^\n]+\n\Z")
        self.assertEqual(self.left_over(), [])
        return message

    def test_every_end_of_the_child_is_one_clear_error(self):
        self.put("bracket.step", STEP)
        self.assertIn("broke down on it (Segmentation fault", self.failure(GRAZE_CAD=self.fake("kill -SEGV $$\n")))
        self.assertIn("exit code 9", self.failure(GRAZE_CAD=self.fake("exit 9\n")))
        self.assertIn("checksum", self.failure(GRAZE_CAD=self.fake('head -c 999 /dev/zero | tr "\\0" x > "$3"; printf "graze-cad entry\\n" > "$3.a"; cat "$3" >> "$3.a"; mv "$3.a" "$3"\n')))
        self.assertIn("made nothing", self.failure(GRAZE_CAD=self.fake("exit 0\n")))
        self.assertIn("GRAZE_CAD_MEMORY", self.failure(GRAZE_CAD_MEMORY="60"))
        self.assertIn("correct GRAZE_CAD", self.failure(GRAZE_CAD=str(self.folder / "nowhere")))
        self.assertIn("above 0", self.run_cad("info", "bracket.step", GRAZE_CAD_SECONDS="-1").stderr.decode())
        start = time.monotonic()
        message = self.failure(GRAZE_CAD=self.fake(f'echo $$ > "{self.folder}/pid"\nexec sleep 60\n'), GRAZE_CAD_SECONDS="0.3")
        self.assertLess(time.monotonic() - start, 20)
        self.assertIn("within 0.3 s", message)
        self.assertRaises(ProcessLookupError, os.kill, int((self.folder / "pid").read_text()), 0)

    def interrupted(self, signals):
        self.put("bracket.step", STEP)
        (self.folder / "pid").unlink(missing_ok=True)
        program = self.fake(f'echo $$ > "{self.folder}/pid.tmp"\nmv "{self.folder}/pid.tmp" "{self.folder}/pid"\nexec sleep 60\n')
        run = subprocess.Popen([GRAZE, "info", "bracket.step"], cwd=self.folder, stdin=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=reset_signals,
                               env={**os.environ, **self.environment, "GRAZE_CAD": program})
        deadline = time.monotonic() + 30
        while not (self.folder / "pid").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        for number in signals:
            run.send_signal(number)
        _, message = run.communicate(timeout=30)
        child = int((self.folder / "pid").read_text())
        for _ in range(500):
            if not os.path.exists(f"/proc/{child}"):
                break
            time.sleep(0.01)
        self.assertFalse(os.path.exists(f"/proc/{child}"))
        return run.returncode, message.decode()

    def test_interrupt_ends_the_child_too(self):
        code, message = self.interrupted([signal.SIGINT])
        self.assertEqual(code, 130)
        self.assertIn("interrupted", message)
        self.assertEqual(self.left_over(), [])
        self.assertEqual(self.interrupted([signal.SIGKILL])[0], -signal.SIGKILL)  # nobody is left to tell it


class DamagedTest(CadCase):
    def test_damaged_files_get_one_clear_message_or_the_right_result(self):
        self.assertGreaterEqual(len(DAMAGED) + len(INCOMPLETE), 40)
        self.put("good.step", STEP)
        good = self.good_cad("info", "good.step")["files"][0]["bodies"]

        def look(item):
            name, (content, words) = item
            self.put(name, content)
            start = time.monotonic()
            run = self.run_cad("info", name, "--json", GRAZE_CACHE="off", GRAZE_CAD_SECONDS="60")
            return name, words, run, time.monotonic() - start

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for name, words, run, seconds in pool.map(look, DAMAGED.items()):
                with self.subTest(name):
                    self.assertLess(seconds, 30)
                    answer, message = json.loads(run.stdout), run.stderr.decode()
                    if words is None:
                        self.assertEqual((run.returncode, message), (0, ""))
                        self.assertEqual(answer["files"][0]["bodies"], good)
                        continue
                    self.assertEqual(run.returncode, 2, msg=message)
                    self.assertRegex(message, rf"\Agraze: {re.escape(name)}[:,] [^\n]+\n\Z")
                    self.assertIn(words, message)
                    self.assertEqual(answer["error"]["message"], message[len("graze: "):-1])
        self.assertEqual(self.left_over(), [])

    def test_what_could_not_be_built_is_missing_and_never_clear(self):
        for name, (content, words) in INCOMPLETE.items():
            with self.subTest(name):
                self.put(name, content)
                self.assertIn(words, self.good_cad("info", name)["files"][0]["missing"][0]["what"])
                run = self.run_cad("clash", name, "--json")
                answer = json.loads(run.stdout)
                self.assertEqual((run.returncode, answer["verdict"]), (2, "incomplete"))
                self.assertIn(words, answer["missing"][0]["what"])


if __name__ == "__main__":
    unittest.main()
