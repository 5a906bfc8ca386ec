// Functions of intervals by MPFI, precise enough to be called the truth.
#pragma once

#include "graze/numeric/interval.h"

#include <mpfi.h>

namespace graze::test {

/// An interval with 200 digits a side; owns its memory.
class Wide {
  public:
    static constexpr mpfr_prec_t kDigits = 200;

    Wide() { mpfi_init2(value_, kDigits); }
    explicit Wide(const Interval& a) : Wide() { mpfi_interv_d(value_, a.lo, a.hi); }
    Wide(const Wide&) = delete;
    Wide& operator=(const Wide&) = delete;
    ~Wide() { mpfi_clear(value_); }

    [[nodiscard]] mpfi_ptr get() { return value_; }
    [[nodiscard]] mpfi_srcptr get() const { return value_; }

    /// x <= the least (x >= the greatest) number of this.
    [[nodiscard]] bool is_bounded_below_by(double x) const { return mpfr_cmp_d(&value_->left, x) >= 0; }
    [[nodiscard]] bool is_bounded_above_by(double x) const { return mpfr_cmp_d(&value_->right, x) <= 0; }
    [[nodiscard]] bool is_inside(const Interval& a) const {
        return is_bounded_below_by(a.lo) && is_bounded_above_by(a.hi);
    }

    /// By how many doubles a sound bound could be moved inward; counted up to `limit`.
    [[nodiscard]] int excess_below(double bound, int limit) const {
        int steps = 0;
        for (double x = next_up(bound); steps < limit && is_bounded_below_by(x); x = next_up(x)) ++steps;
        return steps;
    }
    [[nodiscard]] int excess_above(double bound, int limit) const {
        int steps = 0;
        for (double x = next_down(bound); steps < limit && is_bounded_above_by(x); x = next_down(x)) ++steps;
        return steps;
    }

  private:
    mpfi_t value_;
};

}  // namespace graze::test
