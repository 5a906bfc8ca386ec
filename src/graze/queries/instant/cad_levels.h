// Bodies as thick triangles that cover their CAD faces, thinned where they are in the way of an answer.
//
// A body becomes several, one for each *level* of thickness; a pair of levels of two bodies must be farther apart than
// the clearance of the pair and the radii of both levels. So what is asked of bodies (searches, proofs, contract C1)
// can be asked of levels. An element begins on the first level, and goes to a later one when it is in the way: as it
// is, if it is thin enough, else cut.
#pragma once

#include "graze/continuous/search/features_within.h"
#include "graze/model/body.h"
#include "graze/queries/broad/broad_phase.h"
#include "graze/scene/scene.h"
#include "graze/surface/thick.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace graze::internal {

/// A level of a body, as a body of the levelled scene.
struct CadLevel {
    std::uint32_t body, level;
};

struct LevelledScene {
    Scene scene;
    std::vector<CadLevel> pieces;  // by body of the scene
};

/// True if every body has a cover and a proved deviation.
[[nodiscard]] bool have_covers(const Scene& scene);

class CadLevels {
  public:
    /// Levels down to `finest` of the greatest deviation. Pre: have_covers(scene), which is kept by reference.
    CadLevels(const Scene& scene, double clearance, double finest);

    /// False: derivatives without a bound.
    [[nodiscard]] bool are_bounded() const;

    /// From now on no element is cut that is thinner than this share of the greatest deviation.
    void set_floor(double share);
    [[nodiscard]] double floor() const { return floor_; }

    [[nodiscard]] std::size_t elements() const;
    /// How often an element went to another level, or was cut.
    [[nodiscard]] std::size_t changes() const { return changes_; }

    /// The scene as it is now: with paths; poses are those of the bodies, levels of one body do not matter to each
    /// other. Cost: builds what changed.
    [[nodiscard]] Expected<LevelledScene> scene() const;

    /// Marks what is too near in a posed levelled scene: closer than the clearance and `room` times both radii. False:
    /// nothing is.
    bool mark_near(const LevelledScene& made, const Scene& posed, double room);

    /// Marks two triangles that are in the way, of bodies of the levelled scene: the thicker, or both if they are alike;
    /// none that may not be cut.
    void mark(const LevelledScene& made, const BodyPair& bodies, std::uint32_t a, std::uint32_t b,
              std::optional<double> distance_hi = {});

    /// Cuts, or moves to a later level, what is marked. Triangles of levelled scenes made before mean nothing then.
    void cut_marked();

    /// Two bodies whose faces certainly meet (surface/pierce.h) in a posed levelled scene whose poses are off by at most
    /// `off`; nothing if no pair does. Marks what meets and is too thick to be certain.
    [[nodiscard]] std::optional<BodyPair> find_meeting(const LevelledScene& made, const Scene& posed,
                                                       double off);

    /// So many elements were near each other when it was last looked that cutting them would fill the memory: pairs
    /// grow with the square of the cuts where surfaces touch along a region.
    [[nodiscard]] bool are_crowded() const { return near_pairs_ > kMostNearPairs; }

    /// The last time something was marked with a distance: closer than this.
    [[nodiscard]] double closer_than() const { return closer_than_; }

    [[nodiscard]] double radius_of(const CadLevel& piece) const;
    [[nodiscard]] const std::vector<surface::Thick>& elements_of(const CadLevel& piece) const;
    [[nodiscard]] const surface::CutForest& forest_of(std::uint32_t body) const {
        return bodies_[body].forest;
    }

  private:
    struct Levelled {
        const surface::Cover* cover = nullptr;
        surface::CutForest forest;
        std::vector<double> radii;                          // of levels
        std::vector<std::vector<surface::Thick>> elements;  // of levels
        std::vector<std::vector<bool>> is_marked;           // to be cut
        mutable std::vector<std::optional<Body>> models;    // of levels; none: not built since it changed
        mutable std::vector<std::shared_ptr<const Mesh>> meshes;

        [[nodiscard]] std::size_t level_of(double radius) const;
        void add(const surface::Thick& thick, std::size_t level);
    };
    struct Placed;

    [[nodiscard]] static Levelled levelled(const SceneBody& body, double floor);
    [[nodiscard]] const Body& model_of(const CadLevel& piece) const;
    [[nodiscard]] bool can_be_cut(const CadLevel& piece) const;
    [[nodiscard]] bool goes_through(const Placed& a, const Placed& b, double off) const;

    static constexpr std::size_t kMostNearPairs = 200'000;

    const Scene& scene_;
    PairRules rules_;
    double greatest_ = 0.0, floor_ = 0.0;
    std::vector<Levelled> bodies_;
    std::size_t changes_ = 0, near_pairs_ = 0;
    double closer_than_ = 0.0;
    FirstContactWorkspace workspace_;
};

}  // namespace graze::internal
