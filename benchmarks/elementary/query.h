// Queries of first contact as they stand in files: two features and how they move.
#pragma once

#include "graze/continuous/features/feature_contact.h"

#include <array>
#include <string>
#include <vector>

namespace graze::bench {

enum class QueryKind { VertexFace, EdgeEdge };

[[nodiscard]] inline const char* name_of(QueryKind kind) {
    return kind == QueryKind::VertexFace ? "vertex-face" : "edge-edge";
}

/// Four vertices on straight lines: v f0 f1 f2, or a0 a1 b0 b1.
struct LinearQuery {
    QueryKind kind;
    std::array<Vec3, 4> from, to;
    bool is_contact;  // the truth: they meet at some t in [0, 1]
};

/// A feature of a body that moves by x(t) = R(r0 + (r1 - r0) t) x + p0 + (p1 - p0) t.
struct RigidFeature {
    int count = 1;
    std::array<Vec3, 3> vertices = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    PoseParameters from, to;
};

struct RigidQuery {
    std::string name;
    QueryKind kind;
    RigidFeature a, b;
};

/// What is known of a rigid query, by construction or from the oracle.
struct RigidTruth {
    bool is_contact;
    double time;  // contact: they touch at this time at the latest
};

/// Both features of a linear query.
[[nodiscard]] std::array<MovingFeature, 2> features_of(const LinearQuery& query);

/// The motions of a rigid query; a body that neither turns nor moves is at rest.
[[nodiscard]] std::array<RigidMotion, 2> motions_of(const RigidQuery& query);

/// The features point at the motions, which must live as long as they do.
[[nodiscard]] std::array<MovingFeature, 2> features_of(const RigidQuery& query,
                                                       const std::array<RigidMotion, 2>& motions);

/// How answers compare with the truth.
struct QueryTally {
    std::size_t queries = 0, contacts = 0, missed = 0, false_alarms = 0, undecided = 0;

    void add(ContactVerdict verdict, bool is_contact) {
        ++queries;
        contacts += is_contact;
        missed += is_contact && verdict == ContactVerdict::Clear;
        false_alarms += !is_contact && verdict == ContactVerdict::Contact;
        undecided += verdict == ContactVerdict::Undecided;
    }
};

}  // namespace graze::bench
