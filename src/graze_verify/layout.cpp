#include "graze_verify/layout.h"

#include "graze_verify/verify.h"

#include <charconv>
#include <cstring>

namespace graze::verify {
namespace {

constexpr std::string_view kFirstWords = "graze-certificate 1 ";
constexpr std::uint64_t kLongestLine = 120, kStrandBytes = 32, kPiece = 1 << 16;
constexpr const char* kUnreadable = "the file cannot be read to its end";

template <class T>
bool take_number(std::string_view& text, T& value, int base) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty()) text.remove_prefix(1);  // the space
    return true;
}

// Reads the first line and the head. `at` becomes the beginning of the body.
std::string read_beginning(const ByteSource& source, std::string& head, std::uint64_t& at) {
    std::string line(std::min(kLongestLine, source.size), '\0');
    if (!source.read(0, line.data(), line.size())) return kUnreadable;
    const std::size_t end = line.find('\n');
    if (!line.starts_with(kFirstWords) || end == std::string::npos)
        return "this is not a certificate of version 1";
    std::string_view words = std::string_view(line).substr(kFirstWords.size(), end - kFirstWords.size());
    std::uint64_t head_bytes = 0, body_bytes = 0, checksum = 0, sum = kNoBytes;
    if (!take_number(words, head_bytes, 10) || !take_number(words, body_bytes, 10) ||
        !take_number(words, checksum, 16) || !words.empty())
        return "the first line is damaged";
    const std::uint64_t rest = source.size - (end + 1);
    if (head_bytes > rest || body_bytes != rest - head_bytes)
        return "the file is not as long as its first line says; was it truncated?";
    std::string piece(std::min(kPiece, rest), '\0');
    for (at = end + 1; at < source.size; at += piece.size()) {
        piece.resize(std::min<std::uint64_t>(piece.size(), source.size - at));
        if (!source.read(at, piece.data(), piece.size())) return kUnreadable;
        sum = checksum_of(piece, sum);
    }
    if (sum != checksum) return "the checksum does not fit; was the file damaged?";
    head.resize(head_bytes);
    at = end + 1 + head_bytes;
    return source.read(end + 1, head.data(), head.size()) ? "" : kUnreadable;
}

std::string measure(Body& body) {
    Point least = body.vertices.empty() ? Point{} : body.vertices[0], most = least;
    for (const Point& x : body.vertices)
        for (int k = 0; k < 3; ++k) {
            if (!std::isfinite(x[k])) return "a vertex is not finite";
            least[k] = std::min(least[k], x[k]), most[k] = std::max(most[k], x[k]);
        }
    for (int k = 0; k < 3; ++k) {
        body.reach[k] = std::max(-least[k], most[k]);
        body.centre[k] = 0.5 * least[k] + 0.5 * most[k];
    }
    std::vector<bool> seen(body.triangles.size(), false);
    for (std::size_t i = 0; i < body.triangles.size(); ++i) {
        for (const std::uint32_t vertex : body.triangles[i])
            if (vertex >= body.vertices.size()) return "a triangle names a vertex that does not exist";
        const std::uint32_t id = body.ids[i];
        if (id >= body.triangles.size() || seen[id])
            return "the numbers of its triangles are not each there once";
        seen[id] = true;
    }
    return {};
}

template <class T>
bool read_list(const ByteSource& source, std::uint64_t& at, std::uint64_t count, std::vector<T>& list) {
    list.resize(count);
    const std::uint64_t bytes = count * sizeof(T);
    at += bytes;
    return source.read(at - bytes, reinterpret_cast<char*>(list.data()), bytes);
}

std::string read_body(const ByteSource& source, const CertificateBody& known, std::uint64_t& at, Body& body) {
    if (24 * known.vertices + 16 * known.triangles > source.size - at)  // counts are below 2^32
        return "more vertices or triangles than the file holds";
    if (!read_list(source, at, known.vertices, body.vertices) ||
        !read_list(source, at, known.triangles, body.triangles) ||
        !read_list(source, at, known.triangles, body.ids))
        return kUnreadable;
    return measure(body);
}

}  // namespace

std::uint64_t checksum_of(std::string_view bytes, std::uint64_t hash) {
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return hash;
}

Layout read_layout(const ByteSource& source) {
    Layout layout;
    std::string head;
    std::uint64_t at = 0;
    layout.problem = read_beginning(source, head, at);
    if (!layout.problem.empty()) return layout;
    HeadReading reading = read_head(head);
    layout.head = std::move(reading.head);
    layout.problem = std::move(reading.problem);
    for (std::size_t i = 0; i < layout.head.bodies.size() && layout.problem.empty(); ++i) {
        const CertificateBody& known = layout.head.bodies[i];
        layout.problem = read_body(source, known, at, layout.bodies.emplace_back());
        if (!layout.problem.empty()) layout.problem = "body \"" + known.name + "\": " + layout.problem;
    }
    layout.strands_at = at;
    return layout;
}

bool StrandReader::fail(const char* what) {
    problem_ = "segment " + std::to_string(segment_) + ", pair " + std::to_string(pair_) + ": " + what;
    return false;
}

bool StrandReader::next(Strand& strand) {
    const std::uint64_t segments = head_.whole_segments + (head_.until > 0.0 ? 1 : 0);
    const std::uint64_t rest = source_.size - at_;
    if (!problem_.empty()) return false;
    if (rest == 0)
        return segment_ != segments && !head_.pairs.empty() ? fail("the proof ends before the claim") : false;
    std::array<char, kStrandBytes> raw{};
    if (rest < kStrandBytes) return fail("a strand is cut off");
    if (!source_.read(at_, raw.data(), raw.size())) return fail(kUnreadable);
    std::memcpy(&strand.segment, raw.data(), 4), std::memcpy(&strand.pair, raw.data() + 4, 4);
    std::memcpy(&strand.from, raw.data() + 8, 8), std::memcpy(&strand.until, raw.data() + 16, 8);
    std::memcpy(&strand.bytes, raw.data() + 24, 8);
    strand.at = at_ + kStrandBytes;
    if (strand.bytes > rest - kStrandBytes) return fail("a strand is longer than the file");
    at_ = strand.at + strand.bytes;
    if (segment_ >= segments || head_.pairs.empty()) return fail("a strand proves what is not claimed");
    const double end = segment_ < head_.whole_segments ? 1.0 : head_.until;
    if (strand.segment != segment_ || strand.pair != pair_ || strand.from != reached_ ||
        !(strand.until > reached_ && strand.until <= end))
        return fail("the strands do not follow each other without a gap");
    reached_ = strand.until;
    if (reached_ == end) {
        reached_ = 0.0;
        if (++pair_ == head_.pairs.size()) pair_ = 0, ++segment_;
    }
    return true;
}

}  // namespace graze::verify
