// A certificate taken apart, so that tests can damage it in known ways and put it together again.
// Written from docs/certificates.md; shares no code with the reader in src/graze/io.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace graze::test {

using Json = nlohmann::ordered_json;

struct UnpackedMesh {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> ids;
};

struct UnpackedStrand {
    std::uint32_t segment, pair;
    double from, until;
    std::string nodes;
};

struct Unpacked {
    Json head;
    std::vector<UnpackedMesh> meshes;
    std::vector<UnpackedMesh> copies;  // version 3: without triangles
    std::vector<UnpackedStrand> strands;
};

template <class T>
T taken(const std::string& bytes, std::size_t& at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    at += sizeof value;
    return value;
}

/// Pre: well-formed.
inline Unpacked unpacked(const std::string& file) {
    Unpacked u;
    unsigned long long head = 0, body = 0;
    std::sscanf(file.c_str(), "graze-certificate %*d %llu %llu", &head, &body);
    std::size_t at = file.find('\n') + 1;
    u.head = Json::parse(file.substr(at, head));
    at += head;
    for (const Json& known : u.head["meshes"]) {
        UnpackedMesh b;
        for (int i = 0; i < known["vertices"].get<int>(); ++i)
            b.vertices.push_back(taken<std::array<double, 3>>(file, at));
        const int triangles = known["triangles"].get<int>();
        for (int i = 0; i < triangles; ++i)
            b.triangles.push_back(taken<std::array<std::uint32_t, 3>>(file, at));
        for (int i = 0; i < triangles; ++i) b.ids.push_back(taken<std::uint32_t>(file, at));
        u.meshes.push_back(std::move(b));
    }
    if (u.head.contains("copies"))
        for (const Json& copy : u.head["copies"]) {
            const UnpackedMesh& of = u.meshes[copy["mesh"].get<std::size_t>()];
            UnpackedMesh b;
            for (std::size_t i = 0; i < of.vertices.size(); ++i)
                b.vertices.push_back(taken<std::array<double, 3>>(file, at));
            for (std::size_t i = 0; i < of.ids.size(); ++i) b.ids.push_back(taken<std::uint32_t>(file, at));
            u.copies.push_back(std::move(b));
        }
    while (at < file.size()) {
        UnpackedStrand s{};
        s.segment = taken<std::uint32_t>(file, at), s.pair = taken<std::uint32_t>(file, at);
        s.from = taken<double>(file, at), s.until = taken<double>(file, at);
        const auto bytes = taken<std::uint64_t>(file, at);
        s.nodes = file.substr(at, bytes);
        at += bytes;
        u.strands.push_back(std::move(s));
    }
    return u;
}

template <class T>
void add(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Head and body with a first line that fits them.
inline std::string sealed(const std::string& head, const std::string& body, int version = 2) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const std::string* part : {&head, &body})
        for (const char c : *part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    char line[120];
    std::snprintf(line, sizeof line, "graze-certificate %d %zu %zu %016llx\n", version, head.size(),
                  body.size(), static_cast<unsigned long long>(hash));
    return line + head + body;
}

inline std::string packed(const Unpacked& u) {
    std::string body;
    for (const UnpackedMesh& b : u.meshes) {
        for (const auto& v : b.vertices) add(body, v);
        for (const auto& t : b.triangles) add(body, t);
        for (const auto id : b.ids) add(body, id);
    }
    for (const UnpackedMesh& b : u.copies) {
        for (const auto& v : b.vertices) add(body, v);
        for (const auto id : b.ids) add(body, id);
    }
    for (const UnpackedStrand& s : u.strands) {
        add(body, s.segment), add(body, s.pair), add(body, s.from), add(body, s.until);
        add(body, static_cast<std::uint64_t>(s.nodes.size()));
        body += s.nodes;
    }
    return sealed(u.head.dump(), body, u.head.contains("seated") ? 3 : 2);
}

/// What carries a body in a segment: as the segment says, or as the body does.
inline Json& links_in(Unpacked& u, std::size_t segment, std::size_t body) {
    for (Json& move : u.head["motions"][segment])
        if (move["body"] == body) return move["links"];
    return u.head["bodies"][body]["links"];
}
inline UnpackedMesh& mesh_of(Unpacked& u, std::size_t body) {
    return u.meshes[u.head["bodies"][body]["mesh"].get<std::size_t>()];
}

/// Says the same at length: every segment names every body.
inline void name_all(Unpacked& u) {
    for (std::size_t segment = 0; segment < u.head["motions"].size(); ++segment) {
        Json moves = Json::array();
        for (std::size_t body = 0; body < u.head["bodies"].size(); ++body)
            moves.push_back({{"body", body}, {"links", links_in(u, segment, body)}});
        u.head["motions"][segment] = std::move(moves);
    }
}

/// Takes a pair out of the list, with its strands.
inline void leave_out(Unpacked& u, std::size_t pair) {
    u.head["pairs"].erase(pair);
    std::erase_if(u.strands, [&](const UnpackedStrand& strand) { return strand.pair == pair; });
    for (UnpackedStrand& strand : u.strands) strand.pair -= strand.pair > pair ? 1 : 0;
}

/// Where the nodes of a strand begin; tags as in docs/certificates.md.
inline std::vector<std::size_t> node_places(const std::string& nodes) {
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < nodes.size();) {
        places.push_back(at);
        const int tag = nodes[at];
        at += 1 + (tag < 6 ? (tag % 2 == 0 ? 12 : 24) : tag == 18 ? 8 : 4);
    }
    return places;
}

}  // namespace graze::test
