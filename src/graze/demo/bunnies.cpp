#include "graze/demo/models.h"
namespace graze {
DemoInfo bunnies_info() { return {"bunnies", "", {}}; }
Expected<Scene> make_bunnies(const DemoValues&) { return bad_combination("bunnies", "x", "y"); }
}  // namespace graze
