// The truth about queries from the oracle of the tests: MPFI, sharing nothing with the product.
#pragma once

#include "elementary/query.h"

#include <optional>

namespace graze::bench {

/// A time at or before which the features meet, if that can be proved: their volume changes its sign inside.
[[nodiscard]] std::optional<double> proved_contact_time(const LinearQuery& query);
[[nodiscard]] std::optional<double> proved_contact_time(const RigidQuery& query);

/// Whether the oracle can prove that the features never meet.
[[nodiscard]] bool is_proved_clear(const LinearQuery& query);
[[nodiscard]] bool is_proved_clear(const RigidQuery& query);

}  // namespace graze::bench
