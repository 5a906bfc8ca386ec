"""A second checker of certificates, written from docs/certificates.md alone. Slow, small, and sharing nothing with the first.

    python3 checker.py FILE        prints `valid` or `rejected: why`; exit code 0 or 1

Numbers in brackets are formulas and sections of that page.
"""
import sys
from fractions import Fraction
from math import inf, isfinite, nextafter

from arithmetic import (HALF, I, IDENTITY, ONE, PI, TWO, ZERO, about, add, angle, apply, cross, cube, dot, length, sinc,
                        sinc_defect, sine_cosine, sub, times, transposed, vector)
from certificate import Rejected, demand, read_certificate

SMALLEST_PRODUCT, SMALLEST_CERTAIN = Fraction(1, 2**1900), Fraction(1, 2**1890)


def up(x):
    return nextafter(x, inf)


# --- links (3, 4.3) -------------------------------------------------------------------------------------------------

def products(a, b, i):
    """Component i (x, y, z, w) of conj(a) b as four products of doubles."""
    if i == 3:
        return list(zip(a, b))
    j, k = (i + 1) % 3, (i + 2) % 3
    return [(a[3], b[i]), (-a[i], b[3]), (-a[j], b[k]), (a[k], b[j])]


def sign(a, b, i):
    """Exact; None where a product is too small to count."""
    exact = [Fraction(p) * Fraction(q) for p, q in products(a, b, i) if p != 0 and q != 0]
    counted = [x for x in exact if abs(x) >= SMALLEST_PRODUCT]
    total = sum(counted, Fraction(0))
    if len(counted) < len(exact) and abs(total) < SMALLEST_CERTAIN:
        return None
    return (total > 0) - (total < 0)


NO_TURN = (0.0, 0.0, 0.0, 1.0)


def turned_from(a, b):
    """b, or -b if that turns the right way from a (3)."""
    for i in (3, 0, 1, 2):
        way = sign(a, b, i)
        demand(way is not None, "the way of turning cannot be told")
        if way != 0:
            return b if way > 0 else tuple(-x for x in b)
    raise Rejected("the way of turning cannot be told")


def rotation(q):
    x, y, z, w = vector(q)
    f = TWO / (x.square() + y.square() + z.square() + w.square())
    return [[ONE - f * (y.square() + z.square()), f * (x * y - w * z), f * (x * z + w * y)],
            [f * (x * y + w * z), ONE - f * (x.square() + z.square()), f * (y * z - w * x)],
            [f * (x * z - w * y), f * (y * z + w * x), ONE - f * (x.square() + y.square())]]


def unit(v):
    size = length(v)
    return [(x / size).cut(-1.0, 1.0) for x in v]


def turn_angle(v, c, turns):
    return TWO * angle(length(v), c) + I(2.0 * turns) * PI


def rotation_vector(q, turns):
    if q[0] == q[1] == q[2] == 0:
        return [ZERO] * 3
    v = vector(q[:3])
    return times(turn_angle(v, I(q[3]), turns), unit(v))


def exponential(r, matrix):
    """exp([r]) times the matrix."""
    size = length(r)
    a, b = sinc(size), HALF * sinc(HALF * size).square()
    columns = []
    for column in transposed(matrix):
        once = cross(r, column)
        columns.append(add(column, add(times(a, once), times(b, cross(r, once)))))
    return transposed(columns)


class Link:
    """y = R(t) (x - q) + p(t), R(t) = exp([r0 + t k]) S, as the first table of 4.3 has it."""

    def __init__(self, link):
        self.kind = link["kind"]
        self.q, self.r0, self.k, self.S = [ZERO] * 3, [ZERO] * 3, [ZERO] * 3, IDENTITY
        self.d = self.l = self.s = [ZERO] * 3
        self.w, self.alpha = ZERO, 0.0
        if self.kind in ("revolute", "prismatic"):
            self.set_joint(link)
        elif self.kind == "at_rest":
            self.p0, self.S = vector(link["pose"][:3]), rotation(link["pose"][3:])
        else:
            self.set_path(link["from"], link["to"], link["turns"])

    def set_joint(self, link):
        u, start = unit(vector(link["axis"])), I(link["from"])
        by = I(link["to"]) - start
        if self.kind == "revolute":
            degree = PI / I(180.0)
            self.q = self.p0 = vector(link["origin"])
            self.r0, self.k = times(degree * start, u), times(degree * by, u)
        else:
            self.p0 = times(start, u)
            self.d = self.l = times(by, u)

    def set_path(self, first, last, turns):
        a, b = tuple(first[3:]), tuple(last[3:])
        self.p0 = vector(first[:3])
        self.d = self.l = sub(vector(last[:3]), self.p0)
        right = turned_from(NO_TURN, a)
        if self.kind == "linear_parameters":
            to = turned_from(right, b)
            demand(turns == 0 or any(x != 0 and sign(NO_TURN, to, i) for i, x in enumerate(to[:3])), "turns without an axis")
            self.r0 = rotation_vector(right, 0)
            self.k = sub(rotation_vector(to, turns), self.r0)
            bend, rate = length(cross(self.r0, self.k)).hi, length(self.k).hi
            self.alpha = up(0.5 * up(rate * min(rate, bend)))                                                      # (6)
            return
        to, self.S = turned_from(a, b), rotation(a)
        signs = [sign(a, to, i) for i in range(3)]
        demand(turns == 0 or any(signs), "turns without an axis")
        if all(x == 0 for x in signs):
            return  # it slides
        r = [sum((I(p) * I(q) for p, q in products(a, to, i)), ZERO) for i in range(4)]
        self.s = apply(self.S, unit(r[:3]))
        self.w = turn_angle(r[:3], r[3].cut(0.0, 2.0), turns)
        self.k = times(self.w, self.s)
        if self.kind == "screw":
            self.l = times(dot(self.s, self.d), self.s)

    def at(self, t):
        """R, p and p' at one time."""
        t = I(t)
        R = exponential(add(self.r0, times(t, self.k)), self.S)
        p, velocity = add(self.p0, times(t, self.d)), self.d
        if self.kind == "screw":
            c, side, half = sub(self.d, self.l), cross(self.s, self.d), HALF * self.w
            g = ONE / sinc(half)
            G = t * sinc(t * half) * g
            sf, cf = sine_cosine((t - ONE) * half)
            se, ce = sine_cosine((TWO * t - ONE) * half)
            p = add(p, add(times(G * cf - t, c), times(G * sf, side)))                                             # (1)
            velocity = add(velocity, add(times(g * ce - ONE, c), times(g * se, side)))                             # (8)
        return R, p, velocity

    def spin(self, t):
        if self.kind != "linear_parameters":
            return self.k
        r, bend = add(self.r0, times(I(t), self.k)), cross(self.r0, self.k)
        size = length(r)
        b = HALF * sinc(HALF * size).square()
        return add(self.k, add(times(b, bend), times(sinc_defect(size), cross(r, bend))))                          # (7)


class Window:
    """What is known of a link at all times of [t0, t1] (4.2, 4.3); `inner` is the origin on the body's side."""

    def __init__(self, link, inner, t0, t1):
        tm = min(max(0.5 * (t0 + t1), t0), t1)
        self.half = up(max(t1 - tm, tm - t0))
        self.R, p, velocity = link.at(tm)
        self.Wm, self.alpha = link.spin(tm), link.alpha
        self.W = add(self.Wm, cube(up(self.half * self.alpha)))
        A = apply(self.R, sub(vector(inner), link.q))
        self.sigma = up(self.alpha * length(A).hi)
        if link.kind == "linear_parameters":
            self.X = cross(self.W, self.turn(A))
            self.P1 = add(link.l, self.X)
        else:
            whole = add(velocity, cross(self.Wm, A))
            U = sub(whole, link.l)
            change = cube(up(self.half * length(cross(self.Wm, U)).hi))
            self.X, self.P1 = add(U, change), add(whole, change)
        y = add(A, p)
        self.outer = [x.middle() for x in y]
        self.P = add(sub(y, vector(self.outer)), times(about(self.half), self.P1))

    def turn(self, v):
        size = length(v).hi
        rate = up(length(cross(v, self.Wm)).hi + up(up(self.alpha * self.half) * size))
        return [(x + about(up(self.half * rate))).cut(-size, size) for x in v]


class Chain:
    """The links of a body over a window, and the origins of its frames, outermost first."""

    def __init__(self, links, centre, t0, t1):
        self.windows, self.origins = [], [centre]
        for link in reversed(links):
            self.windows.insert(0, Window(link, self.origins[0], t0, t1))
            self.origins.insert(0, self.windows[0].outer)


class Plane:
    """n.y = r.(x - o) + c, with the derivatives of r and c."""

    def __init__(self, n):
        self.r, self.r1, self.r2, self.c, self.c2 = n, [ZERO] * 3, [ZERO] * 3, ZERO, ZERO

    def second(self, w):
        return (dot(self.r2, w.P) + TWO * dot(self.r1, w.P1) + dot(cross(self.r, w.W), w.X)
                + about(up(w.sigma * length(self.r).hi)))

    def inward(self, w):                                                                                           # (4)
        self.c, self.c2 = self.c + dot(self.r, w.P), self.c2 + self.second(w)
        back, across = transposed(w.R), cross(self.r, w.W)
        r2 = add(add(self.r2, times(TWO, cross(self.r1, w.W))),
                 add(cross(across, w.W), cube(up(w.alpha * length(self.r).hi))))
        self.r2 = apply(back, w.turn(r2))
        self.r1 = apply(back, w.turn(add(self.r1, across)))
        self.r = apply(back, w.turn(self.r))

    def outward(self, w):                                                                                          # (5)
        d, e, f = (w.turn(apply(w.R, v)) for v in (self.r, self.r1, self.r2))
        across = cross(w.W, d)
        self.r, self.r1 = d, add(e, across)
        self.r2 = add(add(f, times(TWO, cross(w.W, e))), add(cross(w.W, across), cube(up(w.alpha * length(d).hi))))
        self.c, self.c2 = self.c - dot(self.r, w.P), self.c2 - self.second(w)


WORLD, IN_A, IN_B = 0, 1, 2


def plane_seen(chains, common, body, n, frame):
    """The plane of n seen from body 0 or 1; the first `common` links of both are the same (4.2)."""
    plane = Plane(n)
    host = 1 if frame == IN_B else 0
    if frame != WORLD and body == host:
        return plane
    mine, its, meeting = chains[body], chains[host], 0 if frame == WORLD else common
    if frame != WORLD:
        for window in reversed(its.windows[meeting:]):
            plane.outward(window)
    apart = sub(vector(mine.origins[meeting]), vector(its.origins[meeting]))
    plane.c, plane.c2 = plane.c + dot(plane.r, apart), plane.c2 + dot(plane.r2, apart)
    for window in mine.windows[meeting:]:
        plane.inward(window)
    return plane


# --- bodies ---------------------------------------------------------------------------------------------------------

def box_of(points):
    return [I(min(x[k] for x in points), max(x[k] for x in points)) for k in range(3)]


class Mesh:
    def __init__(self, mesh):
        self.vertices, self.triangles = mesh.vertices, mesh.triangles
        self.box = box_of(mesh.vertices)
        self.centre = [0.5 * x.lo + 0.5 * x.hi for x in self.box]


def is_constant(link):
    if link["kind"] == "at_rest":
        return True
    return link["from"] == link["to"] and link.get("turns", 0) == 0


def carrier(links):
    """What is left without constant links at the inner end (4.5)."""
    links = list(links)
    while links and is_constant(links[-1]):
        links.pop()
    return links


def begins_where(link, before):
    """Whether a link goes on where the one before it ends (2)."""
    joints = ("revolute", "prismatic")
    if link["kind"] not in joints and before["kind"] not in joints:
        return link.get("from", link.get("pose")) == before.get("to", before.get("pose"))
    return (link["kind"] == before["kind"] and link["axis"] == before["axis"]
            and link.get("origin") == before.get("origin") and link["from"] == before["to"])


class Party:
    """What a strand is about: two bodies with their own meshes, or with copies of them, from a time on."""

    def __init__(self, bodies, meshes, clearance, begin):
        self.bodies, self.meshes, self.clearance, self.begin = bodies, meshes, clearance, begin


class Checker:
    def __init__(self, data):
        self.head, self.strands = read_certificate(data)
        self.meshes = [Mesh(mesh) for mesh in self.head.meshes]
        self.copies = [Mesh(copy) for copy in self.head.copies]
        self.parties = [self.own_party(pair, (0, 0.0)) for pair in self.head.pairs]
        self.parties += [Party(seat.bodies, [self.copies[k] for k in seat.copies], 0.0, (0, 0.0)) for seat in self.head.seated]
        self.parties += [self.own_party(seat.bodies, seat.clear_from) for seat in self.head.seated]
        self.segments = [(k, 1.0) for k in range(self.head.whole)]
        if self.head.until > 0:
            self.segments.append((self.head.whole, self.head.until))
        self.prepared = {}

    def links(self, segment, body):
        return self.head.motions[segment].get(body, self.head.bodies[body].links)

    def chain_links(self, segment, body):
        key = (segment, body)
        if key not in self.prepared:
            self.prepared[key] = [Link(link) for link in self.links(segment, body)]
        return self.prepared[key]

    def own_party(self, pair, begin):
        return Party(pair, [self.mesh(body) for body in pair], self.head.clearance(*pair), begin)

    def mesh(self, body):
        return self.meshes[self.head.bodies[body].mesh]

    def common(self, segment, a, b):
        count = 0
        for p, q in zip(self.links(segment, a), self.links(segment, b)):
            if p != q:
                break
            count += 1
        return count

    def run(self):
        self.check_motions()
        self.check_pairs()
        self.check_seats()
        self.check_strands()
        self.nearest_above = self.measure_nearest() if self.head.nearest else None
        if self.segments:
            for party in self.parties[:len(self.head.pairs) + len(self.head.seated)]:
                demand(not self.begins_inside(party, 0) and not self.begins_inside(party, 1),
                       f"bodies {party.bodies}: one begins inside the other")

    def measure_nearest(self):
        """At least the distance of the two points that the file names (4.9)."""
        near, head = self.head.nearest, self.head
        demand(near.segment < head.whole or (near.segment == head.whole and 0 < head.until and near.t <= head.until),
               "the nearest points are at a time that is not covered")
        carriers = [[carrier(self.links(segment, body)) for segment, _ in self.segments] for body in near.bodies]
        demand(near.bodies in head.pairs or (near.bodies not in head.listed and near.bodies not in head.ignored
                                             and carriers[0] != carriers[1]), "no distance is claimed of the nearest points")
        common = self.common(near.segment, *near.bodies)
        points = []
        for body, triangle, weights in zip(near.bodies, near.triangles, near.weights):
            mesh, total, x = self.mesh(body), ZERO, [ZERO] * 3
            for vertex, weight in zip(mesh.triangles[triangle], weights):
                total, x = total + I(weight), add(x, times(I(weight), vector(mesh.vertices[vertex])))
            x = [k / total for k in x]
            for link in reversed(self.chain_links(near.segment, body)[common:]):
                R, p, _ = link.at(near.t)
                x = add(apply(R, sub(x, link.q)), p)
            points.append(x)
        return length(sub(*points)).hi

    def check_seats(self):
        """Copies are of solid meshes, and no farther from them than the depth allows: exactly (4.8)."""
        for seat in self.head.seated:
            withins = Fraction(0)
            for body, k in zip(seat.bodies, seat.copies):
                copy = self.head.copies[k]
                demand(copy.mesh == self.head.bodies[body].mesh, "a copy of another mesh")
                demand(is_solid(self.mesh(body)), "a seated body without an inside")
                withins += Fraction(copy.within)
            demand(withins <= Fraction(seat.depth), "copies moved farther than the depth")
        for copy in self.head.copies:
            most_sq = Fraction(copy.within) ** 2
            for x, y in zip(self.meshes[copy.mesh].vertices, copy.vertices):
                demand(sum((Fraction(p) - Fraction(q)) ** 2 for p, q in zip(x, y)) <= most_sq,
                       "a vertex of a copy moved too far")

    def check_motions(self):
        every = [(None, body.links) for body in self.head.bodies]
        every += [(segment, links) for segment, moves in enumerate(self.head.motions) for links in moves.values()]
        for _, links in every:
            for link in links:
                Link(link)
        for segment in range(1, len(self.head.motions)):
            for body in range(len(self.head.bodies)):
                before, now = self.links(segment - 1, body), self.links(segment, body)
                demand(len(before) == len(now) and all(map(begins_where, now, before)),
                       f"segment {segment}, body {body}: does not begin where the one before ends")

    def check_pairs(self):
        """Every pair is listed, ignored, at rest against each other, or far apart by boxes (1, 4.5, 4.6)."""
        if not self.segments:
            return
        bodies = range(len(self.head.bodies))
        carriers = [[carrier(self.links(segment, body)) for segment, _ in self.segments] for body in bodies]
        boxes = {}
        for a in bodies:
            for b in range(a + 1, len(bodies)):
                if (a, b) in self.head.listed or (a, b) in self.head.ignored or carriers[a] == carriers[b]:
                    continue
                for body in (a, b):
                    if body not in boxes:
                        boxes[body] = self.world_box(body)
                demand(any(nextafter(p.lo - q.hi, -inf) > self.head.clearance(a, b)
                           or nextafter(q.lo - p.hi, -inf) > self.head.clearance(a, b)
                           for p, q in zip(boxes[a], boxes[b])), f"bodies {a} and {b}: nothing proves them apart")

    def world_box(self, body):
        lows, highs, mesh = [inf] * 3, [-inf] * 3, self.mesh(body)
        own = sub(mesh.box, vector(mesh.centre))
        for segment, end in self.segments:
            rests = all(map(is_constant, self.links(segment, body)))
            for k in range(1 if rests else 8):
                t0, t1 = (0.0, 0.0) if rests else (k * end / 8, end if k == 7 else (k + 1) * end / 8)
                chain = Chain(self.chain_links(segment, body), mesh.centre, t0, t1)
                for axis in range(3):
                    n = [ONE if i == axis else ZERO for i in range(3)]
                    plane = plane_seen((chain, chain), 0, 0, n, WORLD)
                    x = dot(plane.r, own) + plane.c + I(chain.origins[0][axis])                                    # (9)
                    lows[axis], highs[axis] = min(lows[axis], x.lo), max(highs[axis], x.hi)
        return [I(lo, hi) for lo, hi in zip(lows, highs)]

    # --- strands (2, 4.1) ---

    def check_strands(self):
        wanted = []
        for segment, end in self.segments:
            for number, party in enumerate(self.parties):
                if party.begin is None or segment < party.begin[0]:
                    continue
                begin = party.begin[1] if segment == party.begin[0] else 0.0
                if begin < end:
                    wanted.append((segment, number, begin, end))
        reached = None
        for strand in self.strands:
            demand(wanted, "a strand proves what is not claimed")
            segment, pair, begin, end = wanted[0]
            reached = begin if reached is None else reached
            demand((strand.segment, strand.pair, strand.t0) == (segment, pair, reached) and reached < strand.t1 <= end,
                   "the strands do not follow each other")
            self.check_tree(strand)
            reached = strand.t1
            if reached == end:
                wanted.pop(0)
                reached = None
        demand(not wanted, "the proof ends before the claim")

    def check_tree(self, strand):
        pair = self.parties[strand.pair]
        counts = [len(mesh.triangles) for mesh in pair.meshes]
        stack = [((0, counts[0]), (0, counts[1]), strand.t0, strand.t1)]
        windows = {}
        for kind, value in strand.nodes:
            demand(stack, "nodes follow the last one")
            a, b, t0, t1 = stack.pop()
            if kind == 16:
                demand(a[0] < value < a[1], "a split outside its range")
                stack += [((value, a[1]), b, t0, t1), ((a[0], value), b, t0, t1)]
            elif kind == 17:
                demand(b[0] < value < b[1], "a split outside its range")
                stack += [(a, (value, b[1]), t0, t1), (a, (b[0], value), t0, t1)]
            elif kind == 18:
                demand(t0 < value < t1, "a split outside its interval")
                stack += [(a, b, value, t1), (a, b, t0, value)]
            else:
                self.check_leaf(strand.segment, pair, (a, b), (t0, t1), value, kind // 2, windows)
            demand(len(stack) <= 1000, "too deep")
        demand(not stack, "the nodes end too early")

    def check_leaf(self, segment, pair, ranges, times_, n, frame, windows):
        t0, t1 = times_
        common, gaps, bends = self.common(segment, *pair.bodies), [ZERO, ZERO], []
        for side in (0, 1):
            mesh = pair.meshes[side]
            used = {v for t in mesh.triangles[slice(*ranges[side])] for v in t}
            points = [mesh.vertices[v] for v in used]
            direction = vector(n) if side == 0 else vector([-x for x in n])

            def seen(first, last):
                for body in (0, 1):
                    if (body, first, last) not in windows:
                        links = self.chain_links(segment, pair.bodies[body])
                        windows[body, first, last] = Chain(links, pair.meshes[body].centre, first, last)
                return plane_seen([windows[body, first, last] for body in (0, 1)], common, side, direction, frame)

            centre = vector(mesh.centre)
            for end, t in enumerate(times_):
                plane = seen(t, t)
                least = min((dot(plane.r, sub(vector(x), centre)) + plane.c).lo for x in points)
                gaps[end] = gaps[end] + I(least)
            plane = seen(t0, t1)
            bends.append(dot(plane.r2, sub(box_of(points), centre)) + plane.c2)
        M = I(0.0, max((bends[0] + bends[1]).hi, 0.0))
        needed = I(pair.clearance) * length(vector(n)) + M * (I(t1) - I(t0)).square() / I(8.0)
        demand(all(gap.lo > needed.hi for gap in gaps), "a direction does not keep its triangles apart")           # (3)

    # --- containment at t = 0 (4.7) ---

    def begins_inside(self, party, side):
        """Whether a piece of one side lies inside the other, by the solid angles of its triangles."""
        inner, outer = party.bodies[side], party.bodies[1 - side]
        mesh, skin = party.meshes[side], party.meshes[1 - side]
        if not is_solid(skin):
            return False  # a rim: it has no inside
        for piece in pieces(mesh.triangles):
            points = [self.seen_at_start(inner, outer, mesh.vertices[v]) for v in piece]
            if any(x.lo > k.hi or x.hi < k.lo for point in points for x, k in zip(point, skin.box)):
                continue
            winding = next((w for w in (winding_number(skin, point) for point in points) if w is not None), None)
            demand(winding is not None, "it cannot be told whether a piece begins inside")
            if winding != 0:
                return True
        return False

    def seen_at_start(self, body, other, x):
        common = self.common(0, body, other)
        x = vector(x)
        for link in reversed(self.chain_links(0, body)[common:]):
            R, p, _ = link.at(0.0)
            x = add(apply(R, sub(x, link.q)), p)
        for link in self.chain_links(0, other)[common:]:
            R, p, _ = link.at(0.0)
            x = add(apply(transposed(R), sub(x, p)), link.q)
        return x


def is_solid(mesh):
    """As many sides of triangles run from v to w as from w to v (4.7)."""
    sides = {}
    for a, b, c in mesh.triangles:
        for p, q in ((a, b), (b, c), (c, a)):
            sides[p, q] = sides.get((p, q), 0) + 1
    return all(sides.get((q, p), 0) == count for (p, q), count in sides.items())


def pieces(triangles):
    """Vertices of triangles that hang together, as sets."""
    owner = {}
    for triangle in triangles:
        joined = set(triangle).union(*(owner[v] for v in triangle if v in owner))
        for v in joined:
            owner[v] = joined
    return list({id(piece): piece for piece in owner.values()}.values())


def winding_number(skin, point):
    """How often the skin winds around a point; None if rounding hides it. tan(angle / 2) = v0.(v1 x v2) / (...)."""
    total = ZERO
    for triangle in skin.triangles:
        v = [sub(vector(skin.vertices[i]), point) for i in triangle]
        l = [length(x) for x in v]
        beside = (l[0] * l[1] * l[2] + dot(v[0], v[1]) * l[2] + dot(v[1], v[2]) * l[0] + dot(v[2], v[0]) * l[1])
        total = total + TWO * angle(dot(v[0], cross(v[1], v[2])), beside)
    total = total / (I(4.0) * PI)
    if not (isfinite(total.lo) and total.hi - total.lo < 0.5):
        return None
    whole = round(total.middle())
    return whole if abs(total.lo - whole) < 0.5 and abs(total.hi - whole) < 0.5 else None


def check(data):
    """None if the certificate holds, else why it is rejected."""
    try:
        Checker(data).run()
    except Rejected as rejected:
        return str(rejected)
    return None


def main():
    with open(sys.argv[1], "rb") as file:
        reason = check(file.read())
    print("valid" if reason is None else f"rejected: {reason}")
    return 0 if reason is None else 1


if __name__ == "__main__":
    sys.exit(main())
