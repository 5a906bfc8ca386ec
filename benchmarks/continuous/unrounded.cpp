#include "continuous/unrounded.h"

namespace graze::bench {

FirstContact unrounded_first_contact(const MovingModel& a, const MovingModel& b,
                                     const FirstContactOptions& options, FirstContactWorkspace& workspace) {
    return first_contact(a, b, options, workspace);
}

}  // namespace graze::bench
