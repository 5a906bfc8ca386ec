#include "graze/continuous/features/contact_verdict.h"

namespace graze {

const char* name_of(ContactVerdict verdict) {
    switch (verdict) {
        case ContactVerdict::Clear:
            return "clear";
        case ContactVerdict::Contact:
            return "contact";
        case ContactVerdict::OverlapAtStart:
            return "overlap_at_start";
        case ContactVerdict::Undecided:
            break;
    }
    return "undecided";
}

}  // namespace graze
