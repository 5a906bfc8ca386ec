"""graze studio, as another program uses it: who may talk, handling, records, restarts. The page has tests of its own."""
import http.client
import json
import pathlib
import re
import signal
import struct
import subprocess
import sys
import time
import urllib.parse

from clash_test import box_text
from graze_case import GRAZE, SOURCE, GrazeCase, main, reset_signals

sys.path.insert(0, str(SOURCE / "examples"))
from studio_client import Studio  # noqa: E402


def moved(pose, x=0.0, y=0.0, z=0.0):
    return [pose[0] + x, pose[1] + y, pose[2] + z] + list(pose[3:])


class StudioCase(GrazeCase):
    def setUp(self):
        super().setUp()
        self.servers, self.pages = [], []
        self.addCleanup(self.stop_all)

    def stop_all(self):
        for page in self.pages:
            page.socket.close()
        for server in self.servers:
            if server.poll() is None:
                server.kill()
            server.communicate()

    def serve(self, *words, home="home"):
        """The server, its address and how to read it: ends at the end of the test."""
        server = subprocess.Popen([GRAZE, "studio", "--no-open", "--audit", "--home", str(self.folder / home), *map(str, words)], cwd=self.folder,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=reset_signals)
        self.servers.append(server)
        address = server.stdout.readline().decode().strip()
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}$")
        return server, address

    def page(self, address, **options):
        page = Studio(address, **options)
        self.pages.append(page)
        return page

    def wait_for(self, page, condition, seconds=60):
        until = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), until, "it takes too long")
            page.receive()

    def put_wall(self):
        """A box, and a wall 20 in front of it."""
        self.put("box.obj", box_text((-5, -4, -3), (5, 4, 3)))
        self.put("wall.obj", box_text((0, -60, -60), (2, 60, 60)))
        self.put("wall.json", json.dumps({"graze": 1, "bodies": [{"name": "box", "mesh": "box.obj", "density": 1},
                                                                 {"name": "wall", "mesh": "wall.obj", "pose": {"translation": [25, 0, 0]}}]}))
        return "wall.json"

    def opened(self, address, **options):
        page = self.page(address, **options)
        self.wait_for(page, lambda: "scene" in page.state and page.frame)
        return page

    def audit(self, page):
        checked = page.ask("audit")
        self.assertEqual(checked["interpenetrating"], 0, checked)
        return checked["frames"]

    def get(self, address, path, method="GET", headers=None, body=None, token=True):
        url = urllib.parse.urlsplit(address)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
        self.addCleanup(connection.close)
        if token:
            path += ("&" if "?" in path else "?") + url.query
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read(), answer


class Handling(StudioCase):
    def test_a_box_is_dragged_against_a_wall_at_any_speed(self):
        _, address = self.serve(self.put_wall())
        page = self.opened(address)
        start = page.state["scene"]["bodies"][0]["pose"]
        self.assertEqual([one["name"] for one in page.state["scene"]["bodies"]], ["box", "wall"])
        seq = 0
        for speed in (0.5, 7.0, 5000.0):
            page.ask("grab", body=0, point=[5, 0, 0])
            for step in range(1, 20):
                seq += 1
                page.send("drag", seq=seq, pose=moved(start, speed * step, 2 * (step % 2)))
                page.watch(0.01)
            self.wait_for(page, lambda: page.frame["seq"] == seq)
            page.watch(0.1)
            self.assertLess(page.poses[0][0], 20.0)
            page.ask("release")
        self.assertGreater(page.poses[0][0], 19.9)
        self.assertGreater(self.audit(page), 10)
        self.assertLess(page.frame["gap"], 0.1)
        self.assertGreater(page.frame["gap"], 0.0)
        for _ in range(3):
            page.ask("undo")
        page.watch(0.2)
        self.assertEqual(page.poses[0], start)
        with self.assertRaisesRegex(RuntimeError, "nothing to undo"):
            page.ask("undo")
        placed = page.ask("place", body=0, pose=moved(start, 300))
        self.assertFalse(placed["reached"])
        self.assertEqual(placed["stopped_by"], [1])
        found = page.ask("measure", a={"body": 0}, b={"body": 1})
        self.assertLess(0.0, found["distance"][0])
        self.assertLess(found["distance"][1], 0.1)
        self.assertEqual(page.ask("find_clashes", clearance=5)["clashes"], 1)
        self.assertEqual(page.state["clashes"]["clashes"][0]["kind"], "within_clearance")

    def test_what_was_done_is_certified_and_the_command_verifies_it(self):
        _, address = self.serve(self.put_wall())
        page = self.opened(address)
        start = page.state["scene"]["bodies"][0]["pose"]
        page.ask("record", on=True)
        page.ask("grab", body=0, point=[5, 0, 0])
        for step in range(1, 25):
            page.send("drag", seq=step, pose=moved(start, 3 * step, 2 * step))
            page.watch(0.02)
        page.ask("release")
        path = page.ask("record", on=False)["path"]
        self.assertEqual(page.state["paths"]["paths"][0]["verdict"], "proved")
        made = page.ask("certify", path=path)
        self.assertEqual((made["verdict"], made["verified"]), ("certified", True), made)
        folder = self.folder / "home" / "exports" / pathlib.Path(made["certificate"]).parent
        run = self.graze("verify", folder / "proof.graze", "--scene", folder / "scene.json")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        status, proof, _ = self.get(address, "/download?name=" + made["certificate"])
        self.assertEqual((status, proof), (200, (folder / "proof.graze").read_bytes()))
        backwards = page.ask("reverse", path=path)["path"]
        self.assertEqual(page.ask("check", path=backwards)["verdict"], "clear")
        self.assertEqual(page.ask("check", path=path, clearance=3)["verdict"], "contact")
        page.ask("timeline", path=path)
        self.assertEqual(page.state["timeline"]["marks"][0]["bodies"], [0, 1])
        simple = page.ask("simplify", path=path, tolerance=0.01)["path"]
        stops = {one["path"]: one["stops"] for one in page.state["paths"]["paths"]}
        self.assertLess(stops[simple], stops[path])
        with self.assertRaisesRegex(RuntimeError, "not_proved"):
            page.ask("simplify", path=self.path_round_the_wall(page, start), tolerance=1e6)  # straight, however often it tries
        round_it = page.state["paths"]["paths"][-1]["path"]
        simple = page.ask("simplify", path=round_it, tolerance=1e3)["path"]  # straight leads through: it leaves out fewer
        stops = {one["path"]: one["stops"] for one in page.state["paths"]["paths"]}
        self.assertLess(2, stops[simple])
        self.assertLess(stops[simple], stops[round_it])
        self.assertEqual(page.ask("check", path=simple)["verdict"], "clear")
        status, data, _ = self.get(address, f"/path?path={path}")
        self.assertEqual((status, data[:4], struct.unpack_from("<III", data, 4)), (200, b"GZP1", (path, 1, stops[path])))
        glb = page.ask("export", path=path, what="glb")["download"]
        self.assertEqual(self.get(address, "/download?name=" + glb)[1][:4], b"glTF")

    def path_round_the_wall(self, page, start):
        """Away from it, beside it and behind it: straight would lead through."""
        page.ask("reset")
        page.ask("record", on=True)
        for x, y in ((0, 80), (60, 80), (60, 0)):
            self.assertTrue(page.ask("place", body=0, pose=moved(start, x, y))["reached"])
        return page.ask("record", on=False)["path"]

    def test_a_scene_that_moves_and_a_demo(self):
        _, address = self.serve()
        page = self.page(address)
        self.assertIn("peg-in-hole", [one["name"] for one in page.state["start"]["demos"]])
        with self.assertRaisesRegex(RuntimeError, "no_scene"):
            page.ask("undo")
        page.ask("open", demo="peg-in-hole")
        scene = page.state["scene"]
        body = next(i for i, one in enumerate(scene["bodies"]) if one["moves"])
        self.assertEqual(page.state["paths"]["paths"][0]["from"], "loaded")
        self.assertEqual(page.ask("check", path=1)["verdict"], "clear")
        start = scene["bodies"][body]["pose"]
        page.ask("grab", body=body, point=start[:3])
        for step in range(1, 40):
            page.send("drag", seq=step, pose=moved(start, z=-0.03 * step * scene["size"]))
            page.watch(0.01)
        page.ask("release")
        self.audit(page)
        status, data, _ = self.get(address, f"/geometry?scene={scene['scene']}")
        self.assertEqual((status, data[:4]), (200, b"GZG1"))
        at = seen = 0
        while at < len(data):
            _, mesh, vertices, triangles, edges, faces, text, size = struct.unpack_from("<8I", data, at)
            self.assertEqual((vertices, triangles), (scene["meshes"][mesh]["vertices"], scene["meshes"][mesh]["triangles"]))
            begin = at + 56 + 12 * vertices + 16 * triangles + 8 * edges
            self.assertEqual(len(json.loads(data[begin:begin + text])["faces"]), faces)
            at, seen = at + size, seen + 1
        self.assertEqual((at, seen), (len(data), len(scene["meshes"])))
        page.ask("set_world", order=2)
        page.watch(0.5)
        self.audit(page)
        with self.assertRaisesRegex(RuntimeError, "no demo"):
            page.ask("open", demo="nothing")
        self.assertEqual(page.state["scene"], scene)


class People(StudioCase):
    def test_one_drives_others_watch_and_hands_over(self):
        _, address = self.serve(self.put_wall())
        one, two = self.opened(address), self.opened(address)
        with self.assertRaisesRegex(RuntimeError, "not_driver"):
            two.ask("grab", body=0, point=[0, 0, 0])
        two.ask("ask_to_drive")
        self.wait_for(one, lambda: one.state["people"]["asks"] == two.state["welcome"]["you"])
        one.ask("hand_over", yes=True)
        two.ask("grab", body=0, point=[0, 0, 0])
        two.send("drag", seq=1, pose=[9, 0, 0, 0, 0, 0, 1])
        self.wait_for(one, lambda: one.poses[0][0] == 9.0)  # who watches sees it
        with self.assertRaisesRegex(RuntimeError, "not_driver"):
            one.ask("undo")

    def test_a_page_that_is_gone_comes_back(self):
        _, address = self.serve(self.put_wall())
        page = self.opened(address)
        page.ask("grab", body=0, point=[0, 0, 0])
        page.send("drag", seq=1, pose=[9, 0, 0, 0, 0, 0, 1])
        self.wait_for(page, lambda: page.poses[0][0] == 9.0)
        page.socket.close()  # in the middle of a drag
        again = self.opened(address, session=page.state["welcome"]["session"])
        self.assertEqual(again.state["welcome"]["you"], page.state["welcome"]["you"])
        self.assertEqual(again.poses[0][0], 9.0)
        self.assertIsNone(again.state["world"]["grabbed"])
        again.ask("undo")
        again.watch(0.2)
        self.assertEqual(again.poses[0][0], 0.0)

    def test_a_server_that_is_killed_goes_on_where_it_was(self):
        server, address = self.serve(self.put_wall(), "--port", self.free_port())
        page = self.opened(address)
        page.ask("record", on=True)
        page.ask("place", body=0, pose=[300, 0, 0, 0, 0, 0, 1])
        page.ask("record", on=False)
        pose = page.poses[0]
        page.ask("save")
        server.kill()
        server.wait()
        port = urllib.parse.urlsplit(address).port
        _, again = self.serve("--port", port)
        self.assertEqual(again, address)  # the same token: pages that are open find it
        page = self.opened(again)
        self.assertRegex(page.state["scene"]["restored"], r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")
        self.assertEqual(page.poses[0], pose)
        self.assertEqual(page.frame["badge"], 0)  # the same proof as before, no seats
        self.assertEqual(page.state["paths"]["paths"][0]["verdict"], "not_checked")
        self.assertEqual(page.ask("certify", path=page.state["paths"]["paths"][0]["path"])["verdict"], "certified")

    def test_a_studio_is_found_again_where_it_was_and_a_second_one_beside_it_elsewhere(self):
        server, address = self.serve()
        _, beside = self.serve()
        self.assertNotEqual(urllib.parse.urlsplit(beside).port, urllib.parse.urlsplit(address).port)
        page = self.page(address)
        page.ask("open", demo="peg-in-hole")
        server.send_signal(signal.SIGINT)
        server.wait()
        server, again = self.serve()
        self.assertEqual(again, address)
        self.assertEqual(self.opened(again).state["scene"]["name"], "Peg in hole")

    def test_what_was_closed_is_not_opened_again_but_recent_has_it_as_it_was(self):
        server, address = self.serve()
        page = self.page(address)
        page.ask("open", demo="peg-in-hole")
        body = next(i for i, one in enumerate(page.state["scene"]["bodies"]) if one["moves"])
        wanted = moved(page.state["scene"]["bodies"][body]["pose"], x=0.25)
        page.ask("place", body=body, pose=wanted)
        page.ask("snapshot", name="somewhere")
        page.ask("close")
        server.send_signal(signal.SIGINT)
        server.wait()
        _, again = self.serve()
        page = self.page(again)
        self.wait_for(page, lambda: "start" in page.state)
        self.assertFalse(page.state["start"]["open"])
        page.ask("open", recent=0)
        self.wait_for(page, lambda: page.frame)
        self.assertAlmostEqual(page.poses[body][0], wanted[0], delta=1e-6)

    def test_messages_have_the_members_that_the_page_knows(self):
        """protocol.ts against what really comes: no member more, none less."""
        types = (SOURCE / "apps" / "studio" / "page" / "src" / "protocol.ts").read_text()
        interfaces = {name: self.members_of(body) for name, body in re.findall(r"export interface (\w+) \{(.*?)\n?\}(?=\n)", types, re.S)}
        of_type = {re.search(r"'(\w+)'", members["type"]).group(1): members for members in interfaces.values() if "type" in members and "'" in members["type"]}
        seen = set()

        def compare(value, members, where):
            self.assertEqual(set(value), set(members), where)
            for key, kind in members.items():
                name = re.match(r"(\w+)", kind).group(1) if re.match(r"\w", kind) else ""
                if name not in interfaces or value[key] is None:
                    continue
                for one in value[key][:3] if isinstance(value[key], list) else [value[key]]:
                    seen.add(name)
                    compare(one, interfaces[name], f"{where}.{key}")

        _, address = self.serve(self.put_wall(), "--port", 0)
        page = self.opened(address)
        page.ask("record", on=True)
        page.ask("place", body=0, pose=[5, 0, 0, 0, 0, 0, 1])
        path = page.ask("record", on=False)["path"]
        page.ask("snapshot")
        page.ask("timeline", path=path)
        page.ask("set_margin", bodies=[0, 1], distance=0.5)
        page.ask("check", path=path)
        page.ask("find_clashes", clearance=30)
        page.ask("save")
        for type, message in page.state.items():
            self.assertIn(type, of_type)
            compare(message, of_type[type], type)
            seen.add(type)
        self.assertLessEqual({"welcome", "people", "start", "scene", "world", "history", "paths", "timeline", "clashes", "task"}, seen)
        self.assertLessEqual({"SceneBody", "SceneMesh", "PathInfo", "Snapshot", "Clash", "Lock", "DemoInfo"}, seen)

    @staticmethod
    def members_of(body):
        """key: type, of the outermost members."""
        depth, text = 0, ""
        for letter in body.replace("\n", ";"):
            depth += letter in "{[(<"
            depth -= letter in "}])>"
            text += "," if letter == ";" and depth > 0 else letter
        pairs = (one.split(":", 1) for one in text.split(";") if ":" in one)
        return {key.strip().rstrip("?"): kind.strip() for key, kind in pairs}

    def test_the_example_of_fifty_lines_drives_a_part(self):
        example = SOURCE / "examples" / "studio_drag.py"
        self.assertLessEqual(len(example.read_text().splitlines()), 55)
        _, address = self.serve("--port", 0)
        said = subprocess.run([sys.executable, example, address, "peg-in-hole"], capture_output=True, text=True, timeout=120)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertRegex(said.stdout, r"^it stands at \[.*\] (as asked|stopped by \[\d+\])\n$")

    def test_bundled_demos_open_without_a_cad_kernel(self):
        for demo in ("car-door", "window-motor"):
            _, address = self.serve("--port", 0, home=demo)
            page = self.page(address)
            began = time.monotonic()
            page.ask("open", demo=demo)
            self.assertLess(time.monotonic() - began, 60.0)
            self.assertEqual(len(page.state["scene"]["bodies"]), 2)
            self.assertIsNone(page.state["scene"]["deviation"])  # triangles, and nothing else is claimed
            self.assertFalse(list((self.folder / demo).rglob("*.step")))

    def free_port(self):
        _, address = self.serve(home="other")
        port = urllib.parse.urlsplit(address).port
        self.servers[-1].kill()
        self.servers[-1].wait()
        return port


class Doors(StudioCase):
    def test_strangers_stay_outside(self):
        _, address = self.serve(self.put_wall())
        port = urllib.parse.urlsplit(address).port
        own = {"Host": f"127.0.0.1:{port}", "Origin": f"http://127.0.0.1:{port}"}
        self.assertEqual(self.get(address, "/", headers=own)[0], 200)
        for headers in ({"Host": f"localhost:{port}"}, {"Host": "evil.org"}, {"Origin": "http://evil.org"}, {"Origin": "null"}, {"Host": ""}):
            for path in ("/", "/geometry?scene=1", "/ws", "/files?name=a.stl", "/index.html"):
                self.assertEqual(self.get(address, path, headers={**own, **headers})[0], 403, (headers, path))
        for path in ("/", "/?token=0", "/?token=" + "0" * 32, "/geometry?scene=1", "/download?name=x", "/ws", "//", "/..%2f"):
            self.assertEqual(self.get(address, path, token=False)[0], 403, path)
        status, _, answer = self.get(address, "/")
        self.assertIn("frame-ancestors 'none'", answer.headers["Content-Security-Policy"])
        self.assertEqual(self.get(address, "/", method="DELETE")[0], 405)
        self.assertEqual(self.get(address, "/x" * 10000)[0], 431)
        for name in ("../recent.json", "/etc/passwd", "..", "1/../../recent.json", ""):
            self.assertEqual(self.get(address, "/download?name=" + urllib.parse.quote(name, safe=""))[0], 404, name)
        for options in ({"origin": "http://evil.org"}, {"host": "evil.org"}):
            with self.assertRaises(ConnectionRefusedError):
                self.page(address, **options)
        with self.assertRaises(ConnectionRefusedError):
            self.page(address[:-1] + ("0" if address[-1] != "0" else "1"))
        self.opened(address).ask("ping")

    def test_messages_that_make_no_sense(self):
        _, address = self.serve(self.put_wall())
        page = self.opened(address)
        for raw in (b"", b"{", b"[1]", b'{"type": "fly"}', b'{"type": "grab"}', b'{"type": "undo", "more": 1}', b'{"type": "grab", "body": 1e99, "point": [0,0,0]}'):
            page.state.pop("error", None)
            page.send_raw(raw)
            self.wait_for(page, lambda: "error" in page.state)
            self.assertEqual(page.state["error"]["code"], "bad_message", raw)
        page.ask("ping")
        for raw, opcode in ((b'"' + b"x" * 70000 + b'"', 1), (b"binary", 2), (b"\xff\xfe", 1)):
            other = self.opened(address)
            other.send_raw(raw, opcode)
            with self.assertRaises(ConnectionError):
                other.watch(10)
        other = self.opened(address)
        with self.assertRaises(ConnectionError):
            for _ in range(200):
                other.send_raw(b"nonsense")
                other.watch(0.001)
        page.ask("ping")

    def test_files_are_dropped_good_and_bad(self):
        _, address = self.serve()
        own = {"Origin": address.split("/?")[0]}
        page = self.page(address)
        status, answer, _ = self.get(address, "/files?name=my%20box.obj", "POST", own, box_text((0, 0, 0), (1, 2, 3)))
        self.assertEqual(status, 200, answer)
        name = json.loads(answer)["file"]
        folder = name.split("/")[0]
        status, answer, _ = self.get(address, f"/files?name=other.obj&folder={folder}", "POST", own, box_text((5, 0, 0), (6, 2, 3)))
        page.ask("open", files=[name, json.loads(answer)["file"]])
        self.assertEqual(len(page.state["scene"]["bodies"]), 2)
        page.ask("grab", body=1, point=[5, 1, 1])  # nothing says that it moves: a hand does
        page.send("drag", seq=1, pose=[-50, 0, 0, 0, 0, 0, 1])
        page.watch(0.5)
        self.assertLess(page.poses[1][0], 0.0)
        self.assertGreater(page.poses[1][0], -4.0)
        self.audit(page)
        status, answer, _ = self.get(address, "/files?name=bad.step", "POST", own, "ISO-10303-21; and then nothing")
        with self.assertRaisesRegex(RuntimeError, "bad.step"):
            page.ask("open", files=[json.loads(answer)["file"]])
        self.assertEqual(len(page.state["scene"]["bodies"]), 2)  # what was open stays
        self.assertEqual(self.get(address, "/files?name=a.stl", "POST", {}, "x")[0], 403)
        self.assertEqual(self.get(address, "/files?name=..", "POST", own, "x")[0], 400)
        self.assertEqual(self.get(address, "/files?name=a.stl&folder=..", "POST", own, "x")[0], 400)
        with self.assertRaisesRegex(RuntimeError, "no such file"):
            page.ask("open", files=["../../recent.json"])

    def test_a_server_ends_with_ctrl_c_and_refuses_what_it_cannot_do(self):
        server, address = self.serve()
        self.page(address)
        server.send_signal(signal.SIGINT)
        self.assertIn(server.wait(timeout=30), (0, 130))
        run = self.graze("studio", "nothing.step")
        self.assertEqual((run.returncode, run.stderr.decode()), (2, "graze: 'nothing.step': there is no such file\n"))
        _, address = self.serve()
        run = self.graze("studio", "--no-open", "--port", urllib.parse.urlsplit(address).port, "--home", "h2")
        self.assertEqual(run.returncode, 2)
        self.assertIn(b"cannot be used", run.stderr)


if __name__ == "__main__":
    main()
