// Levers of the handling loop, for benches: what each part of it is worth. C3 holds whatever they say.
#pragma once

#include "graze/core/internal.h"

namespace graze::internal {

enum class RowsOf {
    Speculative,  // as near as eps_s, with one slack for all (dynamics.md, G14)
    Published,    // [Redon04, sec. 4]: nearer than eps_b no approach at all, and back to eps_s
};

struct HandlingTuning {
    RowsOf rows = RowsOf::Speculative;
    bool mends_rows = true;       // rows that bend are mended once (G15)
    bool trusts_little = true;    // turns in contact are short
    bool tries_tighter = true;    // tight_fits.h
    bool goes_back = true;        // who is much nearer than eps_r gets away before anything else
    double contact_turn = 0.03;   // radians: what would be a contact after such a turn is one
    bool keeps_lists = true;      // contact lists are made with a skin
};

}  // namespace graze::internal
