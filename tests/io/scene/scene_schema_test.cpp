// docs/scene.schema.json and the reader must know the same keys. (tests/cli/scene_corpus_test.py compares
// what they accept.)
#include "graze/core/file.h"
#include "graze/io/scene/scene_description.h"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace graze::scene_schema_test {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = GRAZE_TEST_CORPUS;

nlohmann::json schema() {
    const auto text = read_file(kCorpus / "../../docs/scene.schema.json");
    return text ? nlohmann::json::parse(*text) : nlohmann::json();
}

std::set<std::string> keys_of(const nlohmann::json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.insert(key);
    return keys;
}

TEST(SceneSchema, Property_KeysAreThoseOfTheReader) {
    const nlohmann::json definitions = schema()["$defs"];
    std::set<std::string> objects;
    for (const SceneObjectKeys& known : scene_object_keys()) {
        SCOPED_TRACE(known.object);
        objects.insert(known.object);
        ASSERT_TRUE(definitions.contains(known.object));
        const auto& definition = definitions[known.object];
        EXPECT_EQ(keys_of(definition["properties"]), std::set(known.keys.begin(), known.keys.end()));
        const auto required = definition.value("required", std::vector<std::string>());
        EXPECT_EQ(std::set(required.begin(), required.end()),
                  std::set(known.required.begin(), known.required.end()));
        EXPECT_EQ(definition["additionalProperties"], false);
    }
    for (const auto& [name, definition] : definitions.items())
        EXPECT_EQ(definition.value("type", "") == "object", objects.contains(name)) << name;
}

TEST(SceneSchema, Property_WordsAreThoseOfTheReader) {
    const nlohmann::json definitions = schema()["$defs"];
    const auto words = [&](const char* object, const char* key) {
        return definitions[object]["properties"][key]["enum"].get<std::vector<std::string>>();
    };
    for (const std::string& unit : words("scene", "unit")) EXPECT_TRUE(unit_named(unit).has_value()) << unit;
    EXPECT_EQ(words("scene", "unit").size(), 6u);
    EXPECT_EQ(
        words("ignore", "allow"),
        (std::vector<std::string>{name_of(Allowed::Touching), name_of(Allowed::Interference), "nothing"}));
    EXPECT_EQ(words("path", "in_between"),
              (std::vector<std::string>{name_of(InBetween::Screw), name_of(InBetween::Slerp),
                                        name_of(InBetween::LinearParameters)}));
}

/// How many scenes of a folder of the corpus the reader accepts and refuses.
std::pair<int, int> accepted_and_refused(const char* folder) {
    std::pair<int, int> counts;
    for (const auto& entry : fs::directory_iterator(kCorpus / "scene" / folder)) {
        if (entry.path().extension() != ".json") continue;
        const auto text = read_file(entry.path());
        const bool accepted = text && parse_scene_text(*text, entry.path().filename().string());
        ++(accepted ? counts.first : counts.second);
    }
    return counts;
}

TEST(SceneCorpus, Example_GoodIsReadBadIsNot) {
    const auto [good, lost] = accepted_and_refused("good");
    EXPECT_EQ(lost, 0);
    EXPECT_GE(good, 13);
    for (const char* folder : {"bad", "text"}) {
        const auto [slipped, refused] = accepted_and_refused(folder);
        EXPECT_EQ(slipped, 0) << folder;
        EXPECT_GE(refused, 10) << folder;
    }
}

}  // namespace
}  // namespace graze::scene_schema_test
