# The public headers: what a program that uses Graze may include, and all that is installed. A public header includes
# public headers, std and Eigen only; tests/house/public_headers.py reads these lists and holds everybody to them.
set(GRAZE_PUBLIC_HEADERS
  graze/graze.h
  graze/core/assert.h
  graze/core/byte_buffer.h
  graze/core/byte_source.h
  graze/core/expected.h
  graze/core/file.h
  graze/core/interrupt.h
  graze/core/progress.h
  graze/core/time_budget.h
  graze/core/unit.h
  graze/numeric/vector.h
  graze/geometry/box.h
  graze/geometry/pose.h
  graze/motion/motion.h
  graze/model/analytic_surface.h
  graze/motion/pose_at.h
  graze/model/mesh.h
  graze/model/missing.h
  graze/model/diagnosis.h
  graze/model/body.h
  graze/model/mass_properties.h
  graze/model/id_pair.h
  graze/scene/body_selector.h
  graze/scene/scene.h
  graze/discrete/wide/intersections.h
  graze/discrete/wide/distance.h
  graze/discrete/wide/bounded.h
  graze/discrete/bodies/meeting.h
  graze/continuous/features/contact_verdict.h
  graze/continuous/search/first_contact.h
  graze/queries/broad/group_lookup.h
  graze/queries/broad/broad_phase.h
  graze/queries/broad/body_contacts.h
  graze/queries/bounded/probe.h
  graze/queries/instant/clash.h
  graze/queries/instant/cad_margin.h
  graze/queries/instant/scene_distance.h
  graze/queries/instant/nearest_pairs.h
  graze/queries/instant/scene_at.h
  graze/queries/instant/contacts_within.h
  graze/queries/instant/contact_lists.h
  graze/queries/paths/first_contacts.h
  graze/queries/paths/every_contact.h
  graze/queries/paths/path_proof.h
  graze/dynamics/handling/world_report.h
  graze/dynamics/handling/world.h
  graze/dynamics/handling/world_changes.h
  graze/io/cad/cad_facts.h
  graze/io/mesh/mesh_file.h
  graze/io/mesh/model_file.h
  graze/io/mesh/body_file.h
  graze/io/scene/scene_file.h
  graze/io/scene/rules_file.h
  graze/io/certificate/certificate_file.h
  graze/picture/picture.h
  graze/demo/demo.h)

# The checker of certificates, graze::graze_verify.
set(GRAZE_VERIFY_PUBLIC_HEADERS
  graze_verify/verify.h)

# The methods of papers in their own form, graze::papers.
set(GRAZE_PAPERS_PUBLIC_HEADERS
  graze_papers/redon_paths.h
  graze_papers/scd_clashes.h)
