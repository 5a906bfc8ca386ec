#include "graze/queries/instant/contact_lists.h"

#include "graze/core/parallel.h"
#include "graze/discrete/triangles/outward_box.h"
#include "graze/geometry/placement.h"
#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze {

struct KeptList {
    BodyPair bodies;
    ContactList list;
};

struct ContactListsMemory {
    std::vector<Box> boxes;            // by body
    std::vector<std::uint32_t> order;  // of bodies, along x
    std::vector<BodyPair> near;        // sorted
    std::vector<KeptList> lists;       // one for each of these
    std::vector<KeptList> next;        // while these are made
    std::vector<ContactList> spare;    // of pairs that parted
    std::vector<ContactsOfPair> result;
};

namespace {

void place_boxes(std::span<const PosedContactBody> bodies, ContactListsMemory& m) {
    m.boxes.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
        m.boxes[i] = cover_of(placement_of(bodies[i].pose), bodies[i].body.body().bounds());
    if (m.order.size() == bodies.size()) return;
    m.order.resize(bodies.size());
    for (std::uint32_t i = 0; i < m.order.size(); ++i) m.order[i] = i;
}

/// A sweep along x, in memory that is kept.
void find_near_pairs(const PairRules& rules, double distance, ContactListsMemory& m) {
    const auto begins = [&](std::uint32_t i) { return m.boxes[i].min.x(); };
    std::sort(m.order.begin(), m.order.end(), [&](std::uint32_t i, std::uint32_t j) {
        return std::pair(begins(i), i) < std::pair(begins(j), j);
    });
    m.near.clear();
    for (std::size_t k = 0; k < m.order.size(); ++k) {
        const std::uint32_t i = m.order[k];
        for (std::size_t l = k + 1; l < m.order.size(); ++l) {
            const std::uint32_t j = m.order[l];
            if (begins(j) > just_above(m.boxes[i].max.x() + distance)) break;
            if (!may_be_within(m.boxes[i], m.boxes[j], distance)) continue;
            if (rules.of(i, j).allowed == Allowed::Everything) continue;
            m.near.push_back({std::min(i, j), std::max(i, j)});
        }
    }
    std::sort(m.near.begin(), m.near.end());
}

/// A list for each near pair: its own of last time, one that another pair has left, or a new one.
void match_lists(ContactListsMemory& m) {
    m.next.clear();
    auto old = m.lists.begin();
    for (const BodyPair& pair : m.near) {
        for (; old != m.lists.end() && old->bodies < pair; ++old) m.spare.push_back(std::move(old->list));
        if (old != m.lists.end() && old->bodies == pair) {
            m.next.push_back(std::move(*old++));
        } else if (!m.spare.empty()) {
            m.next.push_back({pair, std::move(m.spare.back())});
            m.spare.pop_back();
        } else {
            m.next.push_back({pair, {}});
        }
    }
    for (; old != m.lists.end(); ++old) m.spare.push_back(std::move(old->list));
    m.lists.swap(m.next);
}

}  // namespace

ContactLists::ContactLists() : memory_(std::make_unique<ContactListsMemory>()) {}
ContactLists::~ContactLists() = default;
ContactLists::ContactLists(ContactLists&&) noexcept = default;
ContactLists& ContactLists::operator=(ContactLists&&) noexcept = default;

std::span<const ContactsOfPair> contacts_within(std::span<const PosedContactBody> bodies,
                                                const PairRules& rules, const ContactReach& reach,
                                                ContactLists& lists, int threads) {
    ContactListsMemory& m = lists.memory();
    place_boxes(bodies, m);
    find_near_pairs(rules, just_above(reach.reach + reach.skin), m);
    match_lists(m);
    const auto measure = [&](std::size_t i) {
        const auto [a, b] = m.lists[i].bodies;
        contacts_within(bodies[a], bodies[b], reach, m.lists[i].list);
    };
    const bool is_whole = threads != 1 && m.lists.size() > 1 &&
                          parallel_for(m.lists.size(), {.threads = threads}, measure) == LoopEnd::Finished;
    // Lists that are done are not measured again: after Ctrl-C the rest is made here.
    if (!is_whole)
        for (std::size_t i = 0; i < m.lists.size(); ++i) measure(i);
    m.result.clear();
    for (const KeptList& kept : m.lists)
        if (kept.list.least_distance() <= reach.reach)
            m.result.push_back({kept.bodies, kept.list.contacts(), kept.list.least_distance()});
    return m.result;
}

}  // namespace graze
