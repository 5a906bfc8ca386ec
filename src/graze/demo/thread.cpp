#include "graze/demo/thread.h"

#include "graze/demo/turn.h"

#include <array>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kHeight = 0.8660254037844386;  // H for pitch 1

double major_radius(const MetricThread& t) { return 0.5 * t.diameter; }

// Half the axial width of the basic ridge at a radius: pitch/4 at the pitch radius, less further out.
double basic_half_width(const MetricThread& t, double radius) {
    const double pitch_radius = major_radius(t) - 0.375 * kHeight * t.pitch;
    return 0.25 * t.pitch - (radius - pitch_radius) * kTan30;
}

double nut_minor_radius(const MetricThread& t) { return major_radius(t) - 0.625 * kHeight * t.pitch; }

// Two helicoids z = c t + s r, c = pitch / 2 pi, s = tan 30, that stand dz apart along the axis are
// dz / sqrt(1 + s^2 + (c/r)^2) apart along their normal: least where r is least, which is where the gap is
// met.
double axial_shift(const MetricThread& t) {
    const double lead = t.pitch / (kTau * nut_minor_radius(t));
    return t.gap * std::sqrt(1.0 + 1.0 / 3.0 + lead * lead);
}

}  // namespace

ThreadForm nut_thread(const MetricThread& t) {
    const double major = major_radius(t) + kHeight * t.pitch / 16.0;
    const double minor = nut_minor_radius(t);
    return {t.pitch, major, basic_half_width(t, major), minor, 0.5 * t.pitch - basic_half_width(t, minor)};
}

ThreadForm screw_thread(const MetricThread& t) {
    const double shift = axial_shift(t);
    const double major = major_radius(t) - t.gap;
    const double minor = nut_minor_radius(t) - kHeight * t.pitch / 12.0 - t.gap;
    return {t.pitch, major, basic_half_width(t, major) - shift, minor,
            0.5 * t.pitch - (basic_half_width(t, minor) - shift)};
}

std::vector<ThreadPoint> thread_points(const ThreadForm& form, double turns, const Heights& range) {
    struct Corner {
        ThreadPart above;
        double radius, height;
    };
    const double half_pitch = 0.5 * form.pitch;
    const std::array<Corner, 4> corners{{
        {ThreadPart::MajorFlat, form.major_radius, -form.major_half},
        {ThreadPart::UpperFlank, form.major_radius, form.major_half},
        {ThreadPart::MinorFlat, form.minor_radius, half_pitch - form.minor_half},
        {ThreadPart::LowerFlank, form.minor_radius, half_pitch + form.minor_half},
    }};
    std::vector<ThreadPoint> points;
    const auto first = static_cast<std::int64_t>(std::floor(range.lo / form.pitch - turns)) - 1;
    const auto last = static_cast<std::int64_t>(std::ceil(range.hi / form.pitch - turns)) + 1;
    for (std::int64_t turn = first; turn <= last; ++turn)
        for (int i = 0; i < 4; ++i) {
            // (turn + turns) is the same double for (k, 1) and (k + 1, 0): the helix closes without a seam.
            const double height = form.pitch * (static_cast<double>(turn) + turns) + corners[i].height;
            if (height > range.lo && height < range.hi)
                points.push_back({4 * turn + i, corners[i].above, corners[i].radius, height});
        }
    return points;
}

}  // namespace graze::internal
