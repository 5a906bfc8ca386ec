#!/usr/bin/env python3
"""Drags a part of the open scene in 50 lines: studio_drag.py 'http://127.0.0.1:8080/?token=...' [demo]"""
import base64, json, os, socket, struct, sys, urllib.parse  # noqa: E401

url = urllib.parse.urlsplit(sys.argv[1])
wire = socket.create_connection((url.hostname, url.port)).makefile("rwb")
wire.write((f"GET /ws?{url.query} HTTP/1.1\r\nHost: {url.netloc}\r\nOrigin: http://{url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n").encode())
wire.flush()
assert b" 101 " in wire.readline(), "refused: is the token right?"
while wire.readline().strip():
    pass
number, state, poses = 0, {}, {}


def receive():
    """A message (JSON), or the poses of a frame; True: it answers the command with this number."""
    first, length = wire.read(2)
    length = struct.unpack(">H", wire.read(2))[0] if length == 126 else struct.unpack(">Q", wire.read(8))[0] if length == 127 else length
    data = wire.read(length)
    if first & 15 == 2:  # a frame: docs/studio-protocol.md says what is where
        for k in range(struct.unpack_from("<I", data, 212)[0]):
            body, _, *poses_of = struct.unpack_from("<II7d", data, 232 + 64 * k)
            poses[body] = poses_of
    elif first & 15 == 1:
        message = json.loads(data)
        assert message["type"] != "error", message["message"]
        state[message["type"]] = message
        return message.get("id") == number
    return False


def ask(type, **members):
    global number
    number += 1
    text = json.dumps({"type": type, "id": number, **members}).encode()
    head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else b"\x81\xfe" + struct.pack(">H", len(text))
    wire.write(head + bytes(4) + text)  # a mask of zeros is one, too
    wire.flush()
    while not receive():
        pass
    return state["done"]


ask("hello", protocol=1, session=None)
if len(sys.argv) > 2:
    ask("open", demo=sys.argv[2])
body, start = next((k, one["pose"]) for k, one in enumerate(state["scene"]["bodies"]) if one["moves"])
placed = ask("place", body=body, pose=[start[0], start[1], start[2] - 0.5 * state["scene"]["size"]] + start[3:])
print("it stands at", placed["is"][:3], "as asked" if placed["reached"] else f"stopped by {placed['stopped_by']}")
