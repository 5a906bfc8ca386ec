#include "graze_verify/layout.h"

#include "graze_verify/verify.h"

#include <charconv>

namespace graze::verify {
namespace {

constexpr std::string_view kFirstWords = "graze-certificate 1 ";
constexpr std::size_t kLongestLine = 120;
constexpr std::uint64_t kStrandBytes = 4 + 4 + 8 + 8 + 8;

struct Parts {
    std::string_view head, body;
    std::string problem;
};

template <class T>
bool take_number(std::string_view& text, T& value, int base) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty()) text.remove_prefix(1);  // the space
    return true;
}

Parts parts_of(std::string_view bytes) {
    const std::size_t line = bytes.substr(0, kLongestLine).find('\n');
    if (!bytes.starts_with(kFirstWords) || line == std::string_view::npos)
        return {{}, {}, "this is not a certificate of version 1"};
    std::string_view words = bytes.substr(kFirstWords.size(), line - kFirstWords.size());
    bytes.remove_prefix(line + 1);
    std::uint64_t head = 0, body = 0, checksum = 0;
    if (!take_number(words, head, 10) || !take_number(words, body, 10) || !take_number(words, checksum, 16) ||
        !words.empty())
        return {{}, {}, "the first line is damaged"};
    if (head > bytes.size() || body != bytes.size() - head)
        return {{}, {}, "the file is not as long as its first line says; was it truncated?"};
    if (checksum_of(bytes) != checksum) return {{}, {}, "the checksum does not fit; was the file damaged?"};
    return {bytes.substr(0, head), bytes.substr(head), {}};
}

std::string find_bad_numbers(const BodyBytes& body) {
    for (std::uint64_t i = 0; i < body.vertex_count; ++i)
        for (const double x : body.vertex(i))
            if (!std::isfinite(x)) return "a vertex is not finite";
    std::vector<bool> seen(body.triangle_count, false);
    for (std::uint64_t i = 0; i < body.triangle_count; ++i) {
        for (const std::uint32_t vertex : body.triangle(i))
            if (vertex >= body.vertex_count) return "a triangle names a vertex that does not exist";
        const std::uint32_t id = body.id(i);
        if (id >= body.triangle_count || seen[id])
            return "the numbers of its triangles are not each there once";
        seen[id] = true;
    }
    return {};
}

std::string read_bodies(std::string_view& rest, Layout& layout) {
    for (const CertificateBody& body : layout.head.bodies) {
        const std::uint64_t vertices = 24 * body.vertices,
                            triangles = 12 * body.triangles;  // below 2^37 each
        if (vertices + triangles + 4 * body.triangles > rest.size())
            return "body \"" + body.name + "\": more vertices or triangles than the file holds";
        const char* at = rest.data();
        layout.bodies.push_back(
            {at, at + vertices, at + vertices + triangles, body.vertices, body.triangles});
        rest.remove_prefix(vertices + triangles + 4 * body.triangles);
        if (const std::string problem = find_bad_numbers(layout.bodies.back()); !problem.empty())
            return "body \"" + body.name + "\": " + problem;
    }
    return {};
}

// Strands come in the order of segment, pair and time; each begins where the one before ended.
std::string read_strands(std::string_view rest, Layout& layout) {
    const CertificateHead& head = layout.head;
    const std::uint64_t segments = head.whole_segments + (head.until > 0.0 ? 1 : 0);
    std::uint64_t segment = 0, pair = 0;
    double reached = 0.0;
    while (!rest.empty()) {
        if (rest.size() < kStrandBytes) return "a strand is cut off";
        const auto bytes = load<std::uint64_t>(rest.data() + 24);
        if (bytes > rest.size() - kStrandBytes) return "a strand is longer than the file";
        const Strand strand{load<std::uint32_t>(rest.data()), load<std::uint32_t>(rest.data() + 4),
                            load<double>(rest.data() + 8), load<double>(rest.data() + 16),
                            rest.substr(kStrandBytes, bytes)};
        rest.remove_prefix(kStrandBytes + bytes);
        if (segment >= segments || head.pairs.empty()) return "a strand proves what is not claimed";
        const double end = segment < head.whole_segments ? 1.0 : head.until;
        if (strand.segment != segment || strand.pair != pair || strand.from != reached ||
            !(strand.until > reached && strand.until <= end))
            return "the strands of segment " + std::to_string(segment) + ", pair " + std::to_string(pair) +
                   " do not follow each other without a gap";
        layout.strands.push_back(strand);
        reached = strand.until;
        if (reached == end) {
            reached = 0.0;
            if (++pair == head.pairs.size()) pair = 0, ++segment;
        }
    }
    if (segment != segments && !head.pairs.empty())
        return "segment " + std::to_string(segment) + ", pair " + std::to_string(pair) +
               ": the proof ends before the claim";
    return {};
}

}  // namespace

std::uint64_t checksum_of(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return hash;
}

HeadReading read_claim(std::string_view bytes) {
    const Parts parts = parts_of(bytes);
    if (!parts.problem.empty()) return {{}, parts.problem};
    return read_head(parts.head);
}

Layout read_layout(std::string_view bytes) {
    Layout layout;
    const Parts parts = parts_of(bytes);
    layout.problem = parts.problem;
    if (!layout.problem.empty()) return layout;
    HeadReading reading = read_head(parts.head);
    layout.head = std::move(reading.head);
    layout.problem = std::move(reading.problem);
    std::string_view rest = parts.body;
    if (layout.problem.empty()) layout.problem = read_bodies(rest, layout);
    if (layout.problem.empty()) layout.problem = read_strands(rest, layout);
    return layout;
}

}  // namespace graze::verify
