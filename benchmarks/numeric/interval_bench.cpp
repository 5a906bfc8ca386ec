// What does an interval operation cost? Graze, plain double, Boost.Interval and MPFI side by side.
//
// Two figures per operation: `stream` over arrays (independent operations) and `chain`, where each operand is
// the result before it. All kinds see the same operands. What each guarantees: Graze and MPFI contain the
// real result; Boost.Interval contains it for + - * / sqrt (it switches the rounding mode), but its sine only
// as far as libm does; plain double guarantees nothing. Answers differ in width, so rows carry no common
// hash: the widths are printed.
#include "bench.h"
#include "markdown.h"

#include "graze/core/hash.h"
#include "graze/core/random.h"
#include "graze/numeric/interval_trig.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <mpfi.h>
#include <boost/numeric/interval.hpp>

namespace graze::bench {
namespace {

constexpr int kOperands = 1024;
constexpr int kRepeats = 60;

namespace boost_lib = boost::numeric::interval_lib;
using Boost =
    boost::numeric::interval<double,
                             boost_lib::policies<boost_lib::save_state<boost_lib::rounded_transc_std<double>>,
                                                 boost_lib::checking_base<double>>>;

// Plain doubles: only the lower end of every operand.
struct PlainKind {
    static constexpr const char* kName = "double";
    using Number = double;
    static Number make(const Interval& a) { return a.lo; }
    static double low(Number x) { return x; }
    static double width(Number) { return 0.0; }
};

struct GrazeKind {
    static constexpr const char* kName = "graze";
    using Number = Interval;
    static Number make(const Interval& a) { return a; }
    static double low(const Number& x) { return x.lo; }
    static double width(const Number& x) { return x.hi - x.lo; }
};

struct BoostKind {
    static constexpr const char* kName = "boost.interval";
    using Number = Boost;
    static Number make(const Interval& a) { return {a.lo, a.hi}; }
    static double low(const Number& x) { return x.lower(); }
    static double width(const Number& x) { return x.upper() - x.lower(); }
};

// The operations under the names that every kind understands by argument-dependent lookup.
struct Add {
    static constexpr const char* kName = "add";
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a + b;
    }
};
struct Subtract {
    static constexpr const char* kName = "subtract";
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a - b;
    }
};
struct Multiply {
    static constexpr const char* kName = "multiply";
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a * b;
    }
};
struct Divide {
    static constexpr const char* kName = "divide";
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a / b;
    }
};
struct Square {
    static constexpr const char* kName = "sqr";
    double operator()(double a, double) const { return a * a; }
    Interval operator()(const Interval& a, const Interval&) const { return sqr(a); }
    Boost operator()(const Boost& a, const Boost&) const { return square(a); }
};
struct Root {
    static constexpr const char* kName = "sqrt";
    template <class T>
    T operator()(const T& a, const T&) const {
        using std::abs;
        using std::sqrt;
        return sqrt(abs(a));
    }
};
struct Absolute {
    static constexpr const char* kName = "abs";
    template <class T>
    T operator()(const T& a, const T&) const {
        using std::abs;
        return abs(a);
    }
};
struct Minimum {
    static constexpr const char* kName = "min";
    template <class T>
    T operator()(const T& a, const T& b) const {
        using std::min;
        return min(a, b);
    }
};
struct Maximum {
    static constexpr const char* kName = "max";
    template <class T>
    T operator()(const T& a, const T& b) const {
        using std::max;
        return max(a, b);
    }
};
struct Sine {
    static constexpr const char* kName = "sin";
    template <class T>
    T operator()(const T& a, const T&) const {
        using std::sin;
        return sin(a);
    }
};
struct Cosine {
    static constexpr const char* kName = "cos";
    template <class T>
    T operator()(const T& a, const T&) const {
        using std::cos;
        return cos(a);
    }
};
struct SineAndCosine {
    static constexpr const char* kName = "sin_cos";
    Interval operator()(const Interval& a, const Interval&) const {
        const SinCos both = sin_cos(a);
        return {both.sin.lo + both.cos.lo, both.sin.hi + both.cos.hi};
    }
    double operator()(double a, double) const { return std::sin(a) + std::cos(a); }
    Boost operator()(const Boost& a, const Boost&) const { return sin(a) + cos(a); }
};

// One family of operands.
struct Family {
    const char* name;
    std::vector<Interval> a, b;
};

Interval draw(Rng& rng, double span, double width) {
    const double x = rng.uniform(-span, span);
    return {x, x + width * rng.unit()};
}

Family make_family(const char* name, double span, double width, int zero_percent) {
    Rng rng(20240611);
    Family family{name, {}, {}};
    for (int i = 0; i < kOperands; ++i) {
        const auto one = [&] {
            return rng.below(100) < static_cast<std::uint64_t>(zero_percent) ? exactly(0.0)
                                                                             : draw(rng, span, width);
        };
        family.a.push_back(one());
        family.b.push_back(one());
    }
    return family;
}

std::string widths(double mean) { return mean > 0.0 ? fmt::format("width={:.3g}", mean) : ""; }

template <class Kind, class Op>
Row stream(const Family& family, Op op) {
    std::vector<typename Kind::Number> a, b, c(kOperands);
    for (const Interval& x : family.a) a.push_back(Kind::make(x));
    for (const Interval& x : family.b) b.push_back(Kind::make(x));
    const Timing timing = time_repeats(kRepeats, kOperands, [&] {
        for (int i = 0; i < kOperands; ++i) c[i] = op(a[i], b[i]);
        keep(c.data());
    });
    Hash hash;
    double sum = 0.0;
    for (const auto& x : c) {
        hash.add(Kind::low(x));
        sum += Kind::width(x);
    }
    return {fmt::format("{} {} stream", family.name, Op::kName),
            Kind::kName,
            kOperands,
            timing.min_ns,
            timing.median_ns,
            widths(sum / kOperands),
            hash.value()};
}

// Each result is the next operand; scaled back by a select that costs the same for every kind is not needed,
// because the operands are chosen so that nothing over- or underflows within the chain.
template <class Kind, class Op>
Row chain(const Family& family, Op op) {
    std::vector<typename Kind::Number> b;
    for (const Interval& x : family.b) b.push_back(Kind::make({1.0 + 1e-3 * x.lo, 1.0 + 1e-3 * x.hi}));
    auto x = Kind::make({0.75, 0.75});
    const Timing timing = time_repeats(kRepeats, kOperands, [&] {
        x = Kind::make({0.75, 0.75});
        for (int i = 0; i < kOperands; ++i) x = op(x, b[i]);
        keep(x);
    });
    Hash hash;
    hash.add(Kind::low(x));
    return {fmt::format("{} {} chain", family.name, Op::kName),
            Kind::kName,
            kOperands,
            timing.min_ns,
            timing.median_ns,
            "",
            hash.value()};
}

using MpfiOp = int (*)(mpfi_ptr, mpfi_srcptr, mpfi_srcptr);

Row stream_mpfi(const Family& family, const char* name, MpfiOp op) {
    std::vector<__mpfi_struct> a(kOperands), b(kOperands), c(kOperands);
    for (int i = 0; i < kOperands; ++i) {
        for (auto* x : {&a[i], &b[i], &c[i]}) mpfi_init2(x, 53);
        mpfi_interv_d(&a[i], family.a[i].lo, family.a[i].hi);
        mpfi_interv_d(&b[i], family.b[i].lo, family.b[i].hi);
    }
    const Timing timing = time_repeats(kRepeats, kOperands, [&] {
        for (int i = 0; i < kOperands; ++i) op(&c[i], &a[i], &b[i]);
        keep(c.data());
    });
    Hash hash;
    double sum = 0.0;
    for (int i = 0; i < kOperands; ++i) {
        const double lo = mpfr_get_d(&c[i].left, MPFR_RNDD), hi = mpfr_get_d(&c[i].right, MPFR_RNDU);
        hash.add(lo);
        sum += hi - lo;
    }
    for (auto* v : {&a, &b, &c})
        for (auto& x : *v) mpfi_clear(&x);
    return {fmt::format("{} {} stream", family.name, name),
            "mpfi, 53 digits",
            kOperands,
            timing.min_ns,
            timing.median_ns,
            widths(sum / kOperands),
            hash.value()};
}

template <class Op>
void streams(std::vector<Row>& rows, const Family& family, Op op, MpfiOp mpfi) {
    rows.push_back(stream<PlainKind>(family, op));
    rows.push_back(stream<GrazeKind>(family, op));
    rows.push_back(stream<BoostKind>(family, op));
    if (mpfi) rows.push_back(stream_mpfi(family, Op::kName, mpfi));
}

template <class Op>
void chains(std::vector<Row>& rows, const Family& family, Op op) {
    rows.push_back(chain<PlainKind>(family, op));
    rows.push_back(chain<GrazeKind>(family, op));
    rows.push_back(chain<BoostKind>(family, op));
}

// Rows of one scene are of different kinds of bounds: the time is compared, the answers are not.
void print_without_hashes(const std::vector<Row>& rows) {
    std::vector<TableRow> table{{"scene", "variant", "min ns", "median ns", "mean width of the answers"}};
    for (const Row& row : rows)
        table.push_back({row.scene, row.variant, figure(row.min_ns), figure(row.median_ns), row.counters});
    print_table(table);
}

const auto kMpfiSquare = [](mpfi_ptr c, mpfi_srcptr a, mpfi_srcptr) { return mpfi_sqr(c, a); };
const auto kMpfiRoot = [](mpfi_ptr c, mpfi_srcptr a, mpfi_srcptr) {
    return mpfi_abs(c, a) | mpfi_sqrt(c, c);
};
const auto kMpfiAbsolute = [](mpfi_ptr c, mpfi_srcptr a, mpfi_srcptr) { return mpfi_abs(c, a); };
const auto kMpfiSine = [](mpfi_ptr c, mpfi_srcptr a, mpfi_srcptr) { return mpfi_sin(c, a); };
const auto kMpfiCosine = [](mpfi_ptr c, mpfi_srcptr a, mpfi_srcptr) { return mpfi_cos(c, a); };

}  // namespace

int run_interval(std::span<const std::string>) {
    const Family mixed = make_family("mixed", 10.0, 2.0, 0);         // signs at random, many around zero
    const Family zeros = make_family("half zeros", 10.0, 0.01, 50);  // as in axis-aligned models
    const Family points = make_family("points", 60.0, 0.0, 0);       // angles up to ten turns
    const Family narrow = make_family("narrow", 60.0, 1e-3, 0);
    std::vector<Row> rows;
    streams(rows, mixed, Add{}, mpfi_add);
    streams(rows, mixed, Subtract{}, mpfi_sub);
    streams(rows, mixed, Multiply{}, mpfi_mul);
    streams(rows, zeros, Multiply{}, mpfi_mul);
    streams(rows, mixed, Divide{}, mpfi_div);
    streams(rows, narrow, Divide{}, mpfi_div);
    streams(rows, mixed, Square{}, kMpfiSquare);
    streams(rows, mixed, Root{}, kMpfiRoot);
    streams(rows, mixed, Absolute{}, kMpfiAbsolute);
    streams(rows, mixed, Minimum{}, nullptr);
    streams(rows, mixed, Maximum{}, nullptr);
    streams(rows, points, Sine{}, kMpfiSine);
    streams(rows, narrow, Sine{}, kMpfiSine);
    streams(rows, narrow, Cosine{}, kMpfiCosine);
    streams(rows, narrow, SineAndCosine{}, nullptr);
    chains(rows, mixed, Add{});
    chains(rows, mixed, Subtract{});
    chains(rows, mixed, Multiply{});
    chains(rows, mixed, Divide{});
    chains(rows, mixed,
           Root{});  // none of sqr, which soon over- or underflows, nor of abs, min, max: done after one step
    chains(rows, mixed, Sine{});
    chains(rows, mixed, Cosine{});
    chains(rows, mixed, SineAndCosine{});
    print_without_hashes(rows);
    return 0;
}

}  // namespace graze::bench
