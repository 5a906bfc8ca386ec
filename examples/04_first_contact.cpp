// When do two moving bodies first touch, and where? Nothing between two samples is missed: there are no
// samples.
//
//     04_first_contact [A.stl B.stl]    without files: two rabbits, one flying past the other
#include <graze/graze.h>

#include <cstdio>

namespace {

graze::Expected<graze::Body> rabbit(std::size_t which) {
    const auto scene = graze::make_demo("bunnies", {.parameters = {{"triangles", 5000.0}}});
    if (!scene) return scene.error();
    return graze::build_body(scene->bodies[which].mesh);
}

void tell(const graze::FirstContact& hit) {
    switch (hit.verdict) {
        case graze::ContactVerdict::Clear:
            std::printf("proved: never nearer than the clearance\n");
            return;
        case graze::ContactVerdict::OverlapAtStart:
            std::printf("not apart to begin with\n");
            return;
        case graze::ContactVerdict::Undecided:
            std::printf("proved clear up to t = %.9f only\n", hit.clear_until);
            return;
        case graze::ContactVerdict::Contact:
            break;
    }
    const graze::ContactFeaturePair& at = hit.contacts.front();
    std::printf(
        "proved clear up to t = %.9f; then triangle %u of a and %u of b, %.3g apart at (%g, %g, %g)\n",
        hit.clear_until, at.triangles[0], at.triangles[1], at.distance_hi, at.points[0].x(), at.points[0].y(),
        at.points[0].z());
}

}  // namespace

int main(int argc, char** argv) {
    const auto a = argc == 3 ? graze::load_body(argv[1]) : rabbit(0);
    const auto b = argc == 3 ? graze::load_body(argv[2]) : rabbit(1);
    for (const auto* body : {&a, &b})
        if (!*body) return std::fprintf(stderr, "%s\n", body->error().message.c_str()), 2;

    const double size = a->size();
    const Eigen::Quaterniond turned(Eigen::AngleAxisd(1.5, graze::Vec3::UnitZ()));
    const graze::Pose from{graze::Vec3(2 * size, 0, 0)}, through{graze::Vec3(-2 * size, 0, 0), turned},
        above{graze::Vec3(2 * size, 0, 2 * size)};
    const double clearance = 1e-3 * size;
    tell(graze::first_contact(a->at_rest(), b->moving(graze::screw({from, through})),
                              {.clearance = clearance}));
    tell(
        graze::first_contact(a->at_rest(), b->moving(graze::slerp({from, above})), {.clearance = clearance}));
    return 0;
}
