// First contacts of many models that are borrowed: what first_contacts.h stands on.
#pragma once

#include "graze/continuous/search/model_contact.h"
#include "graze/core/internal.h"
#include "graze/queries/paths/first_contacts.h"

namespace graze::internal {

/// As first_contacts.h says. Pre: also, as model_contact.h.
[[nodiscard]] FirstContacts first_contacts(std::span<const MovingModel> bodies, const PairRules& rules,
                                           const FirstContactsOptions& options,
                                           FirstContactsWorkspace& workspace);

}  // namespace graze::internal
