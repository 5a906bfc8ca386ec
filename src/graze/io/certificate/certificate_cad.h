// CAD faces and what covers them, as a certificate has them.
#pragma once

#include "graze/io/certificate/certificate_surfaces.h"
#include "graze/surface/cover.h"
#include "graze/surface/thick.h"

#include <functional>
#include <vector>

namespace graze::internal {

/// Nodes are numbered as elements name them first; a straight side stays one.
[[nodiscard]] CertificateShape known_shape(const surface::Cover& cover);

/// The trees in pre-order, in the order of the cover's elements. `leaf` fills in piece and triangle of a node.
[[nodiscard]] std::vector<CertificateCut> known_cuts(
    const surface::CutForest& forest, std::size_t elements,
    const std::function<void(std::uint32_t node, CertificateCut&)>& leaf);

}  // namespace graze::internal
