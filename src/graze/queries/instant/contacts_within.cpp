#include "graze/queries/instant/contacts_within.h"

#include "graze/core/assert.h"
#include "graze/discrete/wide/wide_kernels.h"
#include "graze/numeric/interval.h"
#include "graze/queries/instant/contact_cone.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <tuple>

namespace graze {

/// Features of a and of b that may be near each other: places in the lists of sharp ones, or triangles.
struct ContactCandidate {
    std::uint32_t a, b;
};

struct ContactListMemory {
    std::vector<ContactCandidate> vertex_face, face_vertex, ridges;
    std::vector<WideEntry> stack;
    std::vector<ContactFeaturePair> contacts;
    std::vector<std::uint32_t> by_place;  // contacts along an axis, to find those that are the same
    double least_distance = kInfinity;
    // What the lists of features were made for.
    std::optional<ContactBody> a, b;  // kept alive: others in their place would look the same
    ContactReach reach;
    Mat3 turn;   // of the smaller body seen from the larger one
    Vec3 shift;  // of its middle
    std::uint64_t searches = 0, uses = 0;
    // The last query.
    Pose pose_a, pose_b;
    ContactReach asked;
};

namespace {

constexpr double kMoveRounding = 1e-14;  // of coordinates: what rounding adds to how far a body moved
constexpr double kConeRounding = 1e-14;  // of coordinates: how far a point may be off
constexpr double kListRounding = 1e-13;  // of coordinates: lists reach this much farther

Mat3 matrix_of(const Pose& pose) { return pose.rotation.normalized().toRotationMatrix(); }

/// Where the points of one body are for the other: y = turn x + shift.
struct Seen {
    Mat3 turn;
    Vec3 shift;

    [[nodiscard]] Vec3 point(const Vec3& x) const { return turn * x + shift; }
    [[nodiscard]] Vec3 direction_back(const Vec3& n) const { return turn.transpose() * n; }
};

Seen seen_from(const Pose& other, const Pose& own) {
    const Mat3 back = matrix_of(other).transpose();
    return {back * matrix_of(own), back * (own.translation - other.translation)};
}

double radius_of(const BodyModel& model) { return 0.5 * model.size; }

/// The largest coordinate that takes part, about.
double coordinates_of(const BodyModel& a, const BodyModel& b, const Seen& b_in_a) {
    const auto largest = [](const Box& box) {
        return box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).maxCoeff();
    };
    return largest(a.bounds) + largest(b.bounds) + b_in_a.shift.cwiseAbs().maxCoeff();
}

/// One query.
class Contacts {
  public:
    Contacts(const PosedContactBody& a, const PosedContactBody& b, const ContactReach& reach,
             ContactListMemory& m)
        : a_(a.body.sharp()),
          b_(b.body.sharp()),
          body_a_(a.body),
          body_b_(b.body),
          pose_a_(a.pose),
          pose_b_(b.pose),
          reach_(reach),
          memory_(m),
          a_in_b_(seen_from(b.pose, a.pose)),
          b_in_a_(seen_from(a.pose, b.pose)),
          coordinates_(coordinates_of(*a_.model, *b_.model, b_in_a_)) {}

    void run() {
        if (is_unchanged()) return;
        memory_.pose_a = pose_a_, memory_.pose_b = pose_b_;
        memory_.asked = reach_;
        if (is_list_good())
            ++memory_.uses;
        else
            search();
        memory_.contacts.clear();
        memory_.least_distance = kInfinity;
        for (const ContactCandidate& pair : memory_.vertex_face) add_vertex_face(pair);
        for (const ContactCandidate& pair : memory_.face_vertex) add_face_vertex(pair);
        for (const ContactCandidate& pair : memory_.ridges) add_edge_edge(pair);
        sort_and_merge();
        bring_into_world();
    }

  private:
    /// The smaller body as the larger one sees it: turns move its points the least.
    [[nodiscard]] const Seen& smaller() const {
        return radius_of(*a_.model) < radius_of(*b_.model) ? a_in_b_ : b_in_a_;
    }
    [[nodiscard]] const BodyModel& smaller_model() const {
        return radius_of(*a_.model) < radius_of(*b_.model) ? *a_.model : *b_.model;
    }

    [[nodiscard]] bool is_same_pair() const {
        return memory_.a && &memory_.a->sharp() == &a_ && &memory_.b->sharp() == &b_;
    }

    /// The same question as last time, to the last bit.
    [[nodiscard]] bool is_unchanged() const {
        const auto is_same = [](const Pose& p, const Pose& q) {
            return p.translation == q.translation && p.rotation.coeffs() == q.rotation.coeffs();
        };
        return is_same_pair() && memory_.asked.reach == reach_.reach && memory_.asked.slack == reach_.slack && is_same(memory_.pose_a, pose_a_) &&
               is_same(memory_.pose_b, pose_b_);
    }

    /// No point of the smaller body is farther than the skin from where it was.
    [[nodiscard]] bool is_list_good() const {
        if (!is_same_pair()) return false;
        const double spare = (memory_.reach.reach + memory_.reach.skin) - reach_.reach;
        const Vec3 middle = smaller_model().bounds.centre();
        const double moved = (smaller().turn - memory_.turn).norm() * radius_of(smaller_model()) +
                             (smaller().point(middle) - memory_.shift).norm();
        return moved + kMoveRounding * coordinates_ <= spare;  // NaN: no
    }

    void search() {
        if (!is_same_pair()) memory_.a = body_a_, memory_.b = body_b_;
        memory_.reach = reach_;
        memory_.turn = smaller().turn;
        memory_.shift = smaller().point(smaller_model().bounds.centre());
        ++memory_.searches;
        walk(a_.vertex_tree, b_.model->tree, memory_.vertex_face);
        walk(a_.model->tree, b_.vertex_tree, memory_.face_vertex);
        walk(a_.ridge_tree, b_.ridge_tree, memory_.ridges);
        keep_near();
    }

    void walk(const WideTree& tree_a, const WideTree& tree_b, std::vector<ContactCandidate>& near) {
        near.clear();
        if (tree_a.nodes.empty() || tree_b.nodes.empty()) return;
        const WidePlacement placement = wide_placement(pose_a_, pose_b_, tree_a, tree_b);
        const float within = wide_clearance(list_reach());
        if (const std::size_t size = stack_size(tree_a, tree_b); memory_.stack.size() < size)
            memory_.stack.resize(size);
        const auto visit = [](void* list, const WideNode& node_a, const WideNode& node_b,
                              std::uint64_t bits) {
            for (; bits != 0; bits &= bits - 1) {
                const int bit = std::countr_zero(bits);
                static_cast<std::vector<ContactCandidate>*>(list)->push_back(
                    {node_a.child[bit & 7], node_b.child[bit >> 3]});
            }
            return Visit::GoOn;
        };
        (void)traverse({tree_a, tree_b, placement, &within}, memory_.stack, {&near, visit});
    }

    [[nodiscard]] double list_reach() const {
        return reach_.reach + reach_.skin + kListRounding * coordinates_;
    }

    /// Drops what the walks, in floats, let pass although it is too far away.
    void keep_near() {
        const double most = list_reach() * list_reach();
        std::erase_if(memory_.vertex_face,
                      [&](const ContactCandidate& pair) { return !(vertex_face(pair).squared() <= most); });
        std::erase_if(memory_.face_vertex,
                      [&](const ContactCandidate& pair) { return !(face_vertex(pair).squared() <= most); });
        std::erase_if(memory_.ridges, [&](const ContactCandidate& pair) {
            const auto [from_a, to_a] = ends_of(a_, pair.a);
            const auto [from_b, to_b] = ends_in_a(pair.b);
            // A lower bound is enough: the lines' boxes met.
            return (0.5 * (from_a + to_a) - 0.5 * (from_b + to_b)).norm() >
                   0.5 * ((to_a - from_a).norm() + (to_b - from_b).norm()) + list_reach();
        });
    }

    /// A vertex and the nearest point of a triangle, in the coordinates of the body with the triangle.
    struct Foot {
        Vec3 vertex;
        NearestOnTriangle near;
        [[nodiscard]] double squared() const { return (vertex - near.at).squaredNorm(); }
    };
    [[nodiscard]] Foot vertex_face(const ContactCandidate& pair) const {
        const Vec3 vertex = a_in_b_.point(a_.model->mesh->vertices[a_.vertices[pair.a]]);
        return {vertex, nearest_on_triangle(corners(*b_.model->mesh, pair.b), vertex)};
    }
    [[nodiscard]] Foot face_vertex(const ContactCandidate& pair) const {
        const Vec3 vertex = b_in_a_.point(b_.model->mesh->vertices[b_.vertices[pair.b]]);
        return {vertex, nearest_on_triangle(corners(*a_.model->mesh, pair.a), vertex)};
    }

    static std::array<Vec3, 2> ends_of(const SharpFeatures& sharp, std::uint32_t place) {
        const auto [u, v] = sharp.ridges[place].ends;
        return {sharp.model->mesh->vertices[u], sharp.model->mesh->vertices[v]};
    }
    [[nodiscard]] std::array<Vec3, 2> ends_in_a(std::uint32_t place) const {
        const auto [from, to] = ends_of(b_, place);
        return {b_in_a_.point(from), b_in_a_.point(to)};
    }

    /// Within reach: then it counts for the least distance.
    bool is_near(double distance) {
        if (!(distance <= reach_.reach)) return false;
        memory_.least_distance = std::min(memory_.least_distance, distance);
        return true;
    }
    [[nodiscard]] ConeSlack slack_at(double distance) const {
        return {reach_.slack + kConeRounding * coordinates_ / distance};
    }

    /// The feature of a triangle that a foot is on, and whether the direction `n` away from it is in its normal
    /// cone. In the body's own coordinates.
    struct Stand {
        FeatureName name;
        bool is_nearest;
    };
    [[nodiscard]] static Stand stand_on(const SharpFeatures& sharp, std::uint32_t triangle, FeatureSlot slot,
                                        const Vec3& n, const ConeSlack& slack) {
        const Mesh& mesh = *sharp.model->mesh;
        if (slot == kFaceSlot) {
            if (!sharp.is_one_sided) return {{triangle, slot}, true};
            const auto c = corners(mesh, triangle);
            const Vec3 outside = (c[1] - c[0]).cross(c[2] - c[0]);
            // Of points that coincide, up to rounding, n says nothing: they are not behind (NaN).
            return {{triangle, slot}, !(outside.dot(n) < -slack.sine * outside.norm())};
        }
        const std::uint32_t edge = slot < kFirstEdgeSlot
                                       ? SharpFeatures::kNoEdge
                                       : sharp.edge_of[3 * triangle + slot - kFirstEdgeSlot];
        if (slot >= kFirstEdgeSlot && edge != SharpFeatures::kNoEdge)
            return {sharp.owner_of_edge(edge), is_in_cone_of_edge(sharp, edge, n, slack)};
        if (slot >= kFirstEdgeSlot) return {{triangle, slot}, true};  // of a collapsed triangle
        const std::uint32_t vertex = mesh.triangles[triangle][slot];
        return {sharp.owner_of_vertex[vertex], is_in_cone_of_vertex(sharp, vertex, n, slack)};
    }

    void add_vertex_face(const ContactCandidate& pair) {
        const Foot foot = vertex_face(pair);
        const double distance = std::sqrt(foot.squared());
        if (!is_near(distance)) return;
        const Vec3 n = direction(foot.vertex - foot.near.at, distance);  // from b to a, as b sees it
        const ConeSlack slack = slack_at(distance);
        const Stand on_b = stand_on(b_, pair.b, foot.near.slot, n, slack);
        if (!on_b.is_nearest) return;
        const std::uint32_t vertex = a_.vertices[pair.a];
        if (!is_in_cone_of_vertex(a_, vertex, -a_in_b_.direction_back(n), slack)) return;
        const Vec3& own = a_.model->mesh->vertices[vertex];
        add(a_.owner_of_vertex[vertex], on_b.name,
            {own, b_in_a_.point(foot.near.at), a_in_b_.direction_back(n), distance});
    }

    void add_face_vertex(const ContactCandidate& pair) {
        const Foot foot = face_vertex(pair);
        const double distance = std::sqrt(foot.squared());
        if (!is_near(distance)) return;
        const Vec3 n = direction(foot.near.at - foot.vertex, distance);  // from b to a, as a sees it
        const ConeSlack slack = slack_at(distance);
        const Stand on_a = stand_on(a_, pair.a, foot.near.slot, -n, slack);
        if (!on_a.is_nearest) return;
        const std::uint32_t vertex = b_.vertices[pair.b];
        if (!is_in_cone_of_vertex(b_, vertex, b_in_a_.direction_back(n), slack)) return;
        add(on_a.name, b_.owner_of_vertex[vertex], {foot.near.at, foot.vertex, n, distance});
    }

    void add_edge_edge(const ContactCandidate& pair) {
        const auto near = nearest_inside_segments(ends_of(a_, pair.a), ends_in_a(pair.b));
        if (!near) return;
        const double distance = (near->on_a - near->on_b).norm();
        if (!is_near(distance)) return;
        const Vec3 n = direction(near->on_a - near->on_b, distance);
        const ConeSlack slack = slack_at(distance);
        const std::uint32_t edge_a = a_.edge_at(a_.ridges[pair.a], near->part_a),
                            edge_b = b_.edge_at(b_.ridges[pair.b], near->part_b);
        if (!is_in_cone_of_edge(a_, edge_a, -n, slack)) return;
        if (!is_in_cone_of_edge(b_, edge_b, b_in_a_.direction_back(n), slack)) return;
        add(a_.owner_of_edge(edge_a), b_.owner_of_edge(edge_b), {near->on_a, near->on_b, n, distance});
    }

    static Vec3 direction(const Vec3& way, double length) {
        return length > 0.0 ? Vec3(way / length) : Vec3(Vec3::Zero());
    }

    /// As a sees it.
    struct Measured {
        Vec3 on_a, on_b, normal;
        double distance;
    };
    void add(const FeatureName& of_a, const FeatureName& of_b, const Measured& at) {
        const auto surface = [](const SharpFeatures& sharp, std::uint32_t triangle) {
            return sharp.model->mesh->surface_of_triangle[triangle];
        };
        memory_.contacts.push_back({{of_a.triangle, of_b.triangle},
                                    {surface(a_, of_a.triangle), surface(b_, of_b.triangle)},
                                    {of_a.slot, of_b.slot},
                                    {at.on_a, at.on_b},
                                    at.normal,
                                    at.distance + kConeRounding * coordinates_});
    }

    /// What several features name is listed once: of two ways to compute it, always the same one, in whatever
    /// order they were found.
    void sort_and_merge() {
        auto& all = memory_.contacts;
        const auto key = [](const ContactFeaturePair& c) {
            return std::tuple(c.triangles[0], c.triangles[1], c.features[0], c.features[1]);
        };
        const auto full_key = [&](const ContactFeaturePair& c) {
            const auto& [p, q] = c.points;
            return std::tuple(key(c), c.distance_hi, p[0], p[1], p[2], q[0], q[1], q[2]);
        };
        std::sort(all.begin(), all.end(),
                  [&](const auto& x, const auto& y) { return full_key(x) < full_key(y); });
        all.erase(std::unique(all.begin(), all.end(),
                              [&](const auto& x, const auto& y) { return key(x) == key(y); }),
                  all.end());
        auto& order = memory_.by_place;
        order.resize(all.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        const auto place = [&](std::uint32_t i) { return all[i].points[0][0]; };
        std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
            return std::pair(place(i), i) < std::pair(place(j), j);
        });
        const double same = kSameContact * reach_.reach + kConeRounding * coordinates_;
        constexpr std::uint32_t kGone = 0xFFFFFFFF;
        const auto are_same = [&](const ContactFeaturePair& x, const ContactFeaturePair& y) {
            return (x.points[0] - y.points[0]).norm() <= same && (x.points[1] - y.points[1]).norm() <= same;
        };
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t j = i + 1; j < order.size() && place(order[j]) <= place(order[i]) + same; ++j)
                if (are_same(all[order[i]], all[order[j]]))
                    all[std::max(order[i], order[j])].surfaces[0] = kGone;
        std::erase_if(all, [](const ContactFeaturePair& c) { return c.surfaces[0] == kGone; });
    }

    void bring_into_world() {
        const Mat3 turn = matrix_of(pose_a_);
        for (ContactFeaturePair& contact : memory_.contacts) {
            for (Vec3& point : contact.points) point = turn * point + pose_a_.translation;
            contact.normal = turn * contact.normal;
        }
    }

    const SharpFeatures& a_;
    const SharpFeatures& b_;
    const ContactBody& body_a_;
    const ContactBody& body_b_;
    const Pose& pose_a_;
    const Pose& pose_b_;
    const ContactReach& reach_;
    ContactListMemory& memory_;
    Seen a_in_b_, b_in_a_;
    double coordinates_;
};

}  // namespace

ContactList::ContactList() : memory_(std::make_unique<ContactListMemory>()) {}
ContactList::~ContactList() = default;
ContactList::ContactList(ContactList&&) noexcept = default;
ContactList& ContactList::operator=(ContactList&&) noexcept = default;
std::span<const ContactFeaturePair> ContactList::contacts() const { return memory_->contacts; }
double ContactList::least_distance() const { return memory_->least_distance; }
std::uint64_t ContactList::searches() const { return memory_->searches; }
std::uint64_t ContactList::uses() const { return memory_->uses; }

ContactBody prepare_contacts(const Body& body) {
    // The features live as long as the model that they point into.
    struct Kept {
        Body body;
        SharpFeatures sharp;
    };
    const auto kept = std::make_shared<const Kept>(Kept{body, find_sharp_features(body.model())});
    return {body, std::shared_ptr<const SharpFeatures>(kept, &kept->sharp)};
}

std::span<const ContactFeaturePair> contacts_within(const PosedContactBody& a, const PosedContactBody& b,
                                                    const ContactReach& reach, ContactList& list) {
    GRAZE_ASSERT(reach.reach >= 0.0 && reach.reach <= kLargest && reach.skin >= 0.0 &&
                 reach.skin <= kLargest && reach.slack >= 0.0 && reach.slack < 1.0);
    Contacts(a, b, reach, list.memory()).run();
    return list.contacts();
}

}  // namespace graze
