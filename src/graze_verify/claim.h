// What a certificate claims, and whether its strands cover that (docs/certificates.md, sections 1 and 2).
#pragma once

#include "graze/io/certificate/certificate_reader.h"

namespace graze::verify {

/// Empty, or why no proof could be one of this head.
///
/// Guarantee: if empty, pairs and ignored pairs together are all pairs of bodies, each once; the motions of
///            each segment begin where those of the one before end; every link can be followed.
[[nodiscard]] std::string problem_with(const CertificateHead& head);

/// What is claimed, under which assumptions, in a sentence.
[[nodiscard]] std::string sentence_of(const CertificateHead& head);

/// The strands of a certificate, as long as they follow each other.
class CoverReader {
  public:
    CoverReader(const ByteSource& source, const Certificate& certificate)
        : head_(certificate.head), reader_(source, certificate.strands_at) {}

    /// False at the end of the file, or with a problem.
    /// Guarantee: after the end without a problem, the strands of each pair and segment have followed each
    ///            other without a gap over the time that is claimed.
    [[nodiscard]] bool next(CertificateStrand& strand);
    [[nodiscard]] const std::string& problem() const { return problem_; }

  private:
    const CertificateHead& head_;
    StrandReader reader_;
    std::uint64_t segment_ = 0, pair_ = 0;
    double reached_ = 0.0;
    std::string problem_;
};

}  // namespace graze::verify
