// Whether bodies of a world meet where they stand: by the exact discrete tests, which share nothing with the
// continuous ones that a world is moved by.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world.h"

#include <map>

namespace graze::internal {

struct DiscreteMemory;

class ExactCheck {
  public:
    /// Keeps what hardly changes: copies of seated pairs. Pre: the world outlives it.
    explicit ExactCheck(const World& world);
    ~ExactCheck();

    /// Pairs that meet, rising: of those that the rules do not leave out, and of which one can move. Of a seated
    /// pair, its copies are asked, which are smaller by half its depth each: if they are apart, no point of one
    /// body is deeper in the other than that.
    ///
    /// Guarantee: exact. Cost: one discrete query for each pair whose boxes meet.
    [[nodiscard]] std::vector<BodyPair> meeting();

  private:
    void look_at_world();

    const World& world_;
    std::unique_ptr<DiscreteMemory> memory_;
    std::vector<Box> boxes_;
    std::vector<std::uint32_t> groups_;                  // bodies that stand are one
    std::map<BodyPair, std::array<Body, 2>> copies_;     // by seat
};

}  // namespace graze::internal
