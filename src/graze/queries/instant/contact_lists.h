// The contacts of many bodies at one instant, kept from step to step: contacts_within.h for every pair whose
// boxes are near each other.
#pragma once

#include "graze/queries/broad/broad_phase.h"
#include "graze/queries/instant/contacts_within.h"

#include <span>

namespace graze {

/// Of two bodies of a list.
struct ContactsOfPair {
    BodyPair bodies;
    std::span<const ContactFeaturePair> contacts;  // views into ContactLists, until its next query
    double least_distance;                         // ContactList::least_distance
};

/// What pairs had near each other, and their contacts. Keep it from step to step.
struct ContactListsMemory;
class ContactLists {
  public:
    ContactLists();
    ~ContactLists();
    ContactLists(ContactLists&&) noexcept;
    ContactLists& operator=(ContactLists&&) noexcept;
    [[nodiscard]] ContactListsMemory& memory() { return *memory_; }

  private:
    std::unique_ptr<ContactListsMemory> memory_;
};

/// Contacts of all pairs that have any features within reach, by bodies. Ids are places in `bodies`. Pairs for
/// which the rules allow everything are left out; clearances of the rules play no part.
///
/// Pre:       as contacts_within, for every such pair; threads >= 0, 0 for all cores.
/// Guarantee: as contacts_within; no pair within reach is missing. The same for any number of threads.
/// Cost:      that of the pairs whose boxes are near each other; pairs whose bodies did not move since the last
///            query are not even measured. No allocation once `lists` has grown, while the same pairs are near
///            (on several threads: but for what the loop itself takes).
std::span<const ContactsOfPair> contacts_within(std::span<const PosedContactBody> bodies,
                                                const PairRules& rules, const ContactReach& reach,
                                                ContactLists& lists, int threads = 1);

}  // namespace graze
