// Whether the CAD surfaces of a scene clash at one instant: proved, by thick triangles that cover faces and are cut where
// it is tight (cad_levels.h).
#pragma once

#include "graze/core/expected.h"
#include "graze/queries/instant/clash.h"
#include "graze/scene/scene.h"

#include <cstddef>
#include <string>
#include <vector>

namespace graze {

enum class CadVerdict { Clear, Contact, Undecided };
[[nodiscard]] const char* name_of(CadVerdict verdict);  // "clear"

struct CadInstantOptions {
    double floor = 1e-4;                    // of the greater deviation of a pair: no element is made thinner
    std::size_t most_cuts = 4'000;          // of one pair of bodies
    std::size_t most_cuts_in_all = 40'000;  // pairs after that are not looked at
};

/// Two bodies that deviations as such do not decide.
struct CadPair {
    BodyPair bodies;
    CadVerdict verdict = CadVerdict::Undecided;
    double closer_than = 0.0;  // Undecided, if looked at: the faces may be this close
    std::string why = {};      // Undecided
};

struct CadInstant {
    CadVerdict verdict = CadVerdict::Undecided;
    std::vector<CadPair> pairs;  // by body ids
    std::size_t elements = 0;    // of all pairs that were looked at
};

/// Clear:   the faces of every pair that the scene does not ignore are farther apart than its clearance, and no body is
///          inside another as far as triangles tell (`not_decided` of the report is empty).
/// Contact: the faces of one pair certainly meet; tangency is never certain.
/// Pairs that a rule allows to touch or to interfere are Undecided, with a reason, unless they are clear.
/// Pre:  a valid scene of at most one instant (no paths count); `report` is of it, and of these options.
/// Cost: a wider query, and for each pair that it finds some searches of thick triangles.
[[nodiscard]] Expected<CadInstant> cad_at_instant(const Scene& scene, const ClashReport& report,
                                                  const ClashOptions& options,
                                                  const CadInstantOptions& how = {});

}  // namespace graze
