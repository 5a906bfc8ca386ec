#include "graze/picture/view_body.h"

#include "graze/picture/body_edges.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace graze::picture {
namespace {

constexpr float kHalfCreaseCosine =
    0.9613f;                            // of 16 degrees: all within this of their mean are smooth pairwise
constexpr double kLeastAspect = 1e-5;   // height to length below which a triangle's normal is noise
constexpr std::size_t kManyFaces = 64;  // around one vertex: comparing all pairs would take too long

std::uint64_t hash_of(const Vec3& p) {
    std::uint64_t h = 0;
    for (const double c : {p.x(), p.y(), p.z()}) {
        h = (h ^ std::bit_cast<std::uint64_t>(c + 0.0)) * 0x9FB21C651E98DF25u;  // + 0.0: -0 and 0 are equal
        h ^= h >> 29;
    }
    return h;
}

// For each vertex the first one with the same coordinates.
std::vector<std::uint32_t> first_equal_vertex(const std::vector<Vec3>& vertices) {
    const std::size_t slots = std::bit_ceil(2 * vertices.size() + 1);
    std::vector<std::uint32_t> table(slots, kNone), first(vertices.size());
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
        std::size_t slot = hash_of(vertices[v]) & (slots - 1);
        while (table[slot] != kNone && vertices[table[slot]] != vertices[v]) slot = (slot + 1) & (slots - 1);
        if (table[slot] == kNone) table[slot] = v;
        first[v] = table[slot];
    }
    return first;
}

// acos to 5e-5 rad, from sqrt alone, so that it is the same on every machine [AS64, 4.4.45].
float arc_cosine(float x) {
    const float a = std::min(std::abs(x), 1.0f);
    const float angle =
        std::sqrt(1.0f - a) * (1.5707288f + a * (-0.2121144f + a * (0.0742610f - 0.0187293f * a)));
    return x < 0.0f ? 3.1415927f - angle : angle;
}

struct Face {
    Vec3f normal = Vec3f::Zero();
    std::array<float, 3> angles{};        // at the corners
    float crease_cosine = kCreaseCosine;  // faces turned by more are another side
};

Face face_of(const Vec3& a, const Vec3& b, const Vec3& c, const View& view) {
    const std::array<Vec3, 3> sides{b - a, c - b, a - c};
    const std::array<double, 3> lengths{sides[0].norm(), sides[1].norm(), sides[2].norm()};
    const Vec3 cross = sides[0].cross(-sides[2]);
    const double area = cross.norm(), longest = std::max({lengths[0], lengths[1], lengths[2]});
    Face face;
    if (!(area > kLeastAspect * longest * longest) || !std::isfinite(area)) return face;  // NaN ends here too
    face.normal = (cross / area).cast<float>();
    if (view.focal * longest < kShort * std::max(a.z(), kNear)) face.crease_cosine = kShortCreaseCosine;
    for (int k = 0; k < 3; ++k) {
        const int before = (k + 2) % 3;
        face.angles[k] =
            arc_cosine(static_cast<float>(-sides[k].dot(sides[before]) / (lengths[k] * lengths[before])));
    }
    return face;
}

Vec3f unit_or_zero(const Vec3f& v) {
    const float length = v.norm();
    return length > 1e-20f ? Vec3f(v / length) : Vec3f::Zero();
}

// Sheets may be oriented against each other: what counts is the angle between the planes, seen from the own
// side.
Vec3f smooth_sum(const Face& own, std::span<const std::uint32_t> fan, const std::vector<Face>& faces) {
    Vec3f sum = Vec3f::Zero();
    for (const std::uint32_t corner : fan) {
        const Face& face = faces[corner / 3];
        const float turn = face.normal.dot(own.normal);
        if (std::abs(turn) >= own.crease_cosine)
            sum += std::copysign(face.angles[corner % 3], turn) * face.normal;
    }
    return sum;
}

bool all_near(const Vec3f& mean, std::span<const std::uint32_t> fan, const std::vector<Face>& faces) {
    return std::all_of(fan.begin(), fan.end(), [&](std::uint32_t corner) {
        const Vec3f& normal = faces[corner / 3].normal;
        return is_zero(normal) || normal.dot(mean) >= kHalfCreaseCosine;
    });
}

void set_corner_normals(ViewBody& body, const Fans& fans, const std::vector<Face>& faces, Loops& loops) {
    body.corner_normals.resize(body.triangles.size());
    loops.each(body.points.size(), [&](std::size_t v) {
        const auto fan = fans.around(v);
        Vec3f sum = Vec3f::Zero();
        for (const std::uint32_t corner : fan)
            sum += faces[corner / 3].angles[corner % 3] * faces[corner / 3].normal;
        const Vec3f mean = unit_or_zero(sum);
        const bool smooth = all_near(mean, fan, faces);
        for (const std::uint32_t corner : fan) {
            const Face& own = faces[corner / 3];
            Vec3f& normal = body.corner_normals[corner / 3][corner % 3];
            if (smooth || is_zero(own.normal))
                normal = mean;
            else if (fan.size() > kManyFaces)
                normal = own.normal;
            else
                normal = unit_or_zero(smooth_sum(own, fan, faces));
        }
    });
}

}  // namespace

ViewBody view_body(const PictureBody& body, const View& view, bool with_edges, Loops& loops) {
    const Mesh& mesh = *body.mesh;
    ViewBody seen;
    const RigidMap map = map_of(body.pose);
    seen.points.resize(mesh.vertices.size());
    loops.each(mesh.vertices.size(),
               [&](std::size_t v) { seen.points[v] = in_view(view, map, mesh.vertices[v]); });

    const std::vector<std::uint32_t> first = first_equal_vertex(mesh.vertices);
    std::vector<Face> faces(mesh.triangles.size());
    seen.triangles.resize(mesh.triangles.size());
    seen.face_normals.resize(mesh.triangles.size());
    loops.each(mesh.triangles.size(), [&](std::size_t t) {
        const auto [a, b, c] = mesh.triangles[t];
        seen.triangles[t] = {first[a], first[b], first[c]};
        faces[t] = face_of(seen.points[first[a]], seen.points[first[b]], seen.points[first[c]], view);
        seen.face_normals[t] = faces[t].normal;
    });

    const Fans fans = fans_of(seen.triangles, seen.points.size());
    set_corner_normals(seen, fans, faces, loops);
    if (with_edges) seen.edges = edges_of(seen, fans, view, loops);
    return seen;
}

}  // namespace graze::picture
