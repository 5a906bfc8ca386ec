#include "graze/core/byte_buffer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace graze::byte_buffer_test {

TEST(ByteBuffer, Example_AppendsCutsAndGivesItsBytes) {
    ByteBuffer buffer;
    EXPECT_TRUE(buffer.empty());
    buffer.append("abc", 3);
    buffer.append("", 0);
    buffer.append("defg", 4);
    EXPECT_EQ(buffer.view(), "abcdefg");
    buffer.cut_to(2);
    buffer.append("x", 1);
    EXPECT_EQ(buffer.view(), "abx");
    buffer.shrink_to_fit();
    EXPECT_EQ(buffer.view(), "abx");
}

TEST(ByteBuffer, Property_GrowsToManyMegabytesWithoutLosingAny) {
    ByteBuffer buffer;
    std::string all;
    for (std::uint32_t i = 0; all.size() < 9'000'000; ++i) {
        char* at = buffer.room_for(300);
        std::string piece(i % 300, static_cast<char>(i));
        std::memcpy(at, piece.data(), piece.size());
        buffer.keep_until(at + piece.size());
        all += piece;
    }
    EXPECT_TRUE(buffer.view() == all);
    buffer.shrink_to_fit();
    EXPECT_TRUE(buffer.view() == all);
    ByteBuffer reserved;
    reserved.reserve(50'000'000);
    reserved.append(all.data(), all.size());
    EXPECT_TRUE(reserved.view() == all);
}

TEST(ByteBuffer, Property_CopiesAreTheirOwnAndMovesTakeAll) {
    ByteBuffer first("first");
    ByteBuffer copy = first;
    copy.append("!", 1);
    EXPECT_EQ(first.view(), "first");
    EXPECT_EQ(copy.view(), "first!");
    ByteBuffer moved = std::move(copy);
    EXPECT_EQ(moved.view(), "first!");
    first = std::move(moved);
    EXPECT_EQ(first.view(), "first!");
    first = {};
    EXPECT_TRUE(first.empty());
    first.shrink_to_fit();
    first.append("again", 5);
    EXPECT_EQ(first.view(), "again");
}

}  // namespace graze::byte_buffer_test
