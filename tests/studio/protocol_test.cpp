#include "studio/protocol.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace graze::studio::protocol_test {
namespace {

std::string why(std::string_view text) {
    const auto command = parse_command(text);
    return command ? "" : command.error().message;
}

template <class T>
T read(std::string_view text) {
    auto command = parse_command(text);
    EXPECT_TRUE(command.has_value()) << text << ": " << (command ? "" : command.error().message);
    EXPECT_TRUE(std::holds_alternative<T>(command->what)) << text;
    return std::get<T>(command->what);
}

}  // namespace

TEST(StudioProtocol, Example_MembersAreRead) {
    const Grab grab = read<Grab>(R"({"type": "grab", "body": 3, "point": [1.5, -2, 1e3]})");
    EXPECT_EQ(grab.body, 3U);
    EXPECT_EQ(grab.point, Vec3(1.5, -2.0, 1000.0));
    const Drag drag = read<Drag>(R"({"type": "drag", "seq": 17, "pose": [1, 2, 3, 0, 0, 0.6, 0.8]})");
    EXPECT_EQ(drag.seq, 17.0);
    EXPECT_EQ(drag.pose->translation, Vec3(1.0, 2.0, 3.0));
    EXPECT_EQ(drag.pose->rotation.z(), 0.6);
    EXPECT_EQ(drag.pose->rotation.w(), 0.8);
    const SetLock lock = read<SetLock>(R"({"type": "set_lock", "move": [true, false, false], "turn": [false, false, true], "frame": "part"})");
    EXPECT_TRUE(lock.move[0] && !lock.move[1] && lock.turn[2] && !lock.turn[0]);
    EXPECT_EQ(lock.frame, Frame::Part);
    const SetMargin margin = read<SetMargin>(R"({"type": "set_margin", "bodies": [5, 2], "distance": null})");
    EXPECT_EQ(margin.bodies, (Pair{2, 5}));
    EXPECT_FALSE(margin.distance);
    EXPECT_EQ(parse_command(R"({"type": "undo", "id": 12})")->id, 12);
    EXPECT_FALSE(parse_command(R"({"type": "undo"})")->id);
}

TEST(StudioProtocol, Example_EveryTypeIsKnownByItsName) {
    for (const char* type : {"ping", "ask_to_drive", "close", "release", "cancel_drag", "undo", "redo", "reset", "snapshot", "step", "stop", "find_clashes", "save", "audit"}) {
        const auto command = parse_command(std::string(R"({"type": ")") + type + "\"}");
        ASSERT_TRUE(command) << type;
        EXPECT_STREQ(type_of(command->what), type);
    }
}

TEST(StudioProtocol, Example_WatchersMayOnlyLook) {
    EXPECT_TRUE(is_for_all(Hello{}) && is_for_all(Measure{}) && is_for_all(AskToDrive{}) && is_for_all(AskTimeline{}));
    EXPECT_FALSE(is_for_all(Grab{}) || is_for_all(Undo{}) || is_for_all(Open{}) || is_for_all(HandOver{}) || is_for_all(Certify{}));
}

TEST(StudioProtocol, Degenerate_WhatIsWrongIsSaid) {
    for (const auto& [text, word] : {std::pair{"", "message"},
                                     {"[]", "object"},
                                     {"{}", "type is missing"},
                                     {R"({"type": 3})", "type must be a text"},
                                     {R"({"type": "fly"})", "no type of message"},
                                     {R"({"type": "undo", "undo": 1})", "not known here"},
                                     {R"({"type": "grab", "point": [0, 0, 0]})", "body is missing"},
                                     {R"({"type": "grab", "body": -1, "point": [0, 0, 0]})", "whole number"},
                                     {R"({"type": "grab", "body": 0.5, "point": [0, 0, 0]})", "whole number"},
                                     {R"({"type": "grab", "body": 1, "point": [0, 0]})", "list of 3"},
                                     {R"({"type": "grab", "body": 1, "point": [0, 0, "x"]})", "must be a number"},
                                     {R"({"type": "grab", "body": 1, "point": [0, 0, 1e13]})", "beyond"},
                                     {R"({"type": "drag", "seq": 1})", "needs a pose"},
                                     {R"({"type": "drag", "seq": 1, "point": [0,0,0], "pose": [0,0,0,0,0,0,1]})", "not both"},
                                     {R"({"type": "drag", "seq": 1, "pose": [0,0,0,0,0,0,0]})", "length 1"},
                                     {R"({"type": "open"})", "one of demo, files and recent"},
                                     {R"({"type": "open", "demo": "a", "recent": 1})", "one of demo, files and recent"},
                                     {R"({"type": "set_world", "restitution": 1.5})", "from 0 to 1"},
                                     {R"({"type": "set_world", "order": 3})", "from 1 to 2"},
                                     {R"({"type": "measure", "a": {"point": [0,0,0]}, "b": {"face": 1}})", "a body or a point"},
                                     {R"({"type": "set_margin", "bodies": [2, 2]})", "must be two"},
                                     {R"({"type": "undo", "type": "redo"})", "message"}})
        EXPECT_NE(why(text).find(word), std::string::npos) << text << " -> " << why(text);
    EXPECT_NE(why(std::string(kLongestMessage + 1, ' ')).find("the limit is"), std::string::npos);
    EXPECT_NE(why(R"({"type": "snapshot", "name": ")" + std::string(1001, 'x') + "\"}").find("the limit is"), std::string::npos);
    EXPECT_NE(why("{\"type\": \"snapshot\", \"name\": \"a\\u0007\"}").find("control characters"), std::string::npos);
}

TEST(StudioProtocol, Degenerate_QuaternionsAreMadeUnit) {
    const Drag drag = read<Drag>(R"({"type": "drag", "seq": 1, "pose": [0, 0, 0, 0, 0, 0, 1.05]})");
    EXPECT_TRUE(is_valid(*drag.pose));
}

}  // namespace graze::studio::protocol_test
