#!/usr/bin/env python3
"""`./bench studio`: how soon a command is a pose, how many poses a second, how long scenes take to open.

    studio.py GRAZE [SECONDS]      over loopback, without a browser; tests/page/bench.mjs measures the page

A line is scene,what,number,median,p99,most,unit. Latencies are what the network and the queue add: the time of the step itself,
which the frame tells, is taken off.
"""
import math
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "examples"))
from studio_client import Studio  # noqa: E402


def said(scene, what, numbers, unit):
    numbers = sorted(numbers)
    at = lambda share: numbers[min(len(numbers) - 1, int(share * len(numbers)))]
    print(f"{scene},{what},{len(numbers)},{at(0.5):.3g},{at(0.99):.3g},{numbers[-1]:.3g},{unit}", flush=True)


def wait(studio, condition, seconds=900):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError("nothing comes any more")
        studio.receive()


def opened(studio, demo, **parameters):
    studio.ask("open", demo=demo, **({"parameters": parameters} if parameters else {}))
    number = studio.state["scene"]["scene"]
    wait(studio, lambda: studio.frame and studio.frame["scene"] == number)
    scene = studio.state["scene"]
    body = next(i for i, one in enumerate(scene["bodies"]) if one["moves"])
    return scene, body, scene["bodies"][body]["pose"]


def latency(studio, name, count):
    """A drag by a little, in free space, and the first frame that heeds it."""
    scene, body, start = opened(studio, name)
    studio.ask("grab", body=body, point=start[:3])
    beyond = []
    for seq in range(1, count + 1):
        time.sleep(0.03)  # somewhere between two frames
        pose = [start[0] + 1e-4 * scene["size"] * math.sin(0.7 * seq), start[1], start[2]] + start[3:]
        began = time.perf_counter()
        studio.send("drag", seq=seq, pose=pose)
        wait(studio, lambda: studio.frame["seq"] >= seq)
        beyond.append(1000 * (time.perf_counter() - began) - step_ms(studio))
    studio.ask("release")
    said(name, "command to pose, beyond the step", beyond, "ms")


def step_ms(studio):
    return studio.frame["step_ms"]


def rate(studio, name, seconds, **parameters):
    """A hand that presses the part against its surroundings and draws circles; how often a new pose comes."""
    scene, body, start = opened(studio, name, **parameters)
    triangles = sum(scene["meshes"][one["mesh"]]["triangles"] for one in scene["bodies"])
    studio.ask("grab", body=body, point=start[:3])
    began, seq, steps, gaps, last = time.monotonic(), 0, [], [], None
    frames = studio.frames
    while (now := time.monotonic() - began) < seconds:
        seq += 1
        reach = 0.12 * scene["size"]
        pose = [start[0] + reach * math.cos(2 * now) - reach, start[1] + reach * (1 + math.sin(3 * now)), start[2]] + start[3:]
        studio.send("drag", seq=seq, pose=pose)
        until = time.monotonic() + 1 / 120
        while time.monotonic() < until:
            before = studio.frames
            studio.socket.settimeout(max(0.001, until - time.monotonic()))
            try:
                studio.receive()
            except TimeoutError:
                break
            if studio.frames > before:
                at = time.monotonic()
                gaps.append(1000 * (at - last)) if last else None
                last = at
                steps.append(step_ms(studio))
    studio.socket.settimeout(600)
    studio.ask("cancel_drag")
    label = f"{name} ({triangles:,} triangles)".replace(",", " ")
    print(f"{label},poses a second while dragged,{studio.frames - frames},{(studio.frames - frames) / seconds:.1f},,,1/s", flush=True)
    said(label, "step", steps, "ms")
    said(label, "from pose to pose", gaps, "ms")


def main():
    graze, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen([graze, "studio", "--port", "0", "--no-open", "--home", home], stdout=subprocess.PIPE)
        try:
            studio = Studio(server.stdout.readline().decode().strip(), timeout=900)
            print("scene,what,number,median,p99,most,unit")
            latency(studio, "peg-in-hole", 300)
            latency(studio, "car-door", 300)
            rate(studio, "car-door", seconds)
            rate(studio, "car-door", seconds, fine=1)
        finally:
            server.terminate()
            server.wait()


main()
