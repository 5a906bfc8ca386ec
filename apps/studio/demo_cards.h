// The demos as the start page shows them.
#pragma once

#include <span>
#include <string>

namespace graze::studio {

struct DemoCard {
    const char *name, *title, *task, *facts;
};

/// The first is the one that a newcomer should see.
[[nodiscard]] std::span<const DemoCard> demo_cards();

}  // namespace graze::studio
