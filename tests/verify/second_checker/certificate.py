"""Reads a certificate for the second checker: section 2 of docs/certificates.md, and nothing of what follows from it."""
import json
import re
import struct
from math import inf, isfinite, sqrt

UNITS = ("um", "mm", "cm", "m", "in", "ft")
SEATED_KEYS = {"copies", "seated"}  # of version 3, besides
KEYS = {"made_by", "scene", "unit", "meshes", "bodies", "motions", "clearance", "clearances", "pairs", "ignored", "covered"}
LINK_KEYS = {"at_rest": {"kind", "pose"},
             **dict.fromkeys(("screw", "slerp", "linear_parameters"), {"kind", "from", "to", "turns"}),
             "revolute": {"kind", "axis", "origin", "from", "to"}, "prismatic": {"kind", "axis", "from", "to"}}


class Rejected(Exception):
    """Why."""


def demand(holds, reason):
    if not holds:
        raise Rejected(reason)


# --- JSON values ---

def without_repeated_keys(pairs):
    demand(len({key for key, _ in pairs}) == len(pairs), "a key is there twice")
    return dict(pairs)


def members(value, keys):
    demand(isinstance(value, dict) and set(value) == set(keys), "not an object with the right keys")
    return value


def items(value):
    demand(isinstance(value, list), "not a list")
    return value


def text(value):
    demand(isinstance(value, str), "not a text")
    return value


def number(value, least=-inf, most=inf):
    demand(isinstance(value, (int, float)) and not isinstance(value, bool), "not a number")
    try:
        value = float(value)
    except OverflowError:
        value = inf
    demand(isfinite(value) and least <= value <= most, "a number out of its range")
    return value


def whole(value, least, most):
    value = number(value, least, most)
    demand(value == int(value), "not a whole number")
    return int(value)


def numbers(value, count):
    demand(len(items(value)) == count, "not so many numbers")
    return [number(x) for x in value]


# --- the head ---

def pose(value):
    value = numbers(value, 7)
    demand(abs(sqrt(sum(x * x for x in value[3:])) - 1.0) <= 1e-6 + 1e-12, "a quaternion is not of length 1")
    return value


def link(value):
    kind = value.get("kind") if isinstance(value, dict) else None
    demand(kind in LINK_KEYS, "a link of unknown kind")
    members(value, LINK_KEYS[kind])
    read = {"kind": kind}
    if kind == "at_rest":
        read["pose"] = pose(value["pose"])
    elif kind in ("revolute", "prismatic"):
        read["axis"] = numbers(value["axis"], 3)
        demand(1e-100 <= max(map(abs, read["axis"])) <= 1e100, "an axis that is zero, or too short or long")
        if kind == "revolute":
            read["origin"] = numbers(value["origin"], 3)
        read["from"], read["to"] = number(value["from"]), number(value["to"])
    else:
        read["from"], read["to"] = pose(value["from"]), pose(value["to"])
        read["turns"] = whole(value["turns"], -1e6, 1e6)
    return read


def links(value):
    demand(len(items(value)) <= 1000, "too many links")
    return [link(x) for x in value]


class Body:
    def __init__(self, value, meshes):
        members(value, ("name", "mesh", "links"))
        self.name, self.mesh, self.links = text(value["name"]), whole(value["mesh"], 0, meshes - 1), links(value["links"])


class MeshSize:
    def __init__(self, value):
        members(value, ("vertices", "triangles", "requested_deviation", "measured_deviation"))
        self.vertex_count = whole(value["vertices"], 0, 2**32 - 1)
        self.triangle_count = whole(value["triangles"], 1, 2**32 - 1)
        for key in ("requested_deviation", "measured_deviation"):
            demand(value[key] is None or number(value[key], 0.0) >= 0, "a deviation")


class Copy:
    """Vertices of a mesh that moved, and its triangles in an order of its own."""

    def __init__(self, value, meshes):
        members(value, ("mesh", "within"))
        self.mesh, self.within = whole(value["mesh"], 0, len(meshes) - 1), number(value["within"], 0.0)
        self.vertex_count, self.triangle_count = meshes[self.mesh].vertex_count, meshes[self.mesh].triangle_count


class Nearest:
    """Two points of two bodies at one time (4.9)."""

    def __init__(self, value, head):
        members(value, ("bodies", "segment", "t", "triangles", "weights"))
        self.bodies = head.pair(value["bodies"])
        self.segment = whole(value["segment"], 0, len(head.motions) - 1)
        self.t = number(value["t"], 0.0, 1.0)
        counts = [head.meshes[head.bodies[body].mesh].triangle_count for body in self.bodies]
        demand(len(items(value["triangles"])) == 2 and len(items(value["weights"])) == 2, "not two points")
        self.triangles = [whole(x, 0, n - 1) for x, n in zip(value["triangles"], counts)]
        self.weights = [numbers(x, 3) for x in value["weights"]]
        for weights in self.weights:
            demand(all(0 <= x <= 1 for x in weights) and sum(weights) >= 0.5, "weights are none")


class Seat:
    def __init__(self, value, head):
        members(value, ("bodies", "copies", "depth", "clear_from"))
        self.bodies = head.pair(value["bodies"])
        self.copies = [whole(x, 0, len(head.copies) - 1) for x in numbers(value["copies"], 2)]
        self.depth, self.clear_from = number(value["depth"], 0.0), None
        if value["clear_from"] is not None:
            at = members(value["clear_from"], ("segment", "t"))
            self.clear_from = whole(at["segment"], 0, 2**32 - 1), number(at["t"], 0.0, 1.0)
            demand(self.clear_from[1] < 1, "a pair is clear from the end of a segment on")


class Head:
    def __init__(self, raw, version):
        demand(raw[:1] == b"{" and b"\0" not in raw, "the head is not a JSON object")
        try:
            head = json.loads(raw.decode("utf-8"), object_pairs_hook=without_repeated_keys,
                              parse_constant=lambda word: demand(False, f"{word} is no number"))
        except (ValueError, RecursionError) as error:
            raise Rejected(f"the head is not JSON in UTF-8: {error}") from error
        keys = KEYS | SEATED_KEYS if version == 3 else KEYS
        members(head, keys | {"nearest"} if "nearest" in head else keys)
        text(head["made_by"]), text(head["scene"])
        demand(text(head["unit"]) in UNITS, "an unknown unit")
        self.meshes = [MeshSize(x) for x in items(head["meshes"])]
        self.bodies = [Body(x, len(self.meshes)) for x in items(head["bodies"])]
        self.motions = [self.moves(x) for x in items(head["motions"])]
        self.usual_clearance = number(head["clearance"], 0.0)
        self.clearances = self.by_pair(head["clearances"], "clearance", lambda x: number(x, 0.0))
        self.ignored = self.by_pair(head["ignored"], "reason", text)
        demand(all(self.ignored.values()), "an ignored pair without a reason")
        self.pairs = [self.pair(x) for x in items(head["pairs"])]
        demand(all(p < q for p, q in zip(self.pairs, self.pairs[1:])), "pairs do not rise")
        self.listed = set(self.pairs)
        demand(not self.listed & set(self.ignored), "a pair is listed and ignored")
        self.copies, self.seated = [], []
        if version == 3:
            self.copies = [Copy(x, self.meshes) for x in items(head["copies"])]
            self.seated = [Seat(x, self) for x in items(head["seated"])]
            demand(self.copies and self.seated, "version 3 without seated pairs")
        seats = [seat.bodies for seat in self.seated]
        demand(all(p < q for p, q in zip(seats, seats[1:])), "seated pairs do not rise")
        demand(not (self.listed | set(self.ignored)) & set(seats), "a seated pair is listed or ignored, too")
        self.listed |= set(seats)
        self.nearest = Nearest(head["nearest"], self) if "nearest" in head else None
        members(head["covered"], ("segments", "until"))
        self.until = number(head["covered"]["until"], 0.0, 1.0)
        self.whole = whole(head["covered"]["segments"], 0, 2**32 - 1)
        demand(self.until < 1, "a segment covered up to 1 is a whole one")
        demand(self.whole + (self.until > 0) <= len(self.motions), "more is covered than there is")

    def clearance(self, a, b):
        return self.clearances.get((a, b), self.usual_clearance)

    def pair(self, value):
        a, b = (whole(x, 0, len(self.bodies) - 1) for x in numbers(value, 2))
        demand(a < b, "a pair is not two bodies in rising order")
        return a, b

    def by_pair(self, value, key, read):
        found = {}
        for item in items(value):
            pair = self.pair(members(item, ("bodies", key))["bodies"])
            demand(not found or max(found) < pair, "pairs do not rise")
            found[pair] = read(item[key])
        return found

    def moves(self, value):
        found = {}
        for item in items(value):
            body = whole(members(item, ("body", "links"))["body"], 0, len(self.bodies) - 1)
            demand(not found or max(found) < body, "bodies of a segment do not rise")
            found[body] = links(item["links"])
        return found


# --- the body ---

class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        size = struct.calcsize("<" + form)
        demand(size <= len(self.data) - self.at, "the file ends too early")
        self.at += size
        return struct.unpack_from("<" + form, self.data, self.at - size)

    def is_at_end(self):
        return self.at == len(self.data)


def read_mesh(mesh, source):
    demand(24 * mesh.vertex_count + 16 * mesh.triangle_count <= len(source.data) - source.at, "meshes larger than the file")
    mesh.vertices = [source.take("3d") for _ in range(mesh.vertex_count)]
    mesh.triangles = [source.take("3I") for _ in range(mesh.triangle_count)]
    ids = source.take(f"{mesh.triangle_count}I")
    demand(all(isfinite(x) for v in mesh.vertices for x in v), "a vertex is not finite")
    demand(all(i < mesh.vertex_count for t in mesh.triangles for i in t), "a vertex that does not exist")
    demand(sorted(ids) == list(range(mesh.triangle_count)), "numbers of triangles are no permutation")
    mesh.ids = ids


def read_copy(copy, meshes, source):
    demand(24 * copy.vertex_count + 4 * copy.triangle_count <= len(source.data) - source.at, "copies larger than the file")
    copy.vertices = [source.take("3d") for _ in range(copy.vertex_count)]
    ids = source.take(f"{copy.triangle_count}I")
    demand(all(isfinite(x) for v in copy.vertices for x in v), "a vertex of a copy is not finite")
    demand(sorted(ids) == list(range(copy.triangle_count)), "numbers of a copy's triangles are no permutation")
    mesh = meshes[copy.mesh]
    by_number = dict(zip(mesh.ids, mesh.triangles))
    copy.triangles = [by_number[i] for i in ids]


class Strand:
    def __init__(self, source):
        self.segment, self.pair, self.t0, self.t1, size = source.take("IIddQ")
        demand(size <= len(source.data) - source.at, "a strand is cut off")
        nodes, self.nodes = Bytes(source.take(f"{size}s")[0]), []
        while not nodes.is_at_end():
            kind = nodes.take("B")[0]
            if kind in (16, 17):
                self.nodes.append((kind, nodes.take("I")[0]))
            elif kind == 18:
                self.nodes.append((kind, nodes.take("d")[0]))
            else:
                demand(kind < 6, "a node of unknown kind")
                self.nodes.append((kind, nodes.take("3d" if kind % 2 else "3f")))


def read_certificate(data):
    demand(not data.startswith(b"graze-certificate 4 "),
           "version 4 is about CAD surfaces: this checker knows triangles only, versions 2 and 3")
    line = re.match(rb"graze-certificate ([23]) (0|[1-9][0-9]{0,19}) (0|[1-9][0-9]{0,19}) ([0-9a-f]{16})\n", data)
    demand(line, "not a certificate of version 2 or 3")
    head_size, body_size = int(line[2]), int(line[3])
    rest = data[line.end():]
    demand(head_size + body_size == len(rest), "the file is not as long as it says")
    checksum = 0xcbf29ce484222325
    for byte in rest:
        checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
    demand(checksum == int(line[4], 16), "the checksum does not fit")
    head = Head(rest[:head_size], int(line[1]))
    source = Bytes(rest[head_size:])
    for mesh in head.meshes:
        read_mesh(mesh, source)
    for copy in head.copies:
        read_copy(copy, head.meshes, source)
    strands = []
    while not source.is_at_end():
        strands.append(Strand(source))
    return head, strands
