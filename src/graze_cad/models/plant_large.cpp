#include "graze_cad/models/models.h"
namespace graze::cad {
Expected<CadDemo> make_plant_large(const DemoValues&) {
    return make_error(ErrorCode::Unsupported, "demo", "not yet", "");
}
}  // namespace graze::cad
