#include "studio/demo_cards.h"

#include <array>

namespace graze::studio {
namespace {

constexpr std::array kCards{
    DemoCard{"car-door", "Mount the car door", "Drag the door into its opening. It touches nothing, however fast you are.", "a car body and its door, 46,000 triangles"},
    DemoCard{"window-motor", "Take out the window motor", "Get the motor out of the door through its opening.", "the door of a car, and its motor"},
    DemoCard{"peg-in-hole", "Peg in hole", "Push the peg into a hole that is hardly larger.", "play of a tenth of a millimetre or so"},
    DemoCard{"screw-and-nut", "Screw and nut", "Turn the screw out of its nut: pulling alone does not help.", "a real thread"},
    DemoCard{"bolt-in-hole", "Bolt in hole", "Pull out a bolt that sits in its hole.", "it begins in contact"},
    DemoCard{"gears", "Gears", "Turn one wheel against the other.", "involute teeth"},
    DemoCard{"interlocked-tori", "Interlocked rings", "Try to get two rings apart. You cannot.", "two tori"},
    DemoCard{"falling-boxes", "Falling boxes", "Second order: boxes fall, pile up and rest. Throw one.", "boxes under gravity"},
    DemoCard{"ring-chain", "Chain of rings", "Pull a chain at one end.", "rings that hold each other"},
};

}  // namespace

std::span<const DemoCard> demo_cards() { return kCards; }

}  // namespace graze::studio
