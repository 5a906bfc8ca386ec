// What a certificate claims, and whether its strands cover that (docs/certificates.md, sections 1 and 2).
#pragma once

#include "graze/io/certificate/certificate_reader.h"
#include "graze_verify/boxes.h"
#include "graze_verify/verify.h"

#include <span>

namespace graze::verify {

/// Empty, or why no proof could be one of this head.
///
/// Guarantee: if empty, the pairs of each list rise, and no pair is both among the strands' and ignored; the
///            motions of each segment begin where those of the one before end; every link can be followed.
/// Cost:      proportional to the head.
[[nodiscard]] std::string problem_with(const CertificateHead& head);

struct Partition {
    std::string problem;  // empty: nothing is left out
    PairCounts pairs;
    double least_clearance = 0.0, most_clearance = 0.0;  // of pairs that are claimed, if there are some
};

/// Guarantee: if there is no problem, every pair of bodies is listed, ignored, at rest against each other
///            (carriers.h), or stays farther apart than its clearance by boxes.h in all covered time.
/// Pre:       problem_with(head) is empty.
/// Errors:    Interrupted.
/// Cost:      a sweep (sweep.h); memory proportional to the head.
[[nodiscard]] Expected<Partition> check_partition(const CertificateHead& head,
                                                  std::span<const MeshExtent> meshes, int threads);

/// "'plate' and 'fork'", fit for a line of a message.
[[nodiscard]] std::string names_of(const CertificateHead& head, const CertificatePair& pair);

/// What follows if the strands hold.
[[nodiscard]] Proves proves_of(const CertificateHead& head, const Partition& partition);

/// What a strand may be about, by its number: the listed pairs, then the copies of seated pairs, then the
/// clearances of seated pairs.
struct StrandSubject {
    CertificatePair bodies;
    std::array<std::uint32_t, 2> meshes;  // of the bodies, or their copies
    double clearance;
};
[[nodiscard]] inline std::uint64_t subjects_of(const CertificateHead& head) {
    return head.pairs.size() + 2 * head.seated.size();
}
/// Pre: number < subjects_of(head).
[[nodiscard]] StrandSubject subject_of(const CertificateHead& head, std::uint64_t number);

// Parts of the sentence that are the same for triangles and for CAD surfaces: what is claimed of so many bodies, when,
// and what is said of other pairs.
[[nodiscard]] std::string claims_text(const CertificateHead& head, const Partition& partition,
                                      std::size_t bodies);
[[nodiscard]] std::string times_text(const CertificateHead& head);
[[nodiscard]] std::string rest_text(const Partition& partition);

/// What is claimed, under which assumptions, in a sentence.
[[nodiscard]] std::string sentence_of(const CertificateHead& head, const Partition& partition,
                                      const std::optional<NearestPlace>& nearest = {});

/// The strands of a certificate, as long as they follow each other.
class CoverReader {
  public:
    CoverReader(const ByteSource& source, const Certificate& certificate)
        : head_(certificate.head), reader_(source, certificate.strands_at) {
        find_next();
    }

    /// False at the end of the file, or with a problem.
    /// Guarantee: after the end without a problem, the strands of each pair and segment have followed each
    ///            other without a gap over the time that is claimed.
    [[nodiscard]] bool next(CertificateStrand& strand);
    [[nodiscard]] const std::string& problem() const { return problem_; }

  private:
    [[nodiscard]] double end() const { return segment_ < head_.whole_segments ? 1.0 : head_.until; }
    void find_next();

    const CertificateHead& head_;
    StrandReader reader_;
    std::uint64_t segment_ = 0, pair_ = 0;
    double reached_ = 0.0;
    std::string problem_;
};

}  // namespace graze::verify
