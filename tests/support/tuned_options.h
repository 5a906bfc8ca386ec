// Options of first_contact together with levers, which they else only borrow.
#pragma once

#include "graze/continuous/search/tuning.h"

namespace graze::test {

struct TunedOptions {
    FirstContactOptions options = {};
    FirstContactTuning tuning = {};

    /// Borrows the levers.
    [[nodiscard]] FirstContactOptions all() const {
        FirstContactOptions both = options;
        both.tuning = &tuning;
        return both;
    }
};

}  // namespace graze::test
