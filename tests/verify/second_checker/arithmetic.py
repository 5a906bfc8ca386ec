"""Intervals for the second checker: a real number known to lie between two doubles.

Python's doubles are rounded to nearest; every result is moved outward to the next double (math.nextafter), so it holds the
true one. What is not finite becomes the whole line, and no comparison that accepts anything holds for that.
"""
from math import atan2, inf, isfinite, nextafter, sqrt


class I:
    """The interval [lo, hi]."""
    __slots__ = ("lo", "hi")

    def __init__(self, lo, hi=None):
        hi = lo if hi is None else hi
        self.lo, self.hi = (lo, hi) if isfinite(lo) and isfinite(hi) else (-inf, inf)

    def __add__(self, other):
        return outward(self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other):
        return outward(self.lo - other.hi, self.hi - other.lo)

    def __neg__(self):
        return I(-self.hi, -self.lo)

    def __mul__(self, other):
        ends = (self.lo * other.lo, self.lo * other.hi, self.hi * other.lo, self.hi * other.hi)
        return outward(min(ends), max(ends)) if all(map(isfinite, ends)) else I(-inf, inf)

    def __truediv__(self, other):
        if not (other.lo > 0 or other.hi < 0):
            return I(-inf, inf)
        ends = (self.lo / other.lo, self.lo / other.hi, self.hi / other.lo, self.hi / other.hi)
        return outward(min(ends), max(ends)) if all(map(isfinite, ends)) else I(-inf, inf)

    def square(self):
        product = self * self
        return I(0.0 if self.lo <= 0 <= self.hi else max(product.lo, 0.0), product.hi)

    def root(self):
        """Of what is not negative: the part below 0 is rounding."""
        if not isfinite(self.hi):
            return I(-inf, inf)
        return I(max(0.0, nextafter(sqrt(max(self.lo, 0.0)), -inf)), nextafter(sqrt(max(self.hi, 0.0)), inf))

    def cut(self, least, most):
        """What is known to lie in [least, most] besides."""
        return I(min(max(self.lo, least), most), max(min(self.hi, most), least))

    def middle(self):
        return 0.5 * (self.lo + self.hi)

    def size(self):
        """At least |x| of all its numbers."""
        return max(-self.lo, self.hi)


def outward(lo, hi):
    return I(nextafter(lo, -inf), nextafter(hi, inf))


def about(radius):
    return I(-radius, radius)


ZERO, HALF, ONE, TWO = I(0.0), I(0.5), I(1.0), I(2.0)
PI = I(3.141592653589793, 3.1415926535897936)

# --- vectors and matrices: lists of three intervals, lists of three rows ---


def vector(numbers):
    return [I(x) for x in numbers]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def times(factor, a):
    return [factor * x for x in a]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return (a[0].square() + a[1].square() + a[2].square()).root()


def cube(radius):
    return [about(radius)] * 3


def transposed(matrix):
    return [[matrix[i][j] for i in range(3)] for j in range(3)]


def apply(matrix, a):
    return [dot(row, a) for row in matrix]


IDENTITY = [[ONE, ZERO, ZERO], [ZERO, ONE, ZERO], [ZERO, ZERO, ONE]]

# --- sine, cosine, angles ---


def alternating(z, first):
    """1 - z/(first (first+1)) (1 - z/((first+2)(first+3)) (1 - ...)) for 0 <= z <= 1: what is cut off lies between 0 and 1."""
    value = I(0.0, 1.0)
    for k in range(9, -1, -1):
        n = float(first + 2 * k)
        value = ONE - z / I(n * (n + 1.0)) * value
    return value


def sine_cosine(x):
    unknown = I(-1.0, 1.0)
    if not x.size() <= 1e9:
        return unknown, unknown
    quarters = round(x.middle() / 1.5707963267948966)
    rest = x - I(0.5 * quarters) * PI
    if not rest.size() <= 1.0:
        return unknown, unknown
    z = rest.square()
    s, c = (rest * alternating(z, 2)).cut(-1.0, 1.0), alternating(z, 1).cut(-1.0, 1.0)
    return [(s, c), (c, -s), (-s, -c), (-c, s)][quarters % 4]


def sinc(x):
    return alternating(x.square(), 2) if x.size() <= 1.0 else sine_cosine(x)[0] / x


def sinc_defect(x):
    """(1 - sinc x) / x^2."""
    return alternating(x.square(), 4) / I(6.0) if x.size() <= 1.0 else (ONE - sinc(x)) / x.square()


def angle(y, x):
    """Of the point (x, y): for any guess g, sin(angle - g) = (y cos g - x sin g) / |(x, y)|."""
    if not (isfinite(y.lo) and isfinite(x.lo)):
        return I(-inf, inf)
    guess = atan2(y.middle(), x.middle())
    s, c = sine_cosine(I(guess))
    off = (y * c - x * s) / (x.square() + y.square()).root()
    if not ((x * c + y * s).lo > 0 and off.size() <= 0.5):
        return I(-inf, inf)
    return I(guess) + off * (ONE + I(0.0, 0.25) * off.square())  # asin z is in z (1 + [0, 1/4] z^2)
