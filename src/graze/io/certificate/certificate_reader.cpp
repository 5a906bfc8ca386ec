#include "graze/io/certificate/certificate_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace graze::internal {
namespace {

static_assert(std::endian::native == std::endian::little, "certificates are read on little-endian machines");

constexpr std::string_view kOldWords = "graze-certificate 1 ", kPlainWords = "graze-certificate 2 ",
                           kSeatedWords = "graze-certificate 3 ", kCadWords = "graze-certificate 4 ";
constexpr std::uint64_t kLongestLine = 120, kStrandBytes = 32, kPiece = 1 << 16, kNodePiece = 1 << 15;
constexpr const char* kUnreadable = "the file cannot be read to its end";

// Nodes, each a tag and what follows it. Leaves: twice the frame, 1 more for doubles instead of floats.
enum Tag : unsigned char { kLeafEnd = 6, kSplitA = 16, kSplitB = 17, kSplitTime = 18 };

// A number written as a writer writes it: lower case, and no zeros before it but those of a checksum.
bool take_number(std::string_view& text, std::uint64_t& value, int base) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc()) return false;
    const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.data()));
    text.remove_prefix(digits.size());
    if (base == 16)
        return digits.size() == 16 &&
               std::ranges::none_of(digits, [](char c) { return c >= 'A' && c <= 'F'; });
    return digits.size() == 1 || digits.front() != '0';
}
bool take_space(std::string_view& text) {
    const bool is_there = text.starts_with(' ');
    text.remove_prefix(is_there ? 1 : 0);
    return is_there;
}

// Reads the first line and the head. `at` becomes the beginning of the body.
std::string read_beginning(const ByteSource& source, std::string& head, std::uint64_t& at, int& version) {
    std::string line(std::min(kLongestLine, source.size), '\0');
    if (!source.read(0, line.data(), line.size())) return kUnreadable;
    const std::size_t end = line.find('\n');
    if (line.starts_with(kOldWords)) return "this certificate was made by an older graze; make it again";
    version = line.starts_with(kPlainWords)    ? 2
              : line.starts_with(kSeatedWords) ? 3
              : line.starts_with(kCadWords)    ? 4
                                               : 0;
    if (version == 0 || end == std::string::npos) return "this is not a certificate of version 2, 3 or 4";
    std::string_view words = std::string_view(line).substr(kPlainWords.size(), end - kPlainWords.size());
    std::uint64_t head_bytes = 0, body_bytes = 0, checksum = 0, sum = kChecksumOfNothing;
    if (!take_number(words, head_bytes, 10) || !take_space(words) || !take_number(words, body_bytes, 10) ||
        !take_space(words) || !take_number(words, checksum, 16) || !words.empty())
        return "the first line is damaged";
    const std::uint64_t rest = source.size - (end + 1);
    if (head_bytes > rest || body_bytes != rest - head_bytes)
        return "the file is not as long as its first line says; was it truncated?";
    std::string piece(std::min(kPiece, rest), '\0');
    for (at = end + 1; at < source.size; at += piece.size()) {
        piece.resize(std::min<std::uint64_t>(piece.size(), source.size - at));
        if (!source.read(at, piece.data(), piece.size())) return kUnreadable;
        sum = certificate_checksum(piece, sum);
    }
    if (sum != checksum) return "the checksum does not fit; was the file damaged?";
    head.resize(head_bytes);
    at = end + 1 + head_bytes;
    return source.read(end + 1, head.data(), head.size()) ? "" : kUnreadable;
}

std::string problem_with(const CertificateMesh& mesh) {
    for (const auto& vertex : mesh.vertices)
        for (const double x : vertex)
            if (!std::isfinite(x)) return "a vertex is not finite";
    std::vector<bool> seen(mesh.triangles.size(), false);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (const std::uint32_t vertex : mesh.triangles[i])
            if (vertex >= mesh.vertices.size()) return "a triangle names a vertex that does not exist";
        const std::uint32_t id = mesh.ids[i];
        if (id >= mesh.triangles.size() || seen[id])
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

std::string read_mesh(const ByteSource& source, const CertificateMeshSize& known, std::uint64_t& at,
                      CertificateMesh& mesh) {
    if (24 * known.vertices + 16 * known.triangles > source.size - at)  // counts are below 2^32
        return "more vertices or triangles than the file holds";
    if (!read_list(source, at, known.vertices, mesh.vertices) ||
        !read_list(source, at, known.triangles, mesh.triangles) ||
        !read_list(source, at, known.triangles, mesh.ids))
        return kUnreadable;
    return problem_with(mesh);
}

// The triangles of a copy are those of its mesh, in an order of their own.
std::string read_copy(const ByteSource& source, const CertificateMesh& of, std::uint64_t& at,
                      CertificateMesh& copy) {
    if (24 * of.vertices.size() + 4 * of.triangles.size() > source.size - at)
        return "more vertices or triangles than the file holds";
    if (!read_list(source, at, of.vertices.size(), copy.vertices) ||
        !read_list(source, at, of.triangles.size(), copy.ids))
        return kUnreadable;
    std::vector<std::uint32_t> place(of.ids.size());  // by number in the scene
    for (std::size_t i = 0; i < of.ids.size(); ++i) place[of.ids[i]] = static_cast<std::uint32_t>(i);
    for (const std::uint32_t id : copy.ids) {
        if (id >= place.size()) return "the numbers of its triangles are not each there once";
        copy.triangles.push_back(of.triangles[place[id]]);
    }
    return problem_with(copy);
}

/// So many bytes from a place on, which moves on; nothing if the file has fewer.
bool read_text(const ByteSource& source, std::uint64_t& at, std::uint64_t bytes, std::string& text) {
    if (bytes > source.size - at) return false;
    text.resize(bytes);
    at += bytes;
    return source.read(at - bytes, text.data(), bytes);
}

std::string read_cad(const ByteSource& source, std::uint64_t& at, Certificate& certificate) {
    const CertificateCad& cad = *certificate.head.cad;
    std::string bytes;
    for (const CertificateShapeSize& known : cad.shapes) {
        const std::string where = "shape " + std::to_string(certificate.shapes.size()) + ": ";
        if (!read_text(source, at, known.bytes, bytes)) return where + "longer than the file";
        if (std::string problem = read_shape(bytes, known.faces, certificate.shapes.emplace_back());
            !problem.empty())
            return where + problem;
    }
    for (const CertificateCadBody& known : cad.bodies) {
        const std::string where = "cuts of CAD body " + std::to_string(certificate.cuts.size()) + ": ";
        if (!read_text(source, at, known.bytes, bytes)) return where + "longer than the file";
        if (std::string problem = read_cuts(bytes, certificate.cuts.emplace_back()); !problem.empty())
            return where + problem;
    }
    return {};
}

}  // namespace

std::uint64_t certificate_checksum(std::string_view bytes, std::uint64_t hash) {
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return hash;
}

Expected<Certificate> read_certificate(const ByteSource& source) {
    std::string head_text;
    std::uint64_t at = 0;
    int version = 0;
    if (std::string problem = read_beginning(source, head_text, at, version); !problem.empty())
        return Error{ErrorCode::BadInput, std::move(problem)};
    auto head = read_certificate_head(head_text);
    if (!head) return head.error();
    if ((version == 3) != !head->seated.empty())
        return Error{ErrorCode::BadInput, "seated pairs are for version 3, and only for that"};
    if ((version == 4) != head->cad.has_value())
        return Error{ErrorCode::BadInput, "CAD surfaces are for version 4, and only for that"};
    Certificate certificate{.head = std::move(*head), .meshes = {}};
    for (const CertificateMeshSize& known : certificate.head.meshes)
        if (const std::string problem = read_mesh(source, known, at, certificate.meshes.emplace_back());
            !problem.empty())
            return Error{ErrorCode::BadInput,
                         "mesh " + std::to_string(certificate.meshes.size() - 1) + ": " + problem};
    for (const CertificateCopy& copy : certificate.head.copies) {
        CertificateMesh mesh;
        if (const std::string problem = read_copy(source, certificate.meshes[copy.mesh], at, mesh);
            !problem.empty())
            return Error{ErrorCode::BadInput,
                         "copy " +
                             std::to_string(certificate.meshes.size() - certificate.head.meshes.size()) +
                             ": " + problem};
        certificate.meshes.push_back(std::move(mesh));
    }
    if (certificate.head.cad)
        if (std::string problem = read_cad(source, at, certificate); !problem.empty())
            return Error{ErrorCode::BadInput, std::move(problem)};
    certificate.strands_at = at;
    return certificate;
}

bool StrandReader::next(CertificateStrand& strand) {
    const std::uint64_t rest = source_.size - at_;
    std::array<char, kStrandBytes> raw{};
    if (!problem_.empty() || rest == 0) return false;
    if (rest < kStrandBytes)
        problem_ = "a strand is cut off";
    else if (!source_.read(at_, raw.data(), raw.size()))
        problem_ = kUnreadable;
    std::memcpy(&strand.segment, raw.data(), 4), std::memcpy(&strand.pair, raw.data() + 4, 4);
    std::memcpy(&strand.from, raw.data() + 8, 8), std::memcpy(&strand.until, raw.data() + 16, 8);
    std::memcpy(&strand.bytes, raw.data() + 24, 8);
    strand.at = at_ + kStrandBytes;
    if (problem_.empty() && strand.bytes > rest - kStrandBytes) problem_ = "a strand is longer than the file";
    at_ = strand.at + strand.bytes;
    return problem_.empty();
}

// Makes the next piece of the strand available, after what is left of the last one.
void NodeReader::refill() {
    piece_.erase(0, used_);
    used_ = 0;
    const std::size_t left = piece_.size(), more = std::min<std::uint64_t>(kNodePiece, end_ - next_);
    piece_.resize(left + more);
    if (!source_.read(next_, piece_.data() + left, more)) problem_ = kUnreadable;
    next_ += more;
    if (progress_) progress_->advance(more);
}

template <class T>
T NodeReader::take() {
    T value{};
    if (piece_.size() - used_ < sizeof value) refill();
    if (piece_.size() - used_ < sizeof value) problem_ = "the proof ends in the middle of a node";
    if (!problem_.empty()) return value;
    std::memcpy(&value, piece_.data() + used_, sizeof value);
    used_ += sizeof value;
    return value;
}

bool NodeReader::next(CertificateNode& node) {
    const auto tag = take<unsigned char>();
    if (!problem_.empty()) return false;
    if (tag < kLeafEnd) {
        node.kind = NodeKind::Leaf;
        node.frame = tag / 2;
        if (tag % 2 == 0) {
            const auto n = take<std::array<float, 3>>();
            node.direction = {n[0], n[1], n[2]};
        } else {
            node.direction = take<std::array<double, 3>>();
        }
    } else if (tag == kSplitA || tag == kSplitB) {
        node.kind = tag == kSplitA ? NodeKind::SplitA : NodeKind::SplitB;
        node.middle = take<std::uint32_t>();
    } else if (tag == kSplitTime) {
        node.kind = NodeKind::SplitTime;
        node.time = take<double>();
    } else {
        problem_ = "a node of unknown kind";
    }
    return problem_.empty();
}

}  // namespace graze::internal
