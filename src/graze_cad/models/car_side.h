// The outer side of a car that its body and its door share: one surface, and the line between them.
//
// Millimetres; x to the rear from the front axle, y to the right, z up from the ground. The left side is
// modelled, its outer surface over u = x and v = z; w and h are measured across and above the shut line
// (sheet.h).
#pragma once

#include "graze_cad/models/sheet.h"

namespace graze::cad::car {

inline constexpr double kShutGap = 4.0;    // between door and body, all round
inline constexpr double kSkin = 0.8;       // thickness of outer panels
inline constexpr double kSealRoom = 11.0;  // between the door and the rebate behind it

/// 0 below a, 1 above b, smooth between.
[[nodiscard]] double ramp(double x, double a, double b);

/// The side without its shoulder and rocker lines: carries the sections across shut lines, and all inner
/// panels.
[[nodiscard]] Base side_frame();
/// Height of the outer surface above the frame.
[[nodiscard]] double skin_height(const gp_XY& at);
/// The outer surface, lowered by `depth`, over the whole side.
[[nodiscard]] Base side_surface(double depth);
[[nodiscard]] Base lowered_side(const std::function<double(double, double)>& depth);
/// Only what the front door needs of them, on grids that resolve its features; `bulge` is added to the
/// height.
[[nodiscard]] Base door_skin_surface(const std::function<double(double, double)>& bulge);
[[nodiscard]] Base door_inner_surface();
/// Depth of the door's inner panel below the outer surface.
[[nodiscard]] double door_depth(double z);

/// Cut where the surface changes its law, so that each segment is one polynomial.
[[nodiscard]] Loop cut_at_lines(const Loop& loop);
[[nodiscard]] Loop front_shut_line();
[[nodiscard]] Loop rear_shut_line();
[[nodiscard]] Loop window_line();

/// How deep the body's step to the rebate is at a point of the front shut line; deepest at the hinges.
[[nodiscard]] double rebate_depth(const gp_XY& at);
/// 1 where the hinges are, 0 elsewhere.
[[nodiscard]] double at_hinges(const gp_XY& at);

/// The plane across the shut line at a height: u is w, v is h, the normal is up (front) or down (rear).
[[nodiscard]] Base section_plane(bool front, double z);

inline constexpr double kHingeHeights[] = {470.0, 700.0};
inline constexpr double kHingeGap = 6.0;  // between the halves of a hinge
inline constexpr double kLockHeight = 640.0;

}  // namespace graze::cad::car
