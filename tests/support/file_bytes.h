// Bytes of small files, built by hand for the tests of io/.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace graze::test {

/// Appends a number as it lies in memory (little-endian).
template <class T>
void put(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Appends a number with its bytes reversed (big-endian).
template <class T>
void put_big(std::string& bytes, T value) {
    std::string little;
    put(little, value);
    bytes.append(little.rbegin(), little.rend());
}

inline std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return "with_replaced: '" + std::string(from) + "' is not there";
    return text.replace(at, from.size(), to);
}

/// Binary STL: nine floats per triangle; the count is what it says it is.
inline std::string stl_bytes(std::string_view header, std::uint32_t count,
                             const std::vector<float>& coordinates) {
    std::string bytes(header);
    bytes.resize(80, '\0');
    put(bytes, count);
    for (std::size_t i = 0; i + 9 <= coordinates.size(); i += 9) {
        for (int k = 0; k < 3; ++k) put(bytes, 0.0f);
        for (std::size_t k = 0; k < 9; ++k) put(bytes, coordinates[i + k]);
        put(bytes, std::uint16_t{0});
    }
    return bytes;
}

/// GLB from its two parts; pads both to four bytes. An empty binary part leaves its chunk out.
inline std::string glb_bytes(std::string json, std::string binary) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    binary.resize((binary.size() + 3) / 4 * 4, '\0');
    std::string bytes = "glTF";
    put(bytes, std::uint32_t{2});
    put(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + (binary.empty() ? 0 : 8 + binary.size())));
    put(bytes, static_cast<std::uint32_t>(json.size()));
    bytes += "JSON" + json;
    if (!binary.empty()) {
        put(bytes, static_cast<std::uint32_t>(binary.size()));
        bytes += std::string_view("BIN\0", 4);
        bytes += binary;
    }
    return bytes;
}

/// The positions (0,0,0) (4,0,0) (0,3,0) (0,0,2) as floats, then the indices of a tetrahedron as u16: 48 + 24
/// bytes.
inline std::string tetrahedron_binary() {
    std::string binary;
    for (const float x : {0.f, 0.f, 0.f, 4.f, 0.f, 0.f, 0.f, 3.f, 0.f, 0.f, 0.f, 2.f}) put(binary, x);
    for (const int i : {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2}) put(binary, static_cast<std::uint16_t>(i));
    return binary;
}

/// A GLB document of one node "tetra" over tetrahedron_binary().
inline std::string tetrahedron_json() {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"tetra","mesh":0}],)"
           R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
           R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)"
           R"({"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],)"
           R"("bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],)"
           R"("buffers":[{"byteLength":72}]})";
}

inline std::string tetrahedron_glb() { return glb_bytes(tetrahedron_json(), tetrahedron_binary()); }

}  // namespace graze::test
