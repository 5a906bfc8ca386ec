// What a clash query says of CAD surfaces: as JSON, and for people.
#pragma once

#include "command.h"
#include "graze/queries/instant/cad_margin.h"
#include "graze/queries/instant/clash.h"

#include <string>

namespace graze::cli {

[[nodiscard]] const char* words_of(HoldsForCad holds);

/// What faces say (queries/instant/cad_instant.h) where deviations do not decide: adds it to the answer's `cad`, makes
/// `holds` Yes where it is proved, and returns a line, or nothing.
[[nodiscard]] Expected<std::string> say_of_faces(Answer& answer, const Scene& scene,
                                                 const ClashReport& report, const ClashOptions& options,
                                                 HoldsForCad& holds);

}  // namespace graze::cli
