// Graze as a contestant, with its mesh: everything that a user would have in memory.
#pragma once

#include "peers/contestant.h"

#include "graze/discrete/wide/wide_distance.h"
#include "graze/model/mesh.h"

namespace graze::bench {

class GrazeContestant : public Contestant {
  public:
    GrazeContestant(const PlainMesh& a, const PlainMesh& b, WideBuild build = WideBuild::Quality);
    void place(const PlainPose& pose) override;
    bool meets() override;
    [[nodiscard]] bool can_count() const override { return true; }
    std::uint64_t count_pairs() override;
    [[nodiscard]] bool can_measure() const override { return true; }
    double distance() override;
    /// Everything that Graze says where b was placed, on so many threads.
    [[nodiscard]] Intersections intersections(const IntersectionOptions& options);
    /// Bounds of the distance, for placing.
    [[nodiscard]] BodyDistance distance_at(const Pose& pose);

  private:
    Mesh mesh_[2];
    WideTree tree_[2];
    Pose pose_;
    DiscreteMemory workspace_;
};

std::unique_ptr<Contestant> make_graze(const PlainMesh& a, const PlainMesh& b);
std::unique_ptr<Contestant> make_graze_fast(const PlainMesh& a,
                                            const PlainMesh& b);  // trees for deforming meshes

}  // namespace graze::bench
