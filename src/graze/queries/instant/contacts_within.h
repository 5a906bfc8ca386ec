// Where two bodies would touch if they came nearer: pairs of points that are local minima of their distance.
//
// features_within lists every pair of features of two skins that are near each other; most of them are no
// contacts: a vertex over a flat of many triangles is near all of them, at tilted directions. A *contact* is a
// pair of points, not farther apart than `reach`, from which no small move of either point within its skin brings
// it nearer to the other. Only vertices and edges that stick out take part (model/sharp_features.h).
//
// For simulators, who ask again and again about bodies that hardly moved: a list that was made with a skin, that
// is for a greater reach, stays good until the bodies moved against each other by more than the skin; then what
// was near is only measured again.
#pragma once

#include "graze/continuous/search/first_contact.h"
#include "graze/geometry/pose.h"
#include "graze/model/body.h"

#include <memory>
#include <span>

namespace graze {

namespace internal {
struct SharpFeatures;  // model/sharp_features.h
}  // namespace internal

/// A body, and what of it sticks out. Cheap to copy.
class ContactBody {
  public:
    /// By prepare_contacts.
    ContactBody(Body body, std::shared_ptr<const internal::SharpFeatures> sharp)
        : body_(std::move(body)), sharp_(std::move(sharp)) {}
    [[nodiscard]] const Body& body() const { return body_; }
    [[nodiscard]] const internal::SharpFeatures& sharp() const { return *sharp_; }

  private:
    Body body_;
    std::shared_ptr<const internal::SharpFeatures> sharp_;
};

/// Once per body. Cost: O(n log n).
[[nodiscard]] ContactBody prepare_contacts(const Body& body);

struct PosedContactBody {
    ContactBody body;
    Pose pose;  // valid
};

/// A direction that leaves a normal cone by less than this sine still counts as in it, for rounding.
inline constexpr double kContactSlack = 1e-6;

struct ContactReach {
    double reach = 0.0;  // >= 0, finite
    double skin = 0.0;   // >= 0, finite: what lists are made for beyond the reach
    /// In [0, 1): a plate that lies on a floor all but flat has one lowest corner; with more than its tilt here all
    /// of its corners are contacts. Simulators take the turn of a step.
    double slack = kContactSlack;
};

/// What was near when it was last looked for, and the contacts. One per pair of bodies; keep it.
struct ContactListMemory;
class ContactList {
  public:
    ContactList();
    ~ContactList();
    ContactList(ContactList&&) noexcept;
    ContactList& operator=(ContactList&&) noexcept;
    [[nodiscard]] ContactListMemory& memory() { return *memory_; }

    /// Of the last query: sorted by triangles and features. `normal` is from b to a; zero if the points coincide,
    /// and noise if all of their distance is rounding.
    [[nodiscard]] std::span<const ContactFeaturePair> contacts() const;
    /// Of the last query: the distance of the nearest pair of features that was measured, contact or not, rounded;
    /// infinity if none is within reach.
    [[nodiscard]] double least_distance() const;
    /// How often the bodies were searched anew, and how often the list was good enough.
    [[nodiscard]] std::uint64_t searches() const;
    [[nodiscard]] std::uint64_t uses() const;

  private:
    std::unique_ptr<ContactListMemory> memory_;
};

/// Contacts whose points are both nearer to each other than this part of the reach count as one: the one with the
/// least triangles and features is kept.
inline constexpr double kSameContact = 1e-6;

/// The contacts of two bodies within reach, in the world.
///
/// Pre:          valid poses; the skins do not cross (they may touch).
/// Guarantee:    every pair of points, at most `reach` apart, that is a strict local minimum of the distance of the
///               two skins is listed, or one that counts as the same; of minima that form lines or faces, as of
///               two parallel planes, their corners are. Nothing else is: a listed pair has its points on the
///               features named, distance_hi apart or less, and the normal in the normal cones of both, up to the
///               slack, and 1e-14 of the coordinates over the distance. A face of a body that shows its outside
///               everywhere is touched from there only.
/// Determinism:  the same bits on every instruction set. Points and distances do not depend on what the list
///               remembers.
/// Cost:         some 50 ns a pair of features near each other, and where the bodies moved by more than the skin
///               since they were searched, three discrete walks. No allocation once `list` has grown.
std::span<const ContactFeaturePair> contacts_within(const PosedContactBody& a, const PosedContactBody& b,
                                                    const ContactReach& reach, ContactList& list);

}  // namespace graze
