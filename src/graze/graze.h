// The front door: everything that a program needs of Graze, and all that is installed. docs/library.md walks
// through it.
//
//     const graze::Body a = *graze::load_body("a.stl"), b = *graze::load_body("b.stl");
//
//     how do two bodies meet?       meeting_of(a.at(pose_a), b.at(pose_b))               exact
//     how far apart are they?       distance(a.at(pose_a), b.at(pose_b))                 proved bounds
//     when do they first touch?     first_contact(a.at_rest(), b.moving(screw({p, q})))  proved
//     and many, step by step?       first_contacts(moving_bodies, rules), every_contact(bodies, pairs, ...)
//     where would they touch?       contacts_within({a, pose_a}, {b, pose_b}, {.reach = 0.1}, list)
//     where is it at time t?        pose_at(motion, t, a.bounds())                       with a proved error
//     how heavy is it?              mass_properties(a)                                   with proved errors
//     what clashes in a scene?      find_clashes(scene)
//     will it fit along its path?   prove_paths(scene), with a certificate
//     can a hand move it there?     make_world(bodies, {}), pull(world, body, {target}), advance(world)
//
// The list of public headers is cmake/GrazePublicHeaders.cmake; the test house.public_headers holds them to
// it.
#pragma once

#include "graze/continuous/features/contact_verdict.h"
#include "graze/continuous/search/first_contact.h"
#include "graze/core/assert.h"
#include "graze/core/expected.h"
#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/core/progress.h"
#include "graze/core/time_budget.h"
#include "graze/core/unit.h"
#include "graze/core/watch.h"
#include "graze/demo/demo.h"
#include "graze/discrete/bodies/meeting.h"
#include "graze/discrete/wide/bounded.h"
#include "graze/discrete/wide/distance.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/dynamics/handling/world.h"
#include "graze/dynamics/handling/world_changes.h"
#include "graze/dynamics/handling/world_report.h"
#include "graze/geometry/box.h"
#include "graze/geometry/pose.h"
#include "graze/io/certificate/certificate_file.h"
#include "graze/io/mesh/body_file.h"
#include "graze/io/mesh/mesh_file.h"
#include "graze/io/mesh/model_file.h"
#include "graze/io/scene/rules_file.h"
#include "graze/io/scene/scene_file.h"
#include "graze/model/analytic_surface.h"
#include "graze/model/body.h"
#include "graze/model/diagnosis.h"
#include "graze/model/id_pair.h"
#include "graze/model/mass_properties.h"
#include "graze/model/mesh.h"
#include "graze/model/missing.h"
#include "graze/motion/motion.h"
#include "graze/motion/pose_at.h"
#include "graze/numeric/vector.h"
#include "graze/picture/picture.h"
#include "graze/queries/bounded/probe.h"
#include "graze/queries/broad/broad_phase.h"
#include "graze/queries/broad/group_lookup.h"
#include "graze/queries/instant/cad_instant.h"
#include "graze/queries/instant/cad_margin.h"
#include "graze/queries/instant/clash.h"
#include "graze/queries/instant/nearest_pairs.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/queries/instant/contact_lists.h"
#include "graze/queries/instant/contacts_within.h"
#include "graze/queries/instant/scene_distance.h"
#include "graze/queries/paths/cad_path.h"
#include "graze/queries/paths/cad_refine.h"
#include "graze/queries/paths/every_contact.h"
#include "graze/queries/paths/first_contacts.h"
#include "graze/queries/paths/path_proof.h"
#include "graze/scene/body_selector.h"
#include "graze/scene/scene.h"
