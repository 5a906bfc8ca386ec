#include "graze_verify/boxes.h"

#include "graze_verify/motion.h"

#include <algorithm>

namespace graze::verify {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kWindows = 8;

// Of nothing yet.
BoundVec empty_box() {
    BoundVec box;
    box.fill({kInfinity, -kInfinity});
    return box;
}

// Where an end is not finite nothing is known.
void add_to(BoundVec& box, const BoundVec& more) {
    for (int k = 0; k < 3; ++k) {
        const bool is_known = std::isfinite(more[k].lo) && std::isfinite(more[k].hi);
        box[k].lo = is_known ? std::min(box[k].lo, more[k].lo) : -kInfinity;
        box[k].hi = is_known ? std::max(box[k].hi, more[k].hi) : kInfinity;
    }
}

}  // namespace

MeshExtent extent_of(const CertificateMesh& mesh) {
    MeshExtent extent{};
    for (int k = 0; k < 3; ++k) {
        double least = kInfinity, most = -kInfinity;
        for (const Point& x : mesh.vertices) least = std::min(least, x[k]), most = std::max(most, x[k]);
        extent.box[k] = {least, most};
        extent.reach[k] = std::max(-least, most);
        extent.centre[k] = 0.5 * least + 0.5 * most;
    }
    return extent;
}

BoundVec world_box(const MeshExtent& extent, const CertificateMotion& links, double end) {
    std::vector<PreparedLink> prepared;
    for (const CertificateLink& link : links) prepared.push_back(prepare(link));
    const bool rests = std::all_of(links.begin(), links.end(), is_constant);
    const BoundVec own = extent.box - exact(extent.centre);
    BoundVec box = empty_box();
    ChainWindow chain;
    for (int window = 0; window < (rests ? 1 : kWindows); ++window) {
        const double from = window * end / kWindows;
        const double until = rests ? from : window + 1 == kWindows ? end : (window + 1) * end / kWindows;
        set_window(chain, prepared, extent.centre, from, until);
        BoundVec here;
        for (int k = 0; k < 3; ++k) {
            BoundVec axis = exact(Point{});
            axis[k] = exact(1.0);
            const Plane plane = plane_seen(chain, chain, 0, 0, axis, Frame::World);
            here[k] = dot(plane.r, own) + plane.c + exact(chain.origins[0][k]);
        }
        add_to(box, here);
    }
    return box;
}

BoundVec world_box(const MeshExtent& extent, const Course& course, const CertificateHead& head) {
    BoundVec box = empty_box();
    for (std::size_t i = 0; i < course.size(); ++i) {
        const std::uint64_t first = course[i].first,
                            last = i + 1 < course.size() ? course[i + 1].first : covered_segments(head);
        if (first < head.whole_segments) add_to(box, world_box(extent, *course[i].links, 1.0));
        if (last > head.whole_segments) add_to(box, world_box(extent, *course[i].links, head.until));
    }
    return box;
}

bool prove_apart(const BoundVec& p, const BoundVec& q, double distance) {
    for (int k = 0; k < 3; ++k)
        if (below(p[k].lo - q[k].hi) > distance || below(q[k].lo - p[k].hi) > distance) return true;
    return false;  // NaN too
}

}  // namespace graze::verify
