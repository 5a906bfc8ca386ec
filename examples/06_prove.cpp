// Will it fit, and can you prove it? Proves that two moving bodies stay apart, writes the proof down, and
// lets the independent checker judge it: once as it is, once after somebody has changed what it claims.
#include <graze/graze.h>
#include <graze_verify/verify.h>

#include <cstdio>

int main() {
    const auto scene = graze::make_demo("plates", {.parameters = {{"triangles", 1000.0}}});
    if (!scene) return std::fprintf(stderr, "%s\n", scene.error().message.c_str()), 2;
    const auto proof = graze::prove_paths(*scene, {.clearance = 0.01});
    if (!proof) return std::fprintf(stderr, "%s\n", proof.error().message.c_str()), 2;
    std::printf("verdict: %s\n", graze::name_of(proof->verdict));
    if (proof->verdict != graze::ContactVerdict::Clear) return 1;

    std::string file = graze::format_certificate(*scene, *proof, "plates");
    const auto checked = graze::verify::verify_certificate(file);
    if (!checked) return std::fprintf(stderr, "%s\n", checked.error().message.c_str()), 2;
    std::printf("%zu bytes: %s\n%s\n", file.size(), checked->valid ? "valid" : "rejected",
                checked->sentence.c_str());

    file[file.size() - 3] ^= 1;
    const auto damaged = graze::verify::verify_certificate(file);
    std::printf("damaged: %s\n", damaged && !damaged->valid ? damaged->reason.c_str() : "accepted?");
    return checked->valid && damaged && !damaged->valid ? 0 : 1;
}
