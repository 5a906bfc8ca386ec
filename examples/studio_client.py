#!/usr/bin/env python3
"""A client of `graze studio` in Python, without anything to install: opens a demo, drags a part, and certifies its way.

    graze studio --no-open --port 8080 &           # prints http://127.0.0.1:8080/?token=...
    python3 studio_client.py 'http://127.0.0.1:8080/?token=...' peg-in-hole

docs/studio-protocol.md says what the messages mean.
"""
import base64
import json
import os
import socket
import struct
import sys
import time
import urllib.parse


class Studio:
    """One connection. Texts are kept until somebody waits for them; of frames, the newest of each body's poses."""

    def __init__(self, address, origin=None, host=None, session=None, role="driver", timeout=120.0):
        url = urllib.parse.urlsplit(address)
        self.host, self.token = host or url.netloc, urllib.parse.parse_qs(url.query)["token"][0]
        self.socket = socket.create_connection((url.hostname, url.port), timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws?token={self.token} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: {origin or 'http://' + url.netloc}\r\n"
                             f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = self.socket.recv(1)
            if not byte:
                raise ConnectionError("the server hung up")
            head += byte
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionRefusedError(head.split(b"\r\n")[0].decode())
        self.last_id, self.state, self.poses, self.frame, self.frames = 0, {}, {}, None, 0
        self.answers, self.parts, self.kind = {}, [], 0
        self.hello = self.ask("hello", protocol=1, session=session, role=role)

    def send_raw(self, payload, opcode=1):
        length = len(payload)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length) if length < 65536
                                         else b"\xff" + struct.pack(">Q", length))
        mask = os.urandom(4)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

    def send(self, type, **members):
        self.last_id += 1
        self.send_raw(json.dumps({"type": type, "id": self.last_id, **members}).encode())
        return self.last_id

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise ConnectionError("the server hung up")
            data += more
        return data

    def receive(self):
        """One message: its type, or "frame"."""
        first, second = self.exactly(2)
        length = second & 0x7F
        if length == 126:
            length = struct.unpack(">H", self.exactly(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.exactly(8))[0]
        payload = self.exactly(length)
        opcode = first & 0x0F
        if opcode < 8 and (opcode == 0 or not first & 0x80):  # a part of a message: servers may cut them
            self.parts = (self.parts if opcode == 0 else []) + [payload]
            self.kind = opcode or self.kind
            if not first & 0x80:
                return "part"
            payload, opcode = b"".join(self.parts), self.kind
        if opcode == 8:
            raise ConnectionError(f"closed: {struct.unpack('>H', payload[:2])[0] if length >= 2 else ''}")
        if opcode == 9:
            self.send_raw(payload, 10)
        if opcode == 2:
            self.take_frame(payload)
            return "frame"
        if opcode != 1:
            return "control"
        message = json.loads(payload)
        if message["type"] in ("done", "error") and message.get("id") is not None:
            self.answers[message["id"]] = message
        else:
            self.state[message["type"]] = message
        return message["type"]

    def take_frame(self, data):
        frame = struct.unpack_from("<II8d3d3d7dIII2IfdIIIId", data)
        names = ("magic scene number time seq least gap depth push lag").split()
        self.frame = dict(zip(names, frame)) | {"badge": frame[23], "flags": frame[24], "poses": frame[31], "contacts": frame[32], "least_hi": frame[34], "step_ms": frame[28]}
        for i in range(self.frame["poses"]):
            body, _, *pose = struct.unpack_from("<II7d", data, 232 + 64 * i)
            self.poses[body] = pose
        self.frames += 1

    def ask(self, type, **members):
        """Waits for the answer; an error is raised."""
        number = self.send(type, **members)
        while number not in self.answers:
            self.receive()
        answer = self.answers.pop(number)
        if answer["type"] == "error":
            raise RuntimeError(f"{answer['code']}: {answer['message']}; {answer['remedy']}")
        return answer

    def watch(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.socket.settimeout(max(0.01, until - time.monotonic()))
            try:
                self.receive()
            except TimeoutError:
                break
        self.socket.settimeout(120.0)


def main():
    studio = Studio(sys.argv[1])
    studio.ask("open", demo=sys.argv[2] if len(sys.argv) > 2 else "peg-in-hole")
    scene = studio.state["scene"]
    body = next(i for i, one in enumerate(scene["bodies"]) if one["moves"])
    start = scene["bodies"][body]["pose"]
    studio.ask("record", on=True)
    studio.ask("grab", body=body, point=start[:3])
    for step in range(1, 61):
        wanted = [start[0], start[1], start[2] - 0.02 * step * scene["size"]] + start[3:]
        studio.send("drag", seq=step, pose=wanted)
        studio.watch(1 / 60)
    studio.ask("release")
    path = studio.ask("record", on=False)["path"]
    made = studio.ask("certify", path=path)
    print(f"{scene['bodies'][body]['name']} stands at {studio.poses[body][:3]}: {made['verdict']}, {made['segments']} segments, least gap {made['proved_gap']}")


if __name__ == "__main__":
    main()
