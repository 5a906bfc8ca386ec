#include "graze/stochastic/cluster_facets.h"

#include <algorithm>
#include <numeric>

namespace graze::internal {
namespace {

constexpr double kSpreadWeight = 8.0;      // of disagreeing normals, against size
constexpr double kShareOfARound = 0.5;     // of the pairs, the cheapest, may be joined in one round
constexpr double kLeastProgress = 0.02;    // of the parts: a round that joins fewer calls for other neighbours
constexpr std::uint32_t kAlone = 0xFFFFFFFF;

struct PricedPair {
    double cost;
    IdPair parts;
    friend bool operator<(const PricedPair& p, const PricedPair& q) {
        return p.cost != q.cost ? p.cost < q.cost : p.parts < q.parts;
    }
};

SurfacePart joined(const SurfacePart& p, const SurfacePart& q) {
    SurfacePart both = p;
    both.box.add(q.box);
    both.area += q.area;
    both.size += q.size;
    return both;
}

/// NaN where coordinates overflow: any order will do.
double cost_of(const SurfacePart& p, const SurfacePart& q) {
    const SurfacePart both = joined(p, q);
    const double spread = both.size > 0.0 ? 1.0 - std::min(1.0, both.area.norm() / both.size) : 0.0;
    const double cost = (both.box.max - both.box.min).squaredNorm() * (1.0 + kSpreadWeight * spread);
    return cost >= 0.0 ? cost : 0.0;
}

/// Disjoint pairs, cheapest first, at most `most`: by part its partner, or kAlone.
std::vector<std::uint32_t> match(const SurfaceParts& of, std::span<const IdPair> pairs, std::size_t most,
                                 std::size_t& count) {
    std::vector<PricedPair> priced;
    priced.reserve(pairs.size());
    for (const IdPair& pair : pairs) priced.push_back({cost_of(of.parts[pair.a], of.parts[pair.b]), pair});
    const auto share = static_cast<std::size_t>(kShareOfARound * static_cast<double>(priced.size())) + 1;
    if (share < priced.size()) {
        std::nth_element(priced.begin(), priced.begin() + static_cast<std::ptrdiff_t>(share), priced.end());
        priced.resize(share);
    }
    std::sort(priced.begin(), priced.end());
    std::vector<std::uint32_t> partner(of.parts.size(), kAlone);
    count = 0;
    for (const PricedPair& pair : priced) {
        const auto [a, b] = pair.parts;
        if (count == most) break;
        if (partner[a] != kAlone || partner[b] != kAlone) continue;
        partner[a] = b;
        partner[b] = a;
        ++count;
    }
    return partner;
}

/// Interleaves the lowest ten bits.
std::uint32_t spread_bits(std::uint32_t x) {
    x = (x | x << 16) & 0x030000FFu;
    x = (x | x << 8) & 0x0300F00Fu;
    x = (x | x << 4) & 0x030C30C3u;
    return (x | x << 2) & 0x09249249u;
}

/// Each with the next one on a Z-shaped curve.
std::vector<IdPair> pairs_in_space(const std::vector<SurfacePart>& parts) {
    Box all;
    for (const SurfacePart& part : parts) all.add(part.box);
    const Vec3 extent = all.max - all.min;
    const auto code = [&](const SurfacePart& part) {
        std::uint32_t z = 0;
        for (int k = 0; k < 3; ++k) {
            const double at = extent[k] > 0.0 ? (part.box.centre()[k] - all.min[k]) / extent[k] : 0.0;
            z |= spread_bits(static_cast<std::uint32_t>(1023.0 * std::clamp(at == at ? at : 0.0, 0.0, 1.0))) << k;
        }
        return z;
    };
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < parts.size(); ++i) order.emplace_back(code(parts[i]), i);
    std::sort(order.begin(), order.end());
    std::vector<IdPair> pairs;
    for (std::size_t i = 1; i < order.size(); ++i)
        pairs.push_back({std::min(order[i - 1].second, order[i].second),
                         std::max(order[i - 1].second, order[i].second)});
    return pairs;
}

/// Numbers what is joined by its first part.
std::vector<std::uint32_t> number(const std::vector<std::uint32_t>& partner, std::size_t& count) {
    std::vector<std::uint32_t> place(partner.size());
    count = 0;
    for (std::uint32_t i = 0; i < partner.size(); ++i)
        place[i] = partner[i] != kAlone && partner[i] < i ? place[partner[i]]
                                                          : static_cast<std::uint32_t>(count++);
    return place;
}

void move_to(SurfaceParts& of, const std::vector<std::uint32_t>& place, std::size_t count) {
    std::vector<SurfacePart> parts(count);
    std::vector<bool> is_set(count, false);
    for (std::size_t i = 0; i < place.size(); ++i) {
        SurfacePart& part = parts[place[i]];
        part = is_set[place[i]] ? joined(part, of.parts[i]) : of.parts[i];
        is_set[place[i]] = true;
    }
    of.parts = std::move(parts);
    for (IdPair& edge : of.edges) {
        const std::uint32_t a = place[edge.a], b = place[edge.b];
        edge = {std::min(a, b), std::max(a, b)};
    }
    std::erase_if(of.edges, [](const IdPair& edge) { return edge.a == edge.b; });
    std::sort(of.edges.begin(), of.edges.end());
    of.edges.erase(std::unique(of.edges.begin(), of.edges.end()), of.edges.end());
}

}  // namespace

std::vector<std::uint32_t> join_parts(SurfaceParts& of, std::size_t wanted) {
    std::vector<std::uint32_t> total(of.parts.size());
    std::iota(total.begin(), total.end(), 0u);
    while (of.parts.size() > wanted) {
        const std::size_t most = of.parts.size() - wanted;
        const auto enough = static_cast<std::size_t>(kLeastProgress * static_cast<double>(of.parts.size()));
        std::size_t joins = 0;
        std::vector<std::uint32_t> partner = match(of, of.edges, most, joins);
        if (joins == 0 || (joins < enough && joins < most))
            partner = match(of, pairs_in_space(of.parts), most, joins);
        std::size_t count = 0;
        const std::vector<std::uint32_t> place = number(partner, count);
        move_to(of, place, count);
        for (std::uint32_t& part : total) part = place[part];
    }
    return total;
}

}  // namespace graze::internal
