#include "graze/io/scene/scene_description.h"

#include <gtest/gtest.h>

namespace graze::scene_description_test {
namespace {

TEST(SceneDescription, Example_EveryKeyOfTheFormat) {
    const auto read = parse_scene_text(R"({
      "graze": 1, "unit": "cm",
      "bodies": [
        {"name": "car", "mesh": "car.obj"},
        {"name": "door", "mesh": "sub/door.stl", "pose": {"translation": [1, -2, 3.5], "quaternion": [0.1, 0.2, 0.3, 0.9273618495495703]}},
        {"name": "gear", "mesh": "box.glb", "part": "box/gear"},
        {"name": "rest", "mesh": "box.glb", "split": true}
      ],
      "ignore": [["car", "door"], {"pair": ["door", "gear"], "allow": "touching"},
                 {"pair": ["gear", "rest/lid"], "allow": "interference", "depth": 0.25}],
      "clearance": [{"pair": ["car", "gear"], "distance": 2}],
      "paths": [
        {"body": "door", "poses": [{}, {"translation": [0, 0, 1]}, {"quaternion": [1, 0, 0, 0]}]},
        {"body": "rest/lid", "in_between": "slerp", "poses": [{}, {}, {}], "turns": [1, -2]},
        {"body": "gear", "in_between": "linear_parameters", "poses": [{}, {}, {}], "turns": 3}
      ]})",
                                       "s.json");
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->unit, Unit::Centimetre);
    ASSERT_EQ(read->bodies.size(), 4u);
    EXPECT_EQ(read->bodies[1].mesh, "sub/door.stl");
    EXPECT_EQ(read->bodies[1].pose.translation, Vec3(1, -2, 3.5));
    EXPECT_EQ(read->bodies[1].pose.rotation.x(), 0.1);
    EXPECT_EQ(read->bodies[1].pose.rotation.z(), 0.3);
    EXPECT_EQ(read->bodies[1].pose.rotation.w(), 0.9273618495495703);  // kept, not normalised
    EXPECT_EQ(read->bodies[2].part, "box/gear");
    EXPECT_TRUE(read->bodies[3].split);
    ASSERT_EQ(read->ignore.size(), 3u);
    EXPECT_EQ(read->ignore[0].allowed, Allowed::Everything);
    EXPECT_EQ(read->ignore[1].allowed, Allowed::Touching);
    EXPECT_EQ(read->ignore[2].depth, 0.25);
    EXPECT_EQ(read->ignore[2].bodies[1], "rest/lid");
    EXPECT_EQ(read->clearance.at(0).distance, 2.0);
    ASSERT_EQ(read->paths.size(), 3u);
    EXPECT_EQ(read->paths[0].in_between, InBetween::Screw);
    EXPECT_TRUE(read->paths[0].turns.empty());
    EXPECT_EQ(read->paths[0].poses[2].rotation.x(), 1.0);
    EXPECT_EQ(read->paths[1].turns, (std::vector<int>{1, -2}));
    EXPECT_EQ(read->paths[2].turns, (std::vector<int>{3, 3}));
}

TEST(SceneDescription, Example_LeastScene) {
    const auto read =
        parse_scene_text(R"({"graze": 1, "bodies": [{"name": "a", "mesh": "a.stl"}]})", "s.json");
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->unit, Unit::Millimetre);
    EXPECT_EQ(read->bodies[0].pose.rotation.w(), 1.0);
    // A split body may do without a name.
    EXPECT_TRUE(parse_scene_text(R"({"graze": 1, "bodies": [{"mesh": "a.glb", "split": true}]})", "s.json")
                    .has_value());
}

struct BrokenText {
    std::string text;
    std::string place;      // what the message starts with, after the file
    std::string complaint;  // what it must say somewhere
};

/// A scene of bodies a, b, c and one more piece of text.
std::string scene(const std::string& more) {
    return R"({"graze": 1, "bodies": [{"name": "a", "mesh": "a.stl"}, {"name": "b", "mesh": "b.stl"}, {"name": "c", "mesh": "c.stl"}], )" +
           more + "}";
}
/// A scene of the body a and one other.
std::string body(const std::string& text) {
    return R"({"graze": 1, "bodies": [{"name": "a", "mesh": "a.stl"}, )" + text + "]}";
}
std::string pose(const std::string& text) {
    return body(R"({"name": "b", "mesh": "b.stl", "pose": )" + text + "}");
}

const std::vector<BrokenText>& broken_texts() {
    static const std::vector<BrokenText> table{
        // the whole text
        {"", "", "is empty"},
        {"{", ", line 1, column 1", "syntax error"},
        {"{\n\"graze\": 1,\n}", ", line 3, column 1", "syntax error"},
        {"[]", "", "is an array, not an object"},
        {"null", "", "is null, not an object"},
        {R"({"bodies": []})", "", "key 'graze' is missing; a scene file holds \"graze\": 1"},
        {R"({"graze": 2, "bodies": []})", ": /graze", "is not 1"},
        {R"({"graze": "1", "bodies": []})", ": /graze", "is not 1"},
        {R"({"graze": 1})", "", "key 'bodies' is missing"},
        {R"({"graze": 1, "bodies": []})", ": /bodies", "no bodies"},
        {R"({"graze": 1, "bodies": {}})", ": /bodies", "is an object, not an array"},
        {R"({"graze": 1, "graze": 1, "bodies": []})", "", "key 'graze' appears twice"},
        {R"({"graze": 1, "unit": "mile", "bodies": []})", ": /unit",
         "unknown unit 'mile'; the units are um, mm, cm, m, in, ft"},
        {R"({"graze": 1, "unit": 3, "bodies": []})", ": /unit", "is a number, not a string"},
        {R"({"graze": 1, "bodys": []})", ": /bodys",
         "unknown key 'bodys'; did you mean 'bodies'? a scene's keys are graze, unit, bodies"},
        {scene(R"("mass": 3)"), ": /mass", "unknown key 'mass'; a scene's keys are"},
        {scene(R"("un/it": 3)"), ": /un~1it", "unknown key 'un/it'"},
        // bodies
        {body("3"), ": /bodies/1", "is a number, not an object"},
        {body(R"({"name": "b"})"), ": /bodies/1", "key 'mesh' is missing"},
        {body(R"({"mesh": "b.stl"})"), ": /bodies/1",
         "key 'name' is missing; a body needs it unless it is split"},
        {body(R"({"name": "", "mesh": "b.stl"})"), ": /bodies/1/name", "the name is empty"},
        {body(R"({"name": "a", "mesh": "b.stl"})"), ": /bodies/1/name", "name 'a' is taken by /bodies/0"},
        {body(R"({"name": "b\nc", "mesh": "b.stl"})"), ": /bodies/1/name", "control character"},
        {body(R"({"name": 7, "mesh": "b.stl"})"), ": /bodies/1/name", "is a number, not a string"},
        {body(R"({"name": "b", "mesh": ""})"), ": /bodies/1/mesh", "the path is empty"},
        {body(R"({"name": "b", "mesh": "b\u0000.stl"})"), ": /bodies/1/mesh", "NUL"},
        {body(R"({"name": "b", "mesh": ["b.stl"]})"), ": /bodies/1/mesh", "is an array, not a string"},
        {body(R"({"name": "b", "mesh": "b.stl", "Pose": {}})"), ": /bodies/1/Pose", "did you mean 'pose'?"},
        {body(R"({"name": "b", "mesh": "b.stl", "colour": "red"})"), ": /bodies/1/colour",
         "a body's keys are name, mesh, pose, part, split"},
        {body(R"({"name": "b", "mesh": "b.glb", "part": "p", "split": true})"), ": /bodies/1/split",
         "both 'part' and 'split'"},
        {body(R"({"name": "b", "mesh": "b.glb", "split": "yes"})"), ": /bodies/1/split",
         "is a string, not true or false"},
        {body(R"({"name": "b", "mesh": "b.glb", "part": ""})"), ": /bodies/1/part", "empty"},
        // poses
        {pose("[0, 0, 0]"), ": /bodies/1/pose", "is an array, not an object"},
        {pose(R"({"translation": [0, 0]})"), ": /bodies/1/pose/translation", "2 numbers instead of 3"},
        {pose(R"({"translation": [0, "0", 0]})"), ": /bodies/1/pose/translation/1",
         "is a string, not a number"},
        {pose(R"({"translation": [0, null, 0]})"), ": /bodies/1/pose/translation/1", "is null, not a number"},
        {pose(R"({"translation": [0, 1e999, 0]})"), ", line 1, column",
         "'1e999' is beyond the largest double"},
        {pose(R"({"quaternion": [0, 0, 1]})"), ": /bodies/1/pose/quaternion",
         "3 numbers instead of 4; write [x, y, z, w]"},
        {pose(R"({"quaternion": [0, 0, 0, 0]})"), ": /bodies/1/pose/quaternion",
         "|q| = 0, which differs from 1 by more than 1e-06; write [0, 0, 0, 1]"},
        {pose(R"({"quaternion": [0, 0, 3, 4]})"), ": /bodies/1/pose/quaternion",
         "|q| = 5, which differs from 1 by more than 1e-06; normalised it is [0, 0, 0.6, 0.8]"},
        {pose(R"({"quaternion": [0, 0, 0, 1.0000011]})"), ": /bodies/1/pose/quaternion", "|q| = 1.0000011"},
        {pose(R"({"rotation": [0, 0, 0, 1]})"), ": /bodies/1/pose/rotation",
         "a pose's keys are translation, quaternion"},
        // pairs
        {scene(R"("ignore": {"a": "b"})"), ": /ignore", "is an object, not an array"},
        {scene(R"("ignore": ["a"])"), ": /ignore/0", "is a string, not a pair"},
        {scene(R"("ignore": [["a"]])"), ": /ignore/0", "a pair of 1 instead of 2"},
        {scene(R"("ignore": [["a", "b", "c"]])"), ": /ignore/0", "a pair of 3 instead of 2"},
        {scene(R"("ignore": [["a", "a"]])"), ": /ignore/0", "'a' is paired with itself"},
        {scene(R"("ignore": [["a", "x"]])"), ": /ignore/0/1", "no body is named 'x'; the bodies are a, b, c"},
        {scene(R"("ignore": [["a", "b"], ["b", "a"]])"), ": /ignore/1", "the pair 'b', 'a' is given twice"},
        {scene(R"("ignore": [{"pair": ["a", "b"]}])"), ": /ignore/0", "key 'allow' is missing"},
        {scene(R"("ignore": [{"pair": ["a", "b"], "allow": "toching"}])"), ": /ignore/0/allow",
         "'toching' is not one of touching, interference; did you mean 'touching'?"},
        {scene(R"("ignore": [{"pair": ["a", "b"], "allow": "touching", "depth": 1}])"), ": /ignore/0/depth",
         "without \"allow\": \"interference\""},
        {scene(R"("ignore": [{"pair": ["a", "b"], "allow": "interference", "depth": -1}])"),
         ": /ignore/0/depth", "-1 is negative"},
        {scene(R"("ignore": [{"pair": ["a", "b"], "allow": "interference", "deep": 1}])"), ": /ignore/0/deep",
         "unknown key 'deep'"},
        {scene(R"("clearance": [["a", "b"]])"), ": /clearance/0", "is an array, not an object"},
        {scene(R"("clearance": [{"pair": ["a", "b"]}])"), ": /clearance/0", "key 'distance' is missing"},
        {scene(R"("clearance": [{"pair": ["a", "b"], "distance": -0.5}])"), ": /clearance/0/distance",
         "-0.5 is negative"},
        {scene(R"("clearance": [{"pair": ["a", "b"], "distance": 1}, {"pair": ["a", "b"], "distance": 2}])"),
         ": /clearance/1", "twice"},
        // paths
        {scene(R"("paths": [{"poses": [{}, {}]}])"), ": /paths/0", "key 'body' is missing"},
        {scene(R"("paths": [{"body": "a"}])"), ": /paths/0", "neither 'poses' nor 'values'"},
        {scene(R"("paths": [{"body": "a", "values": [1]}])"), ": /paths/0/values", "1 values; a path needs"},
        {scene(R"("paths": [{"body": "a", "values": [1, 2], "turns": 1}])"), ": /paths/0/turns",
         "both 'values' and 'turns'; keep one"},
        {scene(R"("paths": [{"body": "a", "values": [1, 2], "about": [0, 0, 0]}])"), ": /paths/0/about",
         "both 'values' and 'about'; keep one"},
        {scene(R"("paths": [{"body": "a", "about": [0, 0, 0], "poses": [{}, {}]}])"), ": /paths/0/about",
         "a screw is not about a point; write"},
        {scene(R"("paths": [{"body": "a", "in_between": "slerp", "about": [0, 0], "poses": [{}, {}]}])"),
         ": /paths/0/about", "2 numbers instead of 3"},
        {scene(R"("paths": [{"body": "a", "values": [1, 2]}, {"body": "b", "poses": [{}, {}, {}]}])"),
         ": /paths/1/poses", "3 poses, but /paths/0 has 2"},
        // joints
        {scene(R"("joints": [{"type": "fixed"}])"), ": /joints/0", "key 'body' is missing"},
        {scene(R"("joints": [{"body": "d", "type": "fixed"}])"), ": /joints/0/body", "no body is named 'd'"},
        {scene(R"("joints": [{"body": "a", "parent": "d", "type": "fixed"}])"), ": /joints/0/parent",
         "no body is named 'd'"},
        {scene(R"("joints": [{"body": "a", "type": "revolut"}])"), ": /joints/0/type",
         "did you mean 'revolute'?"},
        {scene(R"("joints": [{"body": "a", "type": "prismatic"}])"), ": /joints/0",
         "key 'axis' is missing; a prismatic joint needs it"},
        {scene(R"("joints": [{"body": "a", "type": "fixed", "limits": [0, 1]}])"), ": /joints/0/limits",
         "a fixed joint has no 'limits'"},
        {scene(R"("joints": [{"body": "a", "type": "revolute", "axis": [1, 0]}])"), ": /joints/0/axis",
         "2 numbers instead of 3"},
        {scene(R"("paths": [{"body": "A", "poses": [{}, {}]}])"), ": /paths/0/body", "no body is named 'A'"},
        {scene(R"("paths": [{"body": "a", "poses": [{}]}])"), ": /paths/0/poses",
         "1 poses; a path needs at least two"},
        {scene(R"("paths": [{"body": "a", "poses": {}}])"), ": /paths/0/poses", "is an object, not an array"},
        {scene(R"("paths": [{"body": "a", "poses": [{}, {"quaternion": [1, 1, 1, 1]}]}])"),
         ": /paths/0/poses/1/quaternion", "normalised it is [0.5, 0.5, 0.5, 0.5]"},
        {scene(R"("paths": [{"body": "a", "poses": [{}, {}]}, {"body": "b", "poses": [{}, {}, {}]}])"),
         ": /paths/1/poses", "3 poses, but /paths/0 has 2"},
        {scene(R"("paths": [{"body": "a", "poses": [{}, {}]}, {"body": "a", "poses": [{}, {}]}])"),
         ": /paths/1/body", "has a path already, /paths/0"},
        {scene(R"("paths": [{"body": "a", "in_between": "linear", "poses": [{}, {}]}])"),
         ": /paths/0/in_between", "'linear' is not one of screw, slerp, linear_parameters"},
        {scene(R"("paths": [{"body": "a", "poses": [{}, {}], "turns": [1, 2]}])"), ": /paths/0/turns",
         "2 turns for 1 segments"},
        {scene(R"("paths": [{"body": "a", "poses": [{}, {}], "turns": 0.5}])"), ": /paths/0/turns",
         "0.5 is not a whole number"},
        {scene(R"("paths": [{"body": "a", "poses": [{}, {}], "turns": [1e7]}])"), ": /paths/0/turns/0",
         "within 1000000"},
        {scene(R"("paths": [{"body": "a", "poses": [{}, {}], "turns": "2"}])"), ": /paths/0/turns",
         "is a string, not a whole number or an array"},
        {R"({"graze": 1, "bodies": [{"name": "s", "mesh": "a.glb", "split": true}], "paths": [{"body": "s", "poses": [{}, {}]}]})",
         ": /paths/0/body", "body 's' is split; name one of its parts"},
    };
    return table;
}

TEST(SceneDescription, Degenerate_EveryMistakeIsNamedAtItsPlace) {
    EXPECT_GE(broken_texts().size(), 60u);
    for (const BrokenText& broken : broken_texts()) {
        SCOPED_TRACE(broken.text);
        const auto read = parse_scene_text(broken.text, "s.json");
        ASSERT_FALSE(read.has_value());
        const std::string& message = read.error().message;
        EXPECT_EQ(read.error().code, ErrorCode::BadInput);
        EXPECT_EQ(message.rfind("s.json" + broken.place, 0), 0u) << message;
        EXPECT_NE(message.find(broken.complaint), std::string::npos) << message;
        EXPECT_NE(message.find("; "), std::string::npos) << "no remedy: " << message;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
}

// Truncating or damaging one byte of a good scene must never crash, and what is accepted must still be a
// scene.
TEST(SceneDescription, Property_DamagedTextsAreRefusedOrRead) {
    const std::string good =
        scene(R"("unit": "in", "ignore": [["a", "b"]], "clearance": [{"pair": ["b", "c"], "distance": 1.5}],
        "paths": [{"body": "a", "in_between": "slerp", "poses": [{}, {"quaternion": [0, 0, 0.6, 0.8]}], "turns": [1]}])");
    int refused = 0, accepted = 0;
    const auto attempt = [&](const std::string& text) {
        const auto read = parse_scene_text(text, "s.json");
        ++(read ? accepted : refused);
        EXPECT_TRUE(!read || !read->bodies.empty());
    };
    for (std::size_t length = 0; length < good.size(); ++length) attempt(good.substr(0, length));
    for (std::size_t at = 0; at < good.size(); ++at)
        for (const char byte : {'0', '"', '{', ']', '\xff', 'e'}) {
            std::string text = good;
            text[at] = byte;
            attempt(text);
        }
    EXPECT_GT(refused, 1000);
    EXPECT_GT(accepted, 20);  // digits and letters of names may change
}

}  // namespace
}  // namespace graze::scene_description_test
