// Whether a certificate is about this scene, and claims all that the scene asks for.
#pragma once

#include "graze/core/expected.h"
#include "graze/io/certificate/certificate_reader.h"
#include "graze/scene/scene.h"

#include <optional>
#include <string>

namespace graze::cli {

/// Empty, or the first difference: of bodies, unit, motions and deviations; pairs that the certificate ignores,
/// keeps less of a clearance, or allows more depth than rules of the scene, one by one or by group, ask for;
/// pairs it lets touch that neither touch at the start nor may by a rule; and time that it does not cover.
/// Where no rule names a depth it is `depth`, or the default one (queries/paths/path_seats.h).
///
/// Errors: BadInput for motions that have no axis.
[[nodiscard]] Expected<std::string> difference_to_scene(const Certificate& certificate, const Scene& scene,
                                                        const std::optional<double>& depth);

}  // namespace graze::cli
