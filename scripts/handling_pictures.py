#!/usr/bin/env python3
"""Strips of frames for docs/handling.md: simulates three scenes with `graze`, proves what happened, and draws stops of it.

    scripts/handling_pictures.py build/release/apps/cli/graze docs/pictures

Needs graze-cad (GRAZE_CAD, or beside graze). What is simulated is the same each time.
"""
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import zlib

SIZE = (480, 320)  # of a frame


def read_png(path):
    data, at, packed = open(path, "rb").read(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        at += 12 + length
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
    channels = {2: 3, 6: 4}[colour]
    raw, rows, before = zlib.decompress(packed), [], bytearray(width * channels)
    for y in range(height):
        kind, row = raw[y * (width * channels + 1)], bytearray(raw[y * (width * channels + 1) + 1:(y + 1) * (width * channels + 1)])
        for i in range(len(row)):
            left, up = row[i - channels] if i >= channels else 0, before[i]
            corner = before[i - channels] if i >= channels else 0
            if kind == 4:
                p = left + up - corner
                nearest = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest if kind == 4 else 0)[kind]) & 255
        rows.append(bytes(row[k] for i in range(0, len(row), channels) for k in range(i, i + 3)))
        before = row
    return width, height, rows


def write_png(path, width, rows):
    chunk = lambda kind, body: struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)) + chunk(b"IDAT", packed)
                  + chunk(b"IEND", b""))


def stops_by_way(record, parts):
    """Stops at these parts of the way of the first body, turns counted as 500 a radian."""
    poses, ways = json.load(open(record))["paths"][0]["poses"], [0.0]
    for p, q in zip(poses, poses[1:]):
        a, b = p.get("quaternion", [0, 0, 0, 1]), q.get("quaternion", [0, 0, 0, 1])
        turn = 2.0 * math.acos(min(1.0, abs(sum(x * y for x, y in zip(a, b)))))
        ways.append(ways[-1] + math.dist(p["translation"], q["translation"]) + 500.0 * turn)
    return [next(k for k, way in enumerate(ways) if way >= part * ways[-1]) for part in parts]


def strip(graze, record, stops, out, words):
    pictures, last = [], len(json.load(open(record))["paths"][0]["poses"]) - 1
    path, camera = os.path.join(os.path.dirname(record), "frame.png"), words
    for stop in stops:
        at = f"{min(stop, last - 1)},{1 if stop >= last else 0}"
        drawn = subprocess.run([graze, "view", record, "--out", path, "--size", f"{SIZE[0]}x{SIZE[1]}", "--at", at, "--json", *camera], check=True, capture_output=True, text=True)
        if not pictures:  # the others are seen from there, too
            view = json.loads(drawn.stdout)["camera"]
            camera = ["--camera", ":".join(",".join(str(x) for x in view[k]) for k in ("eye", "target")), *words[2:]]
        pictures.append(read_png(path))
    rows = [b"".join(picture[2][y] for picture in pictures) for y in range(SIZE[1])]
    write_png(out, SIZE[0] * len(pictures), rows)


def box(low, high):
    corners = [(x, y, z) for z in (low[2], high[2]) for y in (low[1], high[1]) for x in (low[0], high[0])]
    faces = [(1, 3, 4), (1, 4, 2), (5, 6, 8), (5, 8, 7), (1, 2, 6), (1, 6, 5), (3, 7, 8), (3, 8, 4), (1, 5, 7), (1, 7, 3), (2, 4, 8), (2, 8, 6)]
    return "".join("v %g %g %g\n" % c for c in corners) + "".join("f %d %d %d\n" % f for f in faces)


def falling_car(folder):
    """The skeleton of a car, a little askew, above a floor."""
    angle, axis = 0.10, (0.958, 0.287, 0.0)
    q = [math.sin(angle / 2) * x for x in axis] + [math.cos(angle / 2)]
    length = math.sqrt(sum(x * x for x in q))
    open(f"{folder}/floor.obj", "w").write(box((-4000, -4000, -200), (4000, 4000, 0)))
    json.dump({"graze": 1, "unit": "mm", "bodies": [
        {"name": "car", "mesh": "car-door/car.step", "deflection": 2.8, "density": 7.8e-6, "restitution": 0.4,
         "pose": {"translation": [0, 0, 900], "quaternion": [x / length for x in q]}},
        {"name": "floor", "mesh": "floor.obj", "restitution": 0.4, "pose": {"translation": [0, 0, -300]}}]}, open(f"{folder}/fall.json", "w"))


def hand(scene, body, out, shake, turn, seconds, backwards=False):
    """A script that leads a body along the poses of its path, with a hand that trembles."""
    path = next(p for p in json.load(open(scene))["paths"] if p["body"] == body)
    poses, steps, targets = path["poses"], 60 * seconds, []
    for i in range(steps + 1):
        at = min(1.0, i / (0.85 * steps)) * (len(poses) - 1)
        k = min(int(at), len(poses) - 2)
        t, a, b = at - k, poses[k], poses[k + 1]
        qa, qb = a.get("quaternion", [0, 0, 0, 1]), b.get("quaternion", [0, 0, 0, 1])
        sign = 1.0 if sum(x * y for x, y in zip(qa, qb)) > 0 else -1.0
        q = [(1 - t) * x + sign * t * y for x, y in zip(qa, qb)]
        calm = 0.0 if i > 0.9 * steps else 1.0
        q = [x + calm * turn * math.sin(2.3 * i + 1.7 * n) for n, x in enumerate(q)]
        length = math.sqrt(sum(x * x for x in q))
        place = [(1 - t) * x + t * y + calm * shake * math.sin(1.9 * i + 2.1 * n) for n, (x, y) in enumerate(zip(a["translation"], b["translation"]))]
        targets.append({"time": i / 60.0, "pose": {"translation": place, "quaternion": [x / length for x in q]}})
    json.dump({"graze_drive": 1, "steps": [{"body": body, "from": 0, "target": targets}]}, open(out, "w"))


def main():
    graze, out = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    only = sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        run = lambda *words: print(subprocess.run([graze, *words], check=True, cwd=folder, capture_output=True, text=True).stdout)
        for demo in ("car-door", "window-motor"):
            run("demo", demo, "--out", demo)
        falling_car(folder)
        hand(f"{folder}/car-door/scene.json", "door", f"{folder}/door.json", 16.0, 0.02, 4)
        motor = json.load(open(f"{folder}/window-motor/scene.json"))["paths"][0]["body"]
        hand(f"{folder}/window-motor/scene.json", motor, f"{folder}/motor.json", 2.0, 0.003, 4)
        scenes = {
            "car": (["fall.json", "--seconds", "3", "--order", "2"], "fell.json", ["--camera", "front"], (0, 0.45, 0.8, 1)),
            "door": (["car-door/scene.json", "--seconds", "4", "--script", "door.json"], "mounted.json", ["--camera", "iso"], (0, 0.3, 0.6, 1)),
            "motor": (["window-motor/scene.json", "--seconds", "4", "--script", "motor.json"], "taken.json", ["--camera", "2200,700,1400:1150,-650,850", "--transparent", "door=0.3"], (0, 0.35, 0.7, 1)),
        }
        for name, (words, record, view, parts) in scenes.items():
            if only and name not in only:
                continue
            run("simulate", *words, "--record", record)
            run("path", record)
            strip(graze, f"{folder}/{record}", stops_by_way(f"{folder}/{record}", parts), f"{out}/handling-{name}.png", view)


main()
