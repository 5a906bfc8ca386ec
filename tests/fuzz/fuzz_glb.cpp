#include "fuzz/mesh_claims.h"
#include "support/file_bytes.h"

// Chance hardly ever gets the lengths in a GLB's headers right. So bytes that do not begin with the magic are
// taken as the JSON part, a zero byte, and the binary part, and are packed properly.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.starts_with("glTF")) {
        graze::fuzz::read_any_bytes(bytes, "x.glb");
        return 0;
    }
    const std::size_t zero = bytes.find('\0');
    const bool has_binary = zero != std::string_view::npos;
    graze::fuzz::read_any_bytes(graze::test::glb_bytes(std::string(bytes.substr(0, zero)),
                                                       has_binary ? std::string(bytes.substr(zero + 1)) : ""),
                                "x.glb");
    return 0;
}
