// What no reader may do: crash, accept rubbish, say only "invalid", or take much more memory than the file
// has.
#include "graze/core/file.h"
#include "graze/io/mesh/mesh_file.h"
#include "support/file_bytes.h"
#include "support/memory_use.h"
#include "support/odd_meshes.h"

#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

namespace graze::broken_files_test {
namespace {

using test::with_replaced;

// A reader may hold this many times the file's bytes, plus a constant for buffers that do not depend on it.
constexpr std::size_t kMemoryFactor = 16;
constexpr std::size_t kMemoryConstant = std::size_t{1} << 20;

struct Broken {
    std::string name;  // of the file
    std::string bytes;
    std::string place;  // must follow the name in the message
    std::string what;   // must be in it as well
};

const std::string kObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const std::string kAsciiStl =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
    "0\nendloop\nendfacet\nendsolid a\n";
const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

std::string binary_ply() {
    std::string bytes =
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float "
        "y\nproperty float z\n"
        "element face 1\nproperty list int int vertex_indices\nend_header\n";
    for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) test::put(bytes, x);
    for (const int v : {3, 0, 1, 2}) test::put(bytes, std::int32_t{v});
    return bytes;
}

std::string stl(std::uint32_t count = 2) {
    return test::stl_bytes("x", count, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0});
}

std::string stl_with(std::size_t coordinate, float value) {
    std::vector<float> c{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    c[coordinate] = value;
    return test::stl_bytes("x", 2, c);
}

std::string poked(std::string bytes, std::size_t at, std::uint32_t value) {
    std::memcpy(bytes.data() + at, &value, 4);
    return bytes;
}

std::string glb_with(const std::string& from, const std::string& to) {
    return test::glb_bytes(with_replaced(test::tetrahedron_json(), from, to), test::tetrahedron_binary());
}

std::string repeated(std::string_view piece, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += piece;
    return text;
}

std::vector<Broken> broken_stl_files() {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    return {
        {"empty.stl", "", ", byte 0", "the file is empty"},
        {"header.stl", stl().substr(0, 40), ", byte 40", "ends within the header, which has 84 bytes"},
        {"count.stl", stl().substr(0, 83), ", byte 83", "ends within the header"},
        {"cut-record.stl", stl().substr(0, 150), ", byte 80",
         "2 triangles need 184 bytes, but the file has 150"},
        {"cut-last-byte.stl", stl().substr(0, 183), ", byte 80", "was it truncated?"},
        {"trailing.stl", stl() + "xyz", ", byte 80", "was something appended?"},
        {"none.stl", test::stl_bytes("x", 0, {}), ", byte 80", "0 triangles"},
        {"absurd.stl", poked(stl(), 80, 0xFFFFFFFF), ", byte 80",
         "4294967295 triangles need 214748364834 bytes"},
        {"nan.stl", stl_with(4, nan), ", byte 112", "triangle 0, corner 1: coordinate y is nan"},
        {"inf.stl", stl_with(17, -inf), ", byte 178", "triangle 1, corner 2: coordinate z is -inf"},
        {"garbage.stl", repeated("\xDE\xAD\xBE\xEF", 50), ", byte 80", "triangles need"},
        {"ascii-cut-vertex.stl", kAsciiStl.substr(0, 56), ", line 5", "'verte' where 'vertex' should stand"},
        {"ascii-cut-number.stl", kAsciiStl.substr(0, 48), ", line 4", "a number is missing"},
        {"ascii-cut-facet.stl", kAsciiStl.substr(0, 77), ", line 7",
         "the file ends where 'endloop' should stand"},
        {"ascii-no-endsolid.stl", with_replaced(kAsciiStl, "endsolid a\n", ""), ", line 9",
         "the file ends where 'facet' should stand"},
        {"ascii-four.stl", with_replaced(kAsciiStl, "endloop", "vertex 1 1 0\nendloop"), ", line 7",
         "'vertex' where 'endloop' should stand"},
        {"ascii-two.stl", with_replaced(kAsciiStl, "vertex 0 1 0\n", ""), ", line 6",
         "'endloop' where 'vertex' should stand"},
        {"ascii-nan.stl", with_replaced(kAsciiStl, "1 0 0", "1 nan 0"), ", line 5", "'nan' is not finite"},
        {"ascii-overflow.stl", with_replaced(kAsciiStl, "1 0 0", "1 1e400 0"), ", line 5",
         "'1e400' is not finite as a double (limit 1.8e308)"},
        {"ascii-word.stl", with_replaced(kAsciiStl, "1 0 0", "1 0x10 0"), ", line 5",
         "'0x10' is not a number"},
        {"ascii-no-facet.stl", "solid void\nendsolid void\n", ", line 3", "no facet in any solid"},
        {"ascii-after.stl", kAsciiStl + "more text", ", line 10", "'more' where 'solid' should stand"},
        {"ascii-bytes.stl", with_replaced(kAsciiStl, "outer", "o\xFF\xFEr"), ", line 3",
         "where 'outer' should stand"},
    };
}

std::vector<Broken> broken_obj_files() {
    return {
        {"zero.obj", with_replaced(kObj, "f 1", "f 0"), ", line 4", "vertex index 0; indices start at 1"},
        {"beyond.obj", with_replaced(kObj, "2 3", "2 4"), ", line 4",
         "vertex index 4 exceeds 3 vertices; was the file truncated?"},
        {"back.obj", with_replaced(kObj, "f 1", "f -4"), ", line 4",
         "vertex index -4 goes back beyond the 3 vertices so far"},
        {"huge-index.obj", with_replaced(kObj, "f 1", "f 99999999999999999999"), ", line 4",
         "is no corner of a face"},
        {"two-corners.obj", with_replaced(kObj, "f 1 2 3", "f 1 2"), ", line 4",
         "a face with 2 corners; at least 3 are needed"},
        {"corner.obj", with_replaced(kObj, "f 1 2", "f 1 2,5"), ", line 4", "'2,5' is no corner of a face"},
        {"fraction.obj", with_replaced(kObj, "f 1 2", "f 1 2.5"), ", line 4", "'2.5' is no corner of a face"},
        {"short-vertex.obj", with_replaced(kObj, "v 1 0 0", "v 1 0"), ", line 2", "a number is missing"},
        {"nan.obj", with_replaced(kObj, "v 1 0 0", "v 1 NaN 0"), ", line 2", "'NaN' is not finite"},
        {"inf.obj", with_replaced(kObj, "v 1 0 0", "v -inf 0 0"), ", line 2", "'-inf' is not finite"},
        {"overflow.obj", with_replaced(kObj, "v 1 0 0", "v 1e309 0 0"), ", line 2",
         "'1e309' is not finite as a double (limit 1.8e308)"},
        {"comma.obj", with_replaced(kObj, "v 1 0 0", "v 1,5 0 0"), ", line 2", "'1,5' is not a number"},
        {"weight.obj", with_replaced(kObj, "v 1 0 0", "v 1 0 0 0.5"), ", line 2",
         "weight 0.5; only 1 is read"},
        {"eight.obj", with_replaced(kObj, "v 1 0 0", "v 1 0 0 1 1 1 1 1"), ", line 2", "more than 7 numbers"},
        {"unknown.obj", "w 0 0 0\n" + kObj, ", line 1", "'w' is no OBJ statement"},
        {"surf.obj", kObj + "surf 0 1 0 1 1 2 3 4\n", ", line 5", "curved surface, which is not read"},
        {"points.obj", "v 0 0 0\nv 1 1 1\n", ", line 3", "no face ('f' statement)"},
        {"mixed-ends.obj", "v 0 0 0\r\nv 1 0 0\rv 0 1 0\nf 1 2 9\r\n", ", line 4",
         "vertex index 9 exceeds 3"},
        {"cut.obj", kObj.substr(0, 20), ", line 3", "a number is missing"},
        {"bytes.obj", kObj + "\xFF\xFE\x80 1\n", ", line 5", "is no OBJ statement"},
        {"zero-bytes.obj", kObj + std::string(5, '\0') + "\n", ", line 5", "is no OBJ statement"},
        {"polygon.obj", "v 0 0 0\nf" + repeated(" 1", 16385) + "\n", ", line 2",
         "a face with more than 16384 corners"},
        {"names.obj",
         "v 0 0 0\no " + std::string(3000, 'x') + "\n" + repeated("g 0\nf 1 1 1\ng 1\nf 1 1 1\n", 3) +
             [] {
                 std::string groups;
                 for (int i = 0; i < 2000; ++i) groups += "g " + std::to_string(i) + "\nf 1 1 1\n";
                 return groups;
             }(),
         ", line ", "the names of all surfaces so far need"},
    };
}

std::vector<Broken> broken_ply_files() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::size_t body = binary_ply().find("end_header\n") + 11;
    std::string nan_vertex = binary_ply();
    std::memcpy(nan_vertex.data() + body + 16, &nan, 4);
    return {
        {"magic.ply", "plx\n" + kPly, ", line 1", "the first line is not 'ply'"},
        {"no-end.ply", kPly.substr(0, kPly.find("end_header")), ", line 9",
         "the file ends within the header (no 'end_header')"},
        {"no-format.ply", with_replaced(kPly, "format ascii 1.0\n", ""), ", line 9", "no 'format' line"},
        {"format.ply", with_replaced(kPly, "ascii", "utf8"), ", line 2",
         "format 'utf8' is unknown; known: ascii"},
        {"version.ply", with_replaced(kPly, "1.0", "2.0"), ", line 2", "version '2.0' is unknown"},
        {"keyword.ply", with_replaced(kPly, "element face", "elephant face"), ", line 7",
         "'elephant' is no header keyword"},
        {"negative.ply", with_replaced(kPly, "vertex 3", "vertex -3"), ", line 3", "has the count -3"},
        {"count-word.ply", with_replaced(kPly, "vertex 3", "vertex three"), ", line 3",
         "'three' is not a count"},
        {"absurd.ply", with_replaced(kPly, "vertex 3", "vertex 4000000000"), ", line 10",
         "4000000000 elements 'vertex' need at least 6 bytes each"},
        {"absurd-faces.ply", with_replaced(kPly, "face 1", "face 9223372036854775807"), ", line 10",
         "need at least 2 bytes each"},
        {"overflow-count.ply", with_replaced(kPly, "face 1", "face 99999999999999999999"), ", line 7",
         "is not a count"},
        {"type.ply", with_replaced(kPly, "float x", "half x"), ", line 4",
         "'half' is no type of PLY; known: char"},
        {"list-type.ply", with_replaced(kPly, "list uchar", "list float"), ", line 8",
         "'float' is no integer type for the length of a list"},
        {"early.ply", with_replaced(kPly, "element vertex 3\n", ""), ", line 3",
         "a property before the first element"},
        {"no-x.ply", with_replaced(kPly, "float x", "float u"), ", line 10, vertex 0",
         "no scalar property 'x'"},
        {"no-list.ply", with_replaced(kPly, "vertex_indices", "corners"), ", line ",
         "no list property 'vertex_indices'"},
        {"no-face.ply",
         with_replaced(with_replaced(kPly, "element face", "element fish"), "vertex_indices", "bones"), ", line ",
         "no element 'face'"},
        {"fish.ply", with_replaced(kPly, "element face", "element fish"), ", line 12, fish 0",
         "a list of vertices in an element that is no face"},
        {"no-vertex.ply", with_replaced(kPly, "element vertex", "element vortex"), ", line ",
         "no element 'vertex'"},
        {"twice.ply", with_replaced(kPly, "element face", "element vertex 1\nproperty int q\nelement face"),
         ", line 7", "a second element 'vertex'"},
        {"index.ply", with_replaced(kPly, "3 0 1 2", "3 0 1 3"), ", line 13, face 0",
         "vertex index 3 is not in 0 .. 2"},
        {"minus.ply", with_replaced(kPly, "3 0 1 2", "3 0 -1 2"), ", line 13, face 0",
         "vertex index -1 is not in 0 .. 2"},
        {"edge.ply", with_replaced(kPly, "3 0 1 2", "2 0 1"), ", line 13, face 0", "a face with 2 corners"},
        {"long-list.ply", with_replaced(kPly, "3 0 1 2", "200000 0 1 2"), ", line 13, face 0",
         "a list of 200000 items, but only 7 bytes are left"},
        {"minus-list.ply", with_replaced(kPly, "3 0 1 2", "-3 0 1 2"), ", line 13, face 0",
         "a list of -3 items"},
        {"nan.ply", with_replaced(kPly, "1 0 0", "1 nan 0"), ", line 11, vertex 1", "'nan' is not finite"},
        {"word.ply", with_replaced(kPly, "1 0 0", "1 zero 0"), ", line 11, vertex 1",
         "'zero' is not a number"},
        {"index-word.ply", with_replaced(kPly, "3 0 1 2", "3 0 1.5 2"), ", line 13, face 0",
         "'1.5' is not an integer"},
        {"cut.ply", kPly.substr(0, kPly.size() - 4), ", line ", "only 3 bytes are left"},
        {"trailing.ply", kPly + "5 5 5\n", ", line 14", "data after the last element"},
        {"no-faces.ply", with_replaced(with_replaced(kPly, "face 1", "face 0"), "3 0 1 2\n", ""), ", line ",
         "0 faces"},
        {"binary-cut.ply", binary_ply().substr(0, binary_ply().size() - 2), ", byte ",
         "only 10 bytes are left"},
        {"binary-short.ply", binary_ply().substr(0, body + 10), ", line 10",
         "need at least 12 bytes each, but only 10 bytes follow"},
        {"binary-nan.ply", nan_vertex, ", byte ", "y is nan, not a finite number"},
        {"binary-list.ply", poked(binary_ply(), body + 36, 0x7FFFFFFF), ", byte ",
         "a list of 2147483647 items"},
        {"binary-minus.ply", poked(binary_ply(), body + 36, 0xFFFFFFFF), ", byte ", "a list of -1 items"},
        {"binary-index.ply", poked(binary_ply(), body + 44, 77), ", byte ",
         "vertex index 77 is not in 0 .. 2"},
        {"binary-trailing.ply", binary_ply() + "!!", ", byte ", "data after the last element"},
    };
}

std::vector<Broken> broken_glb_files() {
    const std::string glb = test::tetrahedron_glb();
    const std::size_t chunk = glb.find("BIN") - 4;
    return {
        {"magic.glb", "glTX" + glb.substr(4), ", byte 0", "does not begin with 'glTF'"},
        {"head.glb", glb.substr(0, 9), ", byte 9", "ends within its 12-byte header"},
        {"version.glb", poked(glb, 4, 1), ", byte 4", "GLB version 1; only 2 is read"},
        {"length.glb", poked(glb, 8, 5000), ", byte 8", "the header says 5000 bytes"},
        {"cut.glb", glb.substr(0, glb.size() - 8), ", byte 8", "was it truncated?"},
        {"appended.glb", glb + "more", ", byte 8", "was something appended?"},
        {"no-chunk.glb", poked(glb.substr(0, 12), 8, 12), ", byte 12", "no JSON chunk"},
        {"chunk-head.glb", poked(glb.substr(0, 16), 8, 16), ", byte 12", "ends within the head of a chunk"},
        {"chunk-length.glb", poked(glb, 12, 0x7FFFFFFF), ", byte 12", "a chunk of 2147483647 bytes"},
        {"bin-length.glb", poked(glb, chunk, 76), ", byte ", "a chunk of 76 bytes, but only 72 are left"},
        {"chunk-type.glb", poked(glb, 16, 0x12345678), ", byte 16",
         "the first chunk, and only it, must be JSON"},
        {"json.glb", glb_with("\"scene\":0", "\"scene\":"), ", byte ", "the JSON part is broken"},
        {"utf8.glb", glb_with("tetra", "te\xFFra"), ", byte ", "the JSON part is broken"},
        {"overflow.glb", glb_with("\"mesh\":0", "\"mesh\":0,\"scale\":[1e999,1,1]"), ", byte ",
         "the JSON part is broken"},
        {"not-object.glb", test::glb_bytes("[1]", "xxxx"), ", JSON", "an array where an object is expected"},
        {"nothing.glb", test::glb_bytes("{}", "xxxx"), ", asset.version", "no version is given"},
        {"asset.glb", glb_with("\"2.0\"", "\"1.0\""), ", asset.version", "glTF version '1.0'"},
        {"deep.glb",
         glb_with("\"scene\":0", "\"scene\":0,\"extras\":" + repeated("[", 100) + repeated("]", 100)),
         ", extras", "nested more than 64 levels"},
        {"twice.glb", glb_with("\"scene\":0", "\"scene\":0,\"nodes\":[]"), ", nodes",
         "this section appears twice"},
        {"draco.glb",
         glb_with("\"scene\":0", "\"scene\":0,\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]"),
         ", extensionsRequired[0]", "requires the extension 'KHR_draco_mesh_compression'"},
        {"scene.glb", glb_with("\"scene\":0", "\"scene\":3"), ", scene", "scene 3 of 1"},
        {"scene-node.glb", glb_with("{\"nodes\":[0]}", "{\"nodes\":[5]}"), ", scenes[0].nodes",
         "node 5 of 1"},
        {"cyclic.glb", glb_with("\"mesh\":0}", "\"mesh\":0,\"children\":[0]}"), ", nodes[0]",
         "the graph is cyclic"},
        {"two-parents.glb",
         glb_with("{\"name\":\"tetra\",\"mesh\":0}",
                  "{\"children\":[1,2]},{\"children\":[3]},{\"children\":[3]},{\"mesh\":0}"),
         ", nodes[3]", "reached twice"},
        {"no-root.glb",
         test::glb_bytes(with_replaced(with_replaced(test::tetrahedron_json(),
                                                     R"("scene":0,"scenes":[{"nodes":[0]}],)", ""),
                                       "\"mesh\":0}", "\"mesh\":0,\"children\":[1]},{\"children\":[0]}"),
                         test::tetrahedron_binary()),
         ", nodes", "every node is a child of another"},
        {"child.glb", glb_with("\"mesh\":0}", "\"mesh\":0,\"children\":[9]}"), ", nodes[0].children",
         "node 9 of 1"},
        {"negative-child.glb", glb_with("\"mesh\":0}", "\"mesh\":0,\"children\":[-1]}"),
         ", nodes[0].children[0]", "-1 is not in 0 .. 4294967294"},
        {"mesh.glb", glb_with("\"mesh\":0}", "\"mesh\":1}"), ", nodes[0].mesh", "mesh 1 of 1"},
        {"mesh-word.glb", glb_with("\"mesh\":0}", "\"mesh\":\"0\"}"), ", nodes[0].mesh",
         "a string where an integer from 0 on is expected"},
        {"mesh-wrap.glb", glb_with("\"mesh\":0}", "\"mesh\":4294967296}"), ", nodes[0].mesh",
         "4294967296 is not in 0 .. 4294967294"},
        {"skin.glb", glb_with("\"mesh\":0}", "\"mesh\":0,\"skin\":0}"), ", nodes[0].skin",
         "a skinned mesh changes its shape"},
        {"quaternion.glb", glb_with("\"mesh\":0}", "\"mesh\":0,\"rotation\":[0,0,0,2]}"), ", nodes[0]",
         "the rotation has length 2"},
        {"matrix.glb", glb_with("\"mesh\":0}", "\"mesh\":0,\"matrix\":[1,0,0,0]}"), ", nodes[0].matrix",
         "4 numbers where 16 are expected"},
        {"projective.glb",
         glb_with("\"mesh\":0}", "\"mesh\":0,\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}"), ", nodes[0]",
         "the last row of the matrix"},
        {"scale-word.glb", glb_with("\"mesh\":0}", "\"mesh\":0,\"scale\":[1,\"x\",1]}"),
         ", nodes[0].scale[1]", "a string where a number is expected"},
        {"far.glb", glb_with("\"mesh\":0}", "\"mesh\":0,\"scale\":[1e308,1e308,1e308]}"), ", nodes[0]",
         "is not finite"},
        {"no-mesh.glb", glb_with(",\"mesh\":0", ""), ", nodes", "no node of the scene has a mesh"},
        {"position.glb", glb_with("\"POSITION\":0", "\"NORMAL\":0"),
         ", meshes[0].primitives[0].attributes.POSITION", "no positions"},
        {"accessor.glb", glb_with("\"POSITION\":0", "\"POSITION\":7"),
         ", meshes[0].primitives[0].attributes.POSITION", "accessor 7 of 2"},
        {"indices.glb", glb_with("\"indices\":1", "\"indices\":2"), ", meshes[0].primitives[0].indices",
         "accessor 2 of 2"},
        {"mode.glb", glb_with("\"indices\":1", "\"indices\":1,\"mode\":7"), ", meshes[0].primitives[0].mode",
         "mode 7; known are 0 .. 6"},
        {"targets.glb", glb_with("\"indices\":1", "\"indices\":1,\"targets\":[{}]"),
         ", meshes[0].primitives[0].targets", "morph targets"},
        {"not-three.glb", glb_with("\"count\":12", "\"count\":11"), ", meshes[0].primitives[0]",
         "11 corners do not make triangles"},
        {"count.glb", glb_with("\"count\":4", "\"count\":5"), ", accessors[0]",
         "5 items need 60 bytes, but bufferView 0 has 48"},
        {"zero-count.glb", glb_with("\"count\":4", "\"count\":0"), ", accessors[0]", "0 items"},
        {"absurd-count.glb", glb_with("\"count\":4", "\"count\":4294967294"), ", accessors[0]",
         "4294967294 items need"},
        {"negative-count.glb", glb_with("\"count\":4", "\"count\":-4"), ", accessors[0].count",
         "-4 is not in 0 .."},
        {"fraction-count.glb", glb_with("\"count\":4", "\"count\":4.5"), ", accessors[0].count",
         "a number with a fraction where an integer"},
        {"type.glb", glb_with("\"VEC3\"", "\"VEC4\""), ", accessors[0]",
         "type 'VEC4' where VEC3 is expected"},
        {"component.glb", glb_with("5126", "5123"), ", accessors[0].componentType",
         "positions must be float32"},
        {"index-component.glb", glb_with("5123", "5126"), ", accessors[1].componentType",
         "indices must be 5121, 5123 or 5125"},
        {"sparse.glb", glb_with("\"count\":4", "\"count\":4,\"sparse\":{\"count\":1}"), ", accessors[0]",
         "a sparse accessor"},
        {"no-view.glb", glb_with("{\"bufferView\":0,", "{"), ", accessors[0]", "bufferView -1 of 2"},
        {"view.glb", glb_with("{\"bufferView\":0,", "{\"bufferView\":2,"), ", accessors[0]",
         "bufferView 2 of 2"},
        {"offset.glb", glb_with("{\"bufferView\":0,", "{\"bufferView\":0,\"byteOffset\":4,"),
         ", accessors[0]", "4 items need 52 bytes"},
        {"negative-offset.glb", glb_with("{\"bufferView\":0,", "{\"bufferView\":0,\"byteOffset\":-4,"),
         ", accessors[0].byteOffset", "-4 is not in 0"},
        {"view-range.glb", glb_with("\"byteLength\":48}", "\"byteLength\":480}"), ", bufferViews[0]",
         "bytes 0 .. 480 of a buffer of 72"},
        {"view-offset.glb", glb_with("\"byteOffset\":48", "\"byteOffset\":4294967290"), ", bufferViews[1]",
         "of a buffer of 72"},
        {"stride.glb", glb_with("\"byteLength\":48}", "\"byteLength\":48,\"byteStride\":8}"),
         ", bufferViews[0].byteStride", "8 is not in 12 .. 252"},
        {"negative-stride.glb", glb_with("\"byteLength\":48}", "\"byteLength\":48,\"byteStride\":-12}"),
         ", bufferViews[0].byteStride", "-12 is not in 0"},
        {"wide-stride.glb", glb_with("\"byteLength\":48}", "\"byteLength\":48,\"byteStride\":4000}"),
         ", bufferViews[0].byteStride", "4000 is not in 12 .. 252"},
        {"buffer.glb", glb_with("{\"buffer\":0,\"byteLength\":48}", "{\"buffer\":1,\"byteLength\":48}"),
         ", bufferViews[0]", "buffer 1 of 1"},
        {"elsewhere.glb", glb_with("{\"byteLength\":72}", "{\"byteLength\":72,\"uri\":\"/etc/passwd\"}"),
         ", bufferViews[0]", "is not the one in this file"},
        {"data-uri.glb", glb_with("{\"byteLength\":72}", "{\"byteLength\":72,\"uri\":\"data:;base64,AAAA\"}"),
         ", bufferViews[0]", "is not the one in this file"},
        {"buffer-length.glb", glb_with("{\"byteLength\":72}", "{\"byteLength\":4000000}"),
         ", buffers[0].byteLength", "4000000 bytes, but the binary chunk has 72"},
        {"no-binary.glb", test::glb_bytes(test::tetrahedron_json(), ""), ", buffers[0].byteLength",
         "72 bytes, but the binary chunk has 0"},
        {"index-range.glb", poked(glb, chunk + 8 + 48, 0x00090000), ", meshes[0].primitives[0].indices",
         "corner 1 has index 9, but there are 4 positions"},
        {"nan.glb", poked(glb, chunk + 8 + 12, 0x7FC00000), ", meshes[0].primitives[0].attributes.POSITION",
         "item 1 is (nan, 0, 0), not finite"},
        {"chain.glb",
         glb_with(
             "\"mesh\":0}", "\"children\":[1]}" +
                                [] {
                                    std::string nodes;
                                    for (int i = 1; i < 600; ++i)
                                        nodes += ",{\"children\":[" + std::to_string(i + 1) + "]}";
                                    return nodes + ",{\"mesh\":0}";
                                }()),
         ", nodes[512]", "nodes nested more than 512 deep"},
    };
}

std::vector<Broken> all_broken_files() {
    std::vector<Broken> all = broken_stl_files();
    for (const auto& more : {broken_obj_files(), broken_ply_files(), broken_glb_files()})
        all.insert(all.end(), more.begin(), more.end());
    all.push_back({"part.xyz", "1 2 3\n", "", "unknown mesh format; known: .stl .obj .ply .off .glb"});
    all.push_back({"part.gltf", "{\"asset\":{\"version\":\"2.0\"}}", "",
                   "pack a .gltf file and its buffers into one .glb"});
    return all;
}

std::size_t allowance(std::size_t file_bytes) { return kMemoryFactor * file_bytes + kMemoryConstant; }

/// One node with very many children.
std::string family_glb(int children) {
    std::string list, nodes;
    for (int i = 1; i <= children; ++i) list += (i > 1 ? "," : "") + std::to_string(i), nodes += ",{}";
    return test::glb_bytes(R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[)" +
                               list + "]}" + nodes + "]}",
                           "xxxx");
}

/// Every face a surface of its own.
std::string surfaces_ply(std::uint32_t faces) {
    std::string bytes =
        "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar "
        "y\nproperty uchar z\nelement face " +
        std::to_string(faces) +
        "\nproperty list uchar uchar vertex_indices\nproperty uint surface\nend_header\nxyz";
    for (std::uint32_t f = 0; f < faces; ++f)
        bytes += std::string("\3\0\0\0", 4), test::put(bytes, 0xFFFFFFFF - f);
    return bytes;
}

/// Nodes that all show one mesh of many triangles.
std::string instances_glb(int nodes) {
    std::string binary;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) test::put(binary, i == k ? 1.0f : 0.0f);
    binary += std::string(20000, '\1');  // a strip of 20000 corners, one byte each
    std::string list = "0", children = R"({"mesh":0})";
    for (int i = 1; i < nodes; ++i) list += "," + std::to_string(i), children += R"(,{"mesh":0})";
    return test::glb_bytes(
        R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[)" + list + R"(]}],"nodes":[)" + children +
            R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":5}]}],)"
            R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},)"
            R"({"bufferView":1,"componentType":5121,"count":20000,"type":"SCALAR"}],)"
            R"("bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":20000}],)"
            R"("buffers":[{"byteLength":20036}]})",
        binary);
}

/// Files made to cost as much memory per byte as they can.
std::vector<Broken> greedy_files() {
    constexpr std::size_t kTimes = 200000;
    const std::string glb_head = R"({"asset":{"version":"2.0"},)";
    std::string groups = "v 0 0 0\n";
    for (int i = 0; i < 60000; ++i) groups += "g" + std::string(1, ' ') + std::to_string(i) + "\nf 1 1 1\n";
    std::string elements =
        "ply\nformat ascii 1.0\n" + repeated("element e 0\n", kTimes / 10) + "end_header\n";
    return {
        {"vertices.obj", repeated("v 0 0 0\n", kTimes) + "f 1 1 1\n", "", ""},
        {"different.obj",
         [] {
             std::string text;
             for (int i = 0; i < 200000; ++i) text += "v 0 0 " + std::to_string(i % 10000) + "\n";
             return text + "f 1 1 1\n";
         }(),
         "", ""},
        {"faces.obj", "v 0 0 0\n" + repeated("f 1 1 1\n", kTimes), "", ""},
        {"polygons.obj", "v 0 0 0\n" + repeated("f" + repeated(" 1", 5000) + "\n", 100), "", ""},
        {"waiting.obj", repeated("f 1 1 1 1\n", kTimes) + "v 0 0 0\n", "", ""},
        {"groups.obj", groups, "", ""},
        {"names.obj", "v 0 0 0\n" + repeated("g a\nf 1 1 1\ng b\nf 1 1 1\n", kTimes / 4), "", ""},
        {"bytes.ply",
         "ply\nformat binary_little_endian 1.0\nelement vertex 200000\nproperty uchar x\nproperty uchar "
         "y\nproperty uchar z\n"
         "element face 200000\nproperty list uchar uchar vertex_indices\nend_header\n" +
             std::string(600000, '\1') + repeated(std::string("\3\0\0\0", 4), kTimes),
         "", ""},
        {"polygons.ply",
         "ply\nformat ascii 1.0\nelement vertex 1\nproperty char x\nproperty char y\nproperty char z\n"
         "element face 100\nproperty list int int vertex_indices\nend_header\n1 1 1\n" +
             repeated("5000" + repeated(" 0", 5000) + "\n", 100),
         "", ""},
        {"elements.ply", elements, "", ""},
        {"soup.stl",
         [] {
             std::vector<float> coordinates(9 * 50000);
             for (std::size_t i = 0; i < coordinates.size(); ++i) coordinates[i] = static_cast<float>(i);
             return test::stl_bytes("x", 50000, coordinates);
         }(),
         "", ""},
        {"nodes.glb", test::glb_bytes(glb_head + "\"nodes\":[" + repeated("{},", kTimes) + "{}]}", "xxxx"),
         "", ""},
        {"mesh-nodes.glb",
         test::glb_bytes(glb_head + "\"nodes\":[" + repeated("{\"mesh\":0},", kTimes) + "{}]}", "xxxx"), "",
         ""},
        {"moved-nodes.glb",
         test::glb_bytes(glb_head + "\"nodes\":[" + repeated("{\"scale\":[1,1,1]},", kTimes) + "{}]}",
                         "xxxx"),
         "", ""},
        {"children.glb",
         test::glb_bytes(glb_head + "\"nodes\":[{\"children\":[" + repeated("0,", kTimes) + "0]}]}", "xxxx"),
         "", ""},
        {"accessors.glb",
         test::glb_bytes(glb_head + "\"accessors\":[" + repeated("{},", kTimes) + "{}]}", "xxxx"), "", ""},
        {"primitives.glb",
         test::glb_bytes(glb_head + "\"meshes\":[{\"primitives\":[" + repeated("{},", kTimes) + "{}]}]}",
                         "xxxx"),
         "", ""},
        {"materials.glb",
         test::glb_bytes(glb_head + "\"materials\":[" + repeated("{},", kTimes) + "{}]}", "xxxx"), "", ""},
        {"family.glb", family_glb(100000), "", ""},
        {"surfaces.ply", surfaces_ply(150000), "", ""},
        {"extras.glb", test::glb_bytes(glb_head + "\"extras\":[" + repeated("[],", kTimes) + "[]]}", "xxxx"),
         "", ""},
    };
}

}  // namespace

TEST(BrokenFiles, Degenerate_EachGivesOneMessageWithPlaceAndReason) {
    const auto files = all_broken_files();
    EXPECT_GE(files.size(), 60u);
    std::set<std::string> names;
    for (const Broken& broken : files) {
        SCOPED_TRACE(broken.name);
        EXPECT_TRUE(names.insert(broken.name).second) << "two rows of this name";
        const auto file = parse_mesh_file(broken.bytes, "folder/" + broken.name);
        ASSERT_FALSE(file.has_value());
        const std::string& message = file.error().message;
        EXPECT_TRUE(message.starts_with("folder/" + broken.name + broken.place)) << message;
        EXPECT_NE(message.find(broken.what), std::string::npos) << message;
        EXPECT_NE(message.find("; "), std::string::npos) << "no remedy: " << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_LT(message.size(), 400u) << message;
    }
}

TEST(BrokenFiles, Degenerate_MissingDirectoryAndUnreadable) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("graze-broken-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder / "folder.stl");
    const auto missing = read_mesh_file(folder / "missing.stl");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
    EXPECT_NE(missing.error().message.find("missing.stl: no such file"), std::string::npos);
    const auto directory = read_mesh_file(folder / "folder.stl");
    ASSERT_FALSE(directory);
    EXPECT_NE(directory.error().message.find("is a directory, not a file"), std::string::npos);
    for (const Broken& broken : all_broken_files()) {  // through the file system as well
        std::ofstream(folder / broken.name, std::ios::binary) << broken.bytes;
        const auto file = read_mesh_file(folder / broken.name);
        ASSERT_FALSE(file.has_value()) << broken.name;
        EXPECT_NE(file.error().message.find(broken.what), std::string::npos) << file.error().message;
    }
    std::filesystem::remove_all(folder);
}

TEST(BrokenFiles, Property_EveryPrefixOfAValidFileIsAnErrorOrAValidMesh) {
    const std::vector<std::pair<std::string, std::string>> files{
        {"a.stl", stl()}, {"b.stl", kAsciiStl},    {"c.obj", kObj},
        {"d.ply", kPly},  {"e.ply", binary_ply()}, {"f.glb", test::tetrahedron_glb()}};
    for (const auto& [name, bytes] : files) {
        int errors = 0;
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto file = parse_mesh_file(std::string_view(bytes).substr(0, size), name);
            errors += !file.has_value();
            if (file) {
                ASSERT_TRUE(validate(file->bodies[0].mesh, name));
                ASSERT_GE(size + 11, bytes.size()) << name;  // at most the last line's end is missing
            }
        }
        EXPECT_GT(errors, static_cast<int>(bytes.size()) - 12) << name;
    }
}

// coal#636, ifc-lite#3561: contacts that are NaN; a mesh with one such vertex silently left out. Each format
// refuses the file, and says where the vertex is.
TEST(BrokenFiles, Regression_Coal636_AVertexThatIsNoNumberIsNamed) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Broken> files{
        {"a.stl", stl_with(4, nan), "a.stl, byte 112", "triangle 0, corner 1"},
        {"b.obj", with_replaced(kObj, "v 1 0 0", "v 1 nan 0"), "b.obj, line 2", "'nan' is not finite"},
        {"c.ply", with_replaced(kPly, "1 0 0", "1 nan 0"), "c.ply, line 11, vertex 1",
         "'nan' is not finite"}};
    for (const Broken& broken : files) {
        const auto file = parse_mesh_file(broken.bytes, broken.name);
        ASSERT_FALSE(file) << broken.name;
        EXPECT_TRUE(file.error().message.starts_with(broken.place)) << file.error().message;
        EXPECT_NE(file.error().message.find(broken.what), std::string::npos) << file.error().message;
    }
}

TEST(BrokenFiles, Degenerate_InstancesAreWrittenOutOnlyUpToALimit) {
    const auto few = parse_mesh_file(instances_glb(3), "few.glb");
    ASSERT_TRUE(few) << few.error().message;
    EXPECT_EQ(few->bodies.size(), 3u);
    EXPECT_EQ(few->bodies[2].mesh.triangles.size(), 19998u);

    const std::string many = instances_glb(2000);  // would be 640 MB
    const std::size_t peak = test::peak_memory_of([&] {
        const auto file = parse_mesh_file(many, "many.glb");
        ASSERT_FALSE(file);
        EXPECT_TRUE(file.error().message.starts_with("many.glb, nodes[8")) << file.error().message;
        EXPECT_NE(file.error().message.find(
                      "the instances so far need more memory than 16 times the file and 256 MiB"),
                  std::string::npos)
            << file.error().message;
    });
    EXPECT_LE(peak, 16 * many.size() + (std::size_t{257} << 20));
}

TEST(BrokenFiles, Property_NoFileMakesAReaderTakeMuchMoreThanItsSize) {
    std::size_t accepted = 0;
    std::vector<Broken> files = all_broken_files();
    for (const auto& more : {greedy_files()}) files.insert(files.end(), more.begin(), more.end());
    const auto path = std::filesystem::temp_directory_path() / ("graze-valid-" + std::to_string(::getpid()));
    for (const MeshFormat format : {MeshFormat::StlBinary, MeshFormat::StlAscii, MeshFormat::Obj,
                                    MeshFormat::PlyAscii, MeshFormat::PlyBinary, MeshFormat::Glb}) {
        ASSERT_TRUE(write_mesh_file(path, {{{"ball", test::bumpy_sphere(150, 200)}}}, {.format = format}));
        files.push_back({std::string("valid-") + name_of(format), *read_file(path), "", ""});
    }
    std::filesystem::remove(path);
    for (const Broken& broken : files) {
        const std::size_t peak =
            test::peak_memory_of([&] { accepted += parse_mesh_file(broken.bytes, broken.name).has_value(); });
        EXPECT_LE(peak, allowance(broken.bytes.size()))
            << broken.name << ": " << broken.bytes.size() << " bytes, "
            << static_cast<double>(peak) / static_cast<double>(broken.bytes.size()) << " times that";
        if (std::getenv("GRAZE_SHOW_MEMORY") && broken.bytes.size() > 100000)
            std::printf("%-20s %9zu bytes, peak %.1f times that\n", broken.name.c_str(), broken.bytes.size(),
                        static_cast<double>(peak) / static_cast<double>(broken.bytes.size()));
    }
    EXPECT_GE(accepted, 15u);  // the valid ones and most greedy ones: the guard sees successful reading too
}

}  // namespace graze::broken_files_test
