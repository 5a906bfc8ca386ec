#include "graze/core/byte_source.h"

#include "graze/core/file.h"

#include <gtest/gtest.h>

namespace graze::byte_source_test {

TEST(ByteSource, Example_FilesAndTextsGiveTheSamePieces) {
    std::string bytes;
    for (int i = 0; i < 100000; ++i) bytes.push_back(static_cast<char>(i * 7 + i / 256));
    const auto path = std::filesystem::temp_directory_path() / "graze_byte_source_test";
    ASSERT_TRUE(write_file_atomically(path, bytes).has_value());
    const ByteSource text = source_of(bytes);
    const auto file = open_source(path);
    ASSERT_TRUE(file.has_value());
    std::filesystem::remove(path);  // an open file can still be read
    for (const ByteSource* source : {&text, &*file}) {
        EXPECT_EQ(source->size, bytes.size());
        std::string piece(1000, '\0');
        for (const std::uint64_t at : {0u, 77u, 99000u}) {
            ASSERT_TRUE(source->read(at, piece.data(), piece.size()));
            EXPECT_EQ(piece, bytes.substr(at, 1000));
        }
        EXPECT_FALSE(source->read(99001, piece.data(), piece.size()));  // one beyond the end
        EXPECT_FALSE(source->read(200000, piece.data(), 1));
        EXPECT_TRUE(source->read(100000, piece.data(), 0));
    }
}

TEST(ByteSource, Degenerate_WhatIsNoFileIsNamed) {
    const auto missing = open_source("/nowhere/at/all");
    ASSERT_FALSE(missing.has_value());
    EXPECT_NE(missing.error().message.find("/nowhere/at/all"), std::string::npos);
    EXPECT_FALSE(open_source(std::filesystem::temp_directory_path()).has_value());
}

}  // namespace graze::byte_source_test
