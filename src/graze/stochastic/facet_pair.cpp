#include "graze/stochastic/facet_pair.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

const ShellFacet& facet_now(const ShellBody& body, DeformingShells* deforming, const FacetId& id) {
    return deforming != nullptr ? deforming->facet(id.level, id.facet) : facet_of(body, id);
}

FacetGap paper_gap(const PlacedFacet& a, const PlacedFacet& b) {
    const double centres = (b.centre - a.centre).norm();
    const PaperDeltas deltas = paper_deltas(a, b);
    const bool meets = (deltas.a <= 0.0 || deltas.b <= 0.0) && centres <= a.radius + b.radius;
    return {centres, centres, centres, 0.0, meets, meets};
}

}  // namespace

FacetGap gap_of(const ShellView& view, const FacetPair& pair) {
    const PlacedFacet a = as_it_is(facet_now(*view.a, view.deforming_a, pair.a));
    const ShellFacet& of_b = facet_now(*view.b, view.deforming_b, pair.b);
    const PlacedFacet b = placed(view.b_in_a, of_b);
    if (view.form == ShellForm::Paper) return paper_gap(a, b);
    const double now = lower_bound_distance(a, b);
    const bool may_meet = !(now > 0.0);
    FacetGap gap{now, std::max(now, 0.0), (b.centre - a.centre).norm(), 0.0, may_meet, may_meet};
    if (!view.before) return gap;
    const PlacedFacet was = placed(*view.before, of_b);
    gap.moves = (b.centre - was.centre).norm() + view.turn * (b.radius + b.half_thickness);
    // A point is never farther from where it is now than that, and twice the bend.
    const double most = (gap.moves + 2.0 * view.bend + 2.0 * (b.error + was.error)) * (1.0 + 0x1p-40);
    gap.may_have_met = may_meet || (!(now > most) && !(lower_bound_between(a, was, b) > view.bend));
    return gap;
}

double most_turn(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to) {
    const Eigen::Quaterniond p = from.normalized(), q = to.normalized();
    const double chord = std::min((p.coeffs() - q.coeffs()).norm(), (p.coeffs() + q.coeffs()).norm());
    // A turn by w takes the unit quaternion along a chord of 2 sin(w / 4).
    return chord > 0.0 ? 4.0 * std::asin(std::min(1.0, 0.5 * chord)) * (1.0 + 0x1p-40) + 0x1p-48 : 0.0;
}

}  // namespace graze::internal
