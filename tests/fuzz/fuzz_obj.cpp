#include "fuzz/mesh_claims.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    graze::fuzz::read_any_bytes({reinterpret_cast<const char*>(data), size}, "x.obj");
    return 0;
}
