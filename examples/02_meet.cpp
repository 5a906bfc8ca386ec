// Do two bodies meet? How, and which triangles? Exact answers, for one pose after another.
//
//     02_meet [A.stl B.stl]        without files: two rabbits, one coming nearer
#include <graze/graze.h>

#include <cstdio>

namespace {

graze::Expected<graze::Body> rabbit(std::size_t which) {
    const auto scene = graze::make_demo("bunnies", {.parameters = {{"triangles", 5000.0}}});
    if (!scene) return scene.error();
    return graze::build_body(scene->bodies[which].mesh);
}

const char* words_for(graze::BodyMeeting how) {
    switch (how) {
        case graze::BodyMeeting::Apart:
            return "are apart";
        case graze::BodyMeeting::Touching:
            return "touch";
        case graze::BodyMeeting::Intersecting:
            return "intersect";
        case graze::BodyMeeting::AInB:
            return "a is inside b";
        case graze::BodyMeeting::BInA:
            return "b is inside a";
    }
    return "";
}

/// Moves b along x in steps of a tenth of its size and asks at each.
void come_nearer(const graze::Body& a, const graze::Body& b) {
    graze::DiscreteWorkspace workspace;  // optional: many queries then share their memory
    for (int step = 10; step >= 0; --step) {
        const graze::Pose pose{graze::Vec3(0.1 * step * b.size(), 0, 0)};
        const auto how = graze::meeting_of(a.at(), b.at(pose), &workspace);
        const auto found =
            graze::find_intersections(a.at(), b.at(pose), {.find = graze::Find::TrianglePairs});
        std::printf("x = %8.3f: %s, %zu pairs of triangles meet\n", pose.translation.x(), words_for(how),
                    found.triangles.size());
    }
}

}  // namespace

int main(int argc, char** argv) {
    const auto a = argc == 3 ? graze::load_body(argv[1]) : rabbit(0);
    const auto b = argc == 3 ? graze::load_body(argv[2]) : rabbit(1);
    for (const auto* body : {&a, &b})
        if (!*body) return std::fprintf(stderr, "%s\n", body->error().message.c_str()), 2;
    come_nearer(*a, *b);
    return 0;
}
