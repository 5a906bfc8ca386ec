#include "graze/soft/lattice_exact.h"
#include "graze/soft/lattice_memory.h"
namespace graze::soft {
Expected<void> check_apart(const BulkMemory&, const BulkScene&) { return {}; }
BulkReport advance_exact(BulkMemory&, BodyPoses) { return {}; }
}
