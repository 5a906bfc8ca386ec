// Intervals of any precision with operators, by MPFI. For oracles only: slow, and obviously right.
#pragma once

#include <mpfi.h>
#include <mpfi_io.h>

#include <array>
#include <utility>

namespace graze::oracle {

/// An interval of reals. New ones get `digits()` binary digits a side.
class Num {
  public:
    static mpfr_prec_t& digits() {
        static mpfr_prec_t value = 300;
        return value;
    }

    Num() : Num(0.0) {}
    Num(double x) : Num(x, x) {}  // NOLINT(google-explicit-constructor): exact
    Num(double lo, double hi) {
        mpfi_init2(value_, digits());
        mpfi_interv_d(value_, lo, hi);
    }
    Num(const Num& other) {
        mpfi_init2(value_, digits());
        mpfi_set(value_, other.value_);
    }
    Num& operator=(const Num& other) {
        if (this != &other) mpfi_set(value_, other.value_);
        return *this;
    }
    ~Num() { mpfi_clear(value_); }

    [[nodiscard]] mpfi_ptr get() { return value_; }
    [[nodiscard]] mpfi_srcptr get() const { return value_; }

    /// Doubles that bound the interval from outside.
    [[nodiscard]] double lo() const { return mpfr_get_d(&value_->left, MPFR_RNDD); }
    [[nodiscard]] double hi() const { return mpfr_get_d(&value_->right, MPFR_RNDU); }
    [[nodiscard]] double middle() const { return mpfi_get_d(value_); }
    /// Comparisons with a double at full precision: whether every number of the interval is so.
    [[nodiscard]] bool is_at_least(double x) const { return mpfr_cmp_d(&value_->left, x) >= 0; }
    [[nodiscard]] bool is_at_most(double x) const { return mpfr_cmp_d(&value_->right, x) <= 0; }
    [[nodiscard]] bool is_above(double x) const { return mpfr_cmp_d(&value_->left, x) > 0; }
    [[nodiscard]] bool is_below(double x) const { return mpfr_cmp_d(&value_->right, x) < 0; }
    [[nodiscard]] bool has_zero() const { return mpfi_has_zero(value_) != 0; }

  private:
    mpfi_t value_;
};

template <class Function>
[[nodiscard]] Num apply2(Function f, const Num& a, const Num& b) {
    Num r;
    f(r.get(), a.get(), b.get());
    return r;
}
template <class Function>
[[nodiscard]] Num apply1(Function f, const Num& a) {
    Num r;
    f(r.get(), a.get());
    return r;
}

[[nodiscard]] inline Num operator+(const Num& a, const Num& b) { return apply2(mpfi_add, a, b); }
[[nodiscard]] inline Num operator-(const Num& a, const Num& b) { return apply2(mpfi_sub, a, b); }
[[nodiscard]] inline Num operator*(const Num& a, const Num& b) { return apply2(mpfi_mul, a, b); }
[[nodiscard]] inline Num operator/(const Num& a, const Num& b) { return apply2(mpfi_div, a, b); }
[[nodiscard]] inline Num operator-(const Num& a) { return apply1(mpfi_neg, a); }
[[nodiscard]] inline Num sqr(const Num& a) { return apply1(mpfi_sqr, a); }
[[nodiscard]] inline Num sqrt(const Num& a) { return apply1(mpfi_sqrt, a); }
[[nodiscard]] inline Num sin(const Num& a) { return apply1(mpfi_sin, a); }
[[nodiscard]] inline Num cos(const Num& a) { return apply1(mpfi_cos, a); }
[[nodiscard]] inline Num atan2(const Num& y, const Num& x) { return apply2(mpfi_atan2, y, x); }
[[nodiscard]] inline Num pi() {
    Num r;
    mpfi_const_pi(r.get());
    return r;
}

/// Works with more digits as long as it lives.
class MoreDigits {
  public:
    explicit MoreDigits(mpfr_prec_t digits) : before_(std::exchange(Num::digits(), digits)) {}
    ~MoreDigits() { Num::digits() = before_; }
    MoreDigits(const MoreDigits&) = delete;
    MoreDigits& operator=(const MoreDigits&) = delete;

  private:
    mpfr_prec_t before_;
};

using NumVec = std::array<Num, 3>;

[[nodiscard]] inline NumVec operator+(const NumVec& a, const NumVec& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
[[nodiscard]] inline NumVec operator-(const NumVec& a, const NumVec& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
[[nodiscard]] inline NumVec operator*(const Num& s, const NumVec& a) {
    return {s * a[0], s * a[1], s * a[2]};
}
[[nodiscard]] inline Num dot(const NumVec& a, const NumVec& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
[[nodiscard]] inline Num norm_sq(const NumVec& a) { return sqr(a[0]) + sqr(a[1]) + sqr(a[2]); }
[[nodiscard]] inline NumVec cross(const NumVec& a, const NumVec& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace graze::oracle
