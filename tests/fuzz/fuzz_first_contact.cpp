// First contact of two soups that any bytes may ask for: degenerate triangles, equal vertices, scales from
// 2^-30 to 2^30 and now and then any finite numbers, motions of every kind. The answer must be one that exact
// discrete queries on the moved vertices do not contradict, and the same on every instruction set.
#include "graze/continuous/search/model_contact.h"
#include "graze/discrete/wide/wide_distance.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace graze;  // NOLINT(google-build-using-namespace)

void demand(bool condition, const char* claim) {
    if (condition) return;
    std::fprintf(stderr, "claim broken: %s\n", claim);
    std::abort();
}

/// Zeros when the bytes have run out.
class Bytes {
  public:
    Bytes(const std::uint8_t* at, std::size_t size) : at_(at), end_(at + size) {}
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
    int byte() { return at_ == end_ ? 0 : *at_++; }
    int small() { return static_cast<std::int8_t>(byte()); }
    double any_finite() {
        std::uint64_t bits = 0;
        for (int k = 0; k < 8; ++k) bits = bits << 8 | static_cast<std::uint64_t>(byte());
        const double x = std::bit_cast<double>(bits);
        return std::isfinite(x) ? x : 1.0;
    }
    Vec3 point(double scale) {
        const double x = small(), y = small(), z = small();
        return scale * Vec3(x, y, z);
    }

  private:
    const std::uint8_t *at_, *end_;
};

struct Mover {
    Mesh mesh;
    BodyModel model;
    RigidMotion motion;
    PoseSegment poses;
    bool has_pose = true;

    [[nodiscard]] MovingModel moving() const { return {model, motion, has_pose ? &poses.from : nullptr}; }
};

Mesh soup(Bytes& in, double scale) {
    Mesh mesh;
    const int vertices = 1 + in.byte() % 12, triangles = 1 + in.byte() % 12, oddity = in.byte();
    for (int i = 0; i < vertices; ++i) mesh.vertices.push_back(in.point(scale));
    if (oddity == 255) mesh.vertices[0].x() = in.any_finite();
    const auto id = [&] { return static_cast<std::uint32_t>(in.byte() % vertices); };
    for (int i = 0; i < triangles; ++i) {
        const std::uint32_t a = id(), b = id(), c = id();
        mesh.triangles.push_back({a, b, c});
    }
    make_one_surface(mesh, "soup");
    return mesh;
}

Pose pose(Bytes& in, double scale) {
    Pose p;
    p.translation = in.point(4.0 * scale);
    Eigen::Vector4d q;
    for (int k = 0; k < 4; ++k) q[k] = in.small();
    p.rotation = Eigen::Quaterniond::Identity();
    if (q.squaredNorm() > 0.0) p.rotation.coeffs() = q / q.norm();
    return p;
}

void read_motion(Bytes& in, double scale, Mover& body) {
    const int kind = in.byte() % 7, turns = in.byte() % 8 == 0 ? in.small() % 4 : 0;
    body.poses = {pose(in, scale), pose(in, scale), turns};
    if (!validate(body.poses, "")) body.poses.turns = 0;  // whole turns about no axis
    body.motion = AtRest{body.poses.from};
    const Vec3 reference = in.byte() % 2 == 0 ? Vec3(Vec3::Zero()) : in.point(scale);
    switch (kind) {
        case 0:
            return;
        case 1:
            body.motion = make_slerp(body.poses, reference);
            return;
        case 2:
            if (!validate_parameters(body.poses, "").has_value()) return;  // at rest
            body.motion = make_linear_parameters(body.poses);
            return;
        case 3: {
            Vec3 axis = in.point(1.0);
            if (axis.isZero()) axis = Vec3::UnitZ();
            body.motion = make_joint({body.poses.from, axis, 0.1 * in.small(), 0.1 * in.small(),
                                      scale * in.small(), scale * in.small()});
            body.has_pose = false;
            return;
        }
        case 4:  // no turn
            body.poses.to.rotation = body.poses.from.rotation;
            body.poses.turns = 0;
            [[fallthrough]];
        default:
            body.motion = make_screw(body.poses, reference);
    }
}

/// The body's vertices at one instant, in the world, and how far off they may be.
struct Moved {
    Mesh mesh;
    double error = 0.0;
};

Moved moved(const Mover& body, double t) {
    Moved m{body.mesh};
    const MotionJet jet = jet_over(body.motion, exactly(t));
    for (Vec3& x : m.mesh.vertices) {
        const IntervalVec3 y = point_at(jet, x);
        double off = 0.0;
        for (int k = 0; k < 3; ++k) {
            x[k] = midpoint(y[k]);
            off += y[k].hi - y[k].lo;
        }
        m.error = std::max(m.error, off);
    }
    return m;
}

struct Distances {
    double lo, hi;  // infinite or NaN if nothing is known
};

Distances distances_at(const Mover& a, const Mover& b, double t, DiscreteMemory& w) {
    const Moved at_a = moved(a, t), at_b = moved(b, t);
    if (!validate(at_a.mesh, "a") || !validate(at_b.mesh, "b")) return {-HUGE_VAL, HUGE_VAL};
    const BodyModel model_a = build_body_model(at_a.mesh), model_b = build_body_model(at_b.mesh);
    Pose here;
    here.translation = Vec3::Zero();
    here.rotation = Eigen::Quaterniond::Identity();
    const BodyDistance d = distance(wide(model_a), here, wide(model_b), here, w);
    const double off = at_a.error + at_b.error;
    return {d.lo - off, d.hi + off};
}

/// The bits of an answer that must not depend on the instruction set. Not the work: an open finding, see
/// tests/corpus/first_contact/clang-avx2-other-work.bin, where clang's AVX2 filter of leaves drops two pairs
/// of triangles that SSE4 and g++ keep. So answers that a budget cut short are not compared either.
std::vector<std::uint64_t> bits_of(const FirstContact& found) {
    std::vector<std::uint64_t> bits{static_cast<std::uint64_t>(found.verdict),
                                    std::bit_cast<std::uint64_t>(found.clear_until),
                                    std::bit_cast<std::uint64_t>(found.distance_hi)};
    for (const ContactFeaturePair& c : found.contacts)
        bits.insert(bits.end(), {c.triangles[0], c.triangles[1], c.features[0], c.features[1],
                                 std::bit_cast<std::uint64_t>(c.distance_hi)});
    return bits;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size < 24) return 0;
    Bytes in(bytes, size);
    const double scale = std::ldexp(1.0, in.byte() % 61 - 30);
    Mover a, b;
    FirstContactOptions options;
    options.most_work = 400;
    options.clearance = in.byte() % 2 == 0 ? 0.0 : scale * in.byte() / 16.0;
    if (in.byte() % 2 == 0) options.tolerance = std::ldexp(scale, -in.byte() % 40);
    for (Mover* body : {&a, &b}) {
        read_motion(in, scale, *body);
        body->mesh = soup(in, scale);
        demand(validate(body->mesh, "soup").has_value(), "soups are valid");
        body->model = build_body_model(body->mesh);
    }
    // Of a body whose start is not known exactly that it is apart is our word: so it must be.
    static DiscreteMemory discrete;
    if ((!a.has_pose || !b.has_pose) && !(distances_at(a, b, 0.0, discrete).lo > 0.0)) return 0;

    static FirstContactWorkspace workspace;
    const FirstContact found = first_contact(a.moving(), b.moving(), options, workspace);
    const double d = options.clearance;
    const double e =
        options.tolerance ? *options.tolerance : default_tolerance(std::max(a.model.size, b.model.size));
    demand(found.clear_until >= 0.0 && found.clear_until <= 1.0, "a time of the motion");
    if (found.verdict == ContactVerdict::Clear) demand(found.clear_until == 1.0, "clear to the end");
    if (found.verdict == ContactVerdict::Contact) {
        demand(found.distance_hi <= (exactly(d) + exactly(e)).hi, "within clearance + tolerance");
        demand(!found.contacts.empty(), "a contact has features");
        demand(!(distances_at(a, b, found.clear_until, discrete).lo > found.distance_hi),
               "as near as it says at clear_until");
    }
    if (found.verdict != ContactVerdict::OverlapAtStart) {
        const bool is_clear = found.verdict == ContactVerdict::Clear;
        for (const double part : {0.0, 0.25, 0.5, 0.75, 0.96875, 1.0}) {
            if (part == 1.0 && !is_clear) continue;
            if (found.clear_until == 0.0) break;
            demand(!(distances_at(a, b, part * found.clear_until, discrete).hi <= d),
                   "farther apart than the clearance before clear_until");
        }
    }
    if (found.verdict == ContactVerdict::Undecided) return 0;
    const auto expected = bits_of(found);
    for (const char* target : wide_targets()) {
        demand(force_wide_target(target), "the instruction set is there");
        const FirstContact again = first_contact(a.moving(), b.moving(), options, workspace);
        demand(again.verdict == ContactVerdict::Undecided || bits_of(again) == expected,
               "the same on every instruction set");
    }
    force_wide_target("");
    return 0;
}
