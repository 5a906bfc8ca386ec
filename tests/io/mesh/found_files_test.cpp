// Files as people have them: packed, in strips, in OFF, in other containers, far away, with several objects.
#include "graze/core/file.h"
#include "graze/io/cad/step_references.h"
#include "graze/io/mesh/glb.h"
#include "graze/io/mesh/model_file.h"
#include "graze/io/mesh/split_model.h"
#include "graze/io/text/gzip.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace graze::found_files_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOff =
    "OFF # a tetrahedron\n4 4 6\n0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3 255 0 0\n"
    "3 1 2 3\n3 0 3 2\n";

/// Three lines "hello hello hello hello" and one of the alphabet, by gzip -9.
constexpr unsigned char kGzipped[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48,
                                      0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0xb9, 0x32, 0x48, 0x14, 0x4f,
                                      0x4c, 0x4a, 0x4e, 0x49, 0x4d, 0x4b, 0xcf, 0xc8, 0xcc, 0xca, 0xce, 0xc9,
                                      0xcd, 0xcb, 0x2f, 0x28, 0x2c, 0x2a, 0x2e, 0x29, 0x2d, 0x2b, 0xaf, 0xa8,
                                      0xac, 0xe2, 0x02, 0x00, 0xa3, 0x1a, 0x1c, 0xff, 0x63, 0x00, 0x00, 0x00};

std::string stored_gzip(const std::string& text, std::uint32_t crc) {
    std::string bytes("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01", 11);
    const auto put = [&](std::uint32_t value, int count) {
        for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i));
    };
    put(static_cast<std::uint32_t>(text.size()), 2);
    put(~static_cast<std::uint32_t>(text.size()), 2);
    bytes += text;
    put(crc, 4);
    put(static_cast<std::uint32_t>(text.size()), 4);
    return bytes;
}

TEST(FoundFiles, Example_StoredGzipIsUnpackedAndItsChecksumHeld) {
    const auto unpacked = unpack_gzip(stored_gzip("123456789", 0xCBF43926), "a.gz");  // the known CRC of it
    ASSERT_TRUE(unpacked) << unpacked.error().message;
    EXPECT_EQ(*unpacked, "123456789");
    EXPECT_FALSE(unpack_gzip(stored_gzip("123456789", 0xCBF43927), "a.gz"));
    EXPECT_FALSE(unpack_gzip(stored_gzip("123456789", 0xCBF43926).substr(0, 20), "a.gz"));
    EXPECT_FALSE(unpack_gzip(stored_gzip("123456789", 0xCBF43926), "a.gz", 5));
}

TEST(FoundFiles, Example_WhatGzipPacksIsUnpacked) {
    const std::string line = "hello hello hello hello\n";
    const std::string_view packed(reinterpret_cast<const char*>(kGzipped), sizeof kGzipped);
    const auto unpacked = unpack_gzip(packed, "a.gz");
    ASSERT_TRUE(unpacked) << unpacked.error().message;
    EXPECT_EQ(*unpacked, line + line + line + "abcdefghijklmnopqrstuvwxyz\n");
    for (std::size_t cut = 0; cut < packed.size(); ++cut)
        EXPECT_TRUE(cut == 0 || !unpack_gzip(packed.substr(0, cut), "a.gz")) << cut;
    const auto twice = unpack_gzip(std::string(packed) + std::string(packed), "a.gz");
    ASSERT_TRUE(twice);
    EXPECT_EQ(twice->size(), 2 * unpacked->size());
}

TEST(FoundFiles, Example_OffFilesAreRead) {
    const auto file = parse_mesh_file(kOff, "a.off");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->format, MeshFormat::Off);
    EXPECT_EQ(file->bodies[0].mesh.triangles.size(), 4u);
    EXPECT_EQ(bounds_of(file->bodies[0].mesh).max, Vec3(1, 2, 3));
    EXPECT_FALSE(parse_mesh_file(std::string(kOff).substr(0, 60), "a.off"));
    EXPECT_FALSE(parse_mesh_file("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "a.off"));
}

TEST(FoundFiles, Example_PlyStripsTurnEverySecondTriangle) {
    const auto file = parse_mesh_file(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n1 1 0\n8 0 1 2 3 -1 0 1 2\n",
        "a.ply");
    ASSERT_TRUE(file) << file.error().message;
    const Mesh& mesh = file->bodies[0].mesh;
    ASSERT_EQ(mesh.triangles.size(), 3u);
    for (std::uint32_t t = 0; t < 3; ++t) {
        const auto [a, b, c] = corners(mesh, t);
        EXPECT_GT((b - a).cross(c - a).z(), 0.0) << t;
    }
}

TEST(FoundFiles, Regression_ZipAndUtf16AreNamedAsWhatTheyAre) {
    const auto zip = parse_model_file("PK\x03\x04 and more", "a.stp");
    ASSERT_FALSE(zip);
    EXPECT_NE(zip.error().message.find("ZIP archive"), std::string::npos);
    const auto wide = parse_model_file("\xFF\xFEI\0S\0O\0", "a.stp");
    ASSERT_FALSE(wide);
    EXPECT_NE(wide.error().message.find("UTF-16"), std::string::npos);
}

TEST(FoundFiles, Example_ReferencesOfStepFilesAreFoundInTheirText) {
    const auto found = step_references(
        "#1=DOCUMENT_FILE ( 'a "
        "b.stp','',$);#2=APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT('C:\\\\x\\\\c.stp',#3);"
        "#4=DOCUMENT_FILE($,'');");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].name, "a b.stp");
    EXPECT_EQ(found[1].name, "C:\\\\x\\\\c.stp");
}

TEST(FoundFiles, Example_ReferencedFilesAreReadOnceByPlainNamesAndAbsentOnesNamed) {
    const fs::path folder = fs::path(testing::TempDir()) / ("graze-references-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    ASSERT_TRUE(write_file_atomically(folder / "ROD.STP", "ISO-10303-21; #1=DOCUMENT_FILE('nut.stp');"));
    ASSERT_TRUE(write_file_atomically(folder / "nut.stp", "ISO-10303-21;"));
    ASSERT_TRUE(write_file_atomically(folder / "notes.pdf", "PDF"));
    const auto files = read_step_references(
        "#1=DOCUMENT_FILE('C:\\x\\rod.stp');#2=DOCUMENT_FILE('nut.stp');#3=DOCUMENT_FILE('gone.stp');"
        "#4=DOCUMENT_FILE('notes.pdf');#5=DOCUMENT_FILE('../../etc/passwd');",
        folder);
    fs::remove_all(folder);
    ASSERT_EQ(files.files.size(), 2u);
    EXPECT_EQ(files.files[0].name, "rod.stp");
    EXPECT_EQ(files.files[1].name, "nut.stp");
    EXPECT_NE(files.main.find("DOCUMENT_FILE('rod.stp')"), std::string::npos);
    EXPECT_EQ(files.absent, (std::vector<std::string>{"gone.stp", "../../etc/passwd"}));
}

TEST(FoundFiles, Example_ObjectsOfAnObjFileAndPiecesBecomeBodies) {
    const std::string text =
        "o door\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no body\nv 5 0 0\nv 6 0 0\nv 5 1 0\n"
        "f 4 5 6\no door\nv 0 0 1\nf 1 3 7\n";
    const auto model = parse_model_file(text, "car.obj");
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 1u);
    const ModelFile objects = split_model(*model, SplitBy::Objects);
    ASSERT_EQ(objects.bodies.size(), 2u);
    EXPECT_EQ(objects.bodies[0].name, "door");
    EXPECT_EQ(objects.bodies[0].mesh->triangles.size(), 2u);
    EXPECT_EQ(objects.bodies[1].name, "body");
    const ModelFile pieces = split_model(*model, SplitBy::Pieces);
    ASSERT_EQ(pieces.bodies.size(), 2u);
    EXPECT_EQ(pieces.bodies[1].name, "car/piece-2");
    EXPECT_EQ(split_model(*model, SplitBy::Solids).bodies.size(), 1u);
}

/// Written and read again: the same place and way round, though the file has y upward; far from the origin, too.
TEST(FoundFiles, Property_GlbHasYUpwardAndComesBackTheSame) {
    const fs::path path =
        fs::path(testing::TempDir()) / ("graze-upward-" + std::to_string(::getpid()) + ".glb");
    for (const double far : {0.0, 1e9}) {
        auto file = parse_mesh_file(kOff, "a.off");
        ASSERT_TRUE(file);
        for (Vec3& p : file->bodies[0].mesh.vertices) p += Vec3(far, -far, far);
        ASSERT_TRUE(write_mesh_file(path, file->bodies));
        const auto bytes = read_file(path);
        ASSERT_TRUE(bytes);
        EXPECT_NE(bytes->find("\"matrix\":[1.0,0.0,0.0,0.0,0.0,0.0,-1.0"), std::string::npos);
        EXPECT_EQ(bytes->find("\"translation\"") != std::string::npos, far > 0.0);
        const auto back = read_mesh_file(path);
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(back->bodies[0].name, "a");
        const Mesh &was = file->bodies[0].mesh, &is = back->bodies[0].mesh;
        ASSERT_EQ(is.vertices.size(), was.vertices.size());
        ASSERT_EQ(is.triangles.size(), was.triangles.size());
        for (std::uint32_t t = 0; t < is.triangles.size(); ++t)  // vertices may come in another order
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3 gap = is.vertices[is.triangles[t][k]] - was.vertices[was.triangles[t][k]];
                EXPECT_LT(gap.norm(), far == 0.0 ? 1e-6 : 1e-5) << t << ", corner " << k;
            }
    }
    fs::remove(path);
}

}  // namespace
}  // namespace graze::found_files_test
