// The readers of files of queries, and the sample of queries in tests/data/queries.
#include "elementary/query_files.h"
#include "elementary/rational_text.h"

#include "support/doubles.h"

#include <gtest/gtest.h>

#include <gmpxx.h>

namespace graze::bench::query_files_test {
namespace {

using graze::test::Family;

FromRational read(const std::string& n, const std::string& d) {
    const auto value = double_from_rational(n, d);
    EXPECT_TRUE(value.has_value()) << n << " / " << d;
    return value.value_or(FromRational{std::nan(""), false});
}

std::string row(const std::string& x, int truth) { return x + ",1,2,1,-6,4," + std::to_string(truth) + "\n"; }

std::string query_rows(int truth) {
    std::string text;
    for (int i = 0; i < 8; ++i) text += row(std::to_string(i), truth);
    return text;
}

std::string fault_of(const std::string& text) {
    const auto read = read_linear_queries(text, QueryKind::EdgeEdge, "q.csv");
    return read ? "" : read.error().message;
}

std::string rigid_fault_of(const std::string& text) {
    const auto read = read_rigid_queries(text, "q.txt");
    return read ? "" : read.error().message;
}

const std::string kZeros = " 0 0 0 0 0 0 0 0 0 0 0 0";
const std::string kRigid = "drop vf 1 0.5 0.25 1  0 0 0 0 0 0 0 0 -2 0 0 3 3 0 0 0 2 0 0 0 1 0" + kZeros;

}  // namespace

TEST(RationalText, Example_DoublesAndWhatIsNone) {
    EXPECT_EQ(read("3", "4").value, 0.75);
    EXPECT_TRUE(read("3", "4").is_exact);
    EXPECT_EQ(read("-3", "-4").value, 0.75);
    EXPECT_EQ(read("+6", "-8").value, -0.75);
    EXPECT_EQ(read("0", "7").value, 0.0);
    EXPECT_EQ(read("010", "02").value, 5.0);  // not octal
    EXPECT_EQ(read("1", "3").value, 1.0 / 3.0);
    EXPECT_FALSE(read("1", "3").is_exact);
    EXPECT_EQ(read("9007199254740993", "1").value, 9007199254740992.0);  // a tie, to even
    EXPECT_EQ(read("9007199254740995", "1").value, 9007199254740996.0);
    EXPECT_FALSE(read("9007199254740993", "1").is_exact);
    for (const char* bad : {"", "-", "1.5", "1e3", "x", "0x10", " 1"})
        EXPECT_FALSE(double_from_rational(bad, "2").has_value()) << bad;
    EXPECT_FALSE(double_from_rational("1", "0").has_value());
    EXPECT_FALSE(double_from_rational("1" + std::string(400, '0'), "1").has_value());
    EXPECT_FALSE(double_from_rational("1" + std::string(4000, '0'), "1").has_value());
    EXPECT_EQ(read("1", "1" + std::string(4000, '0')).value, 0.0);
    EXPECT_FALSE(read("1", "1" + std::string(4000, '0')).is_exact);
}

TEST(RationalText, Property_EveryDoubleComesBack) {
    Rng rng(11);
    for (int i = 0; i < 4000; ++i) {
        const double x = graze::test::draw(rng, Family(rng.below(graze::test::kFamilies)));
        const RationalText text = rational_from_double(x);
        const FromRational back = read(text.numerator, text.denominator);
        ASSERT_EQ(back.value, x);
        ASSERT_TRUE(back.is_exact);
    }
}

TEST(RationalText, Reference_RationalsAreRoundedToNearest) {
    Rng rng(12);
    int exact = 0, subnormal = 0;
    for (int i = 0; i < 4000; ++i) {
        mpz_class n(static_cast<unsigned long>(rng.bits() >> rng.below(64)) | 1u),
            d(static_cast<unsigned long>(rng.bits() >> rng.below(64)) | 1u);
        if (rng.below(2) == 0) n *= static_cast<unsigned long>(rng.bits());
        if (rng.below(3) == 0) d <<= static_cast<unsigned>(rng.below(1080));
        const double value = read(n.get_str(), d.get_str()).value;
        // No neighbour is nearer; in exact arithmetic.
        mpq_class truth(n, d);
        truth.canonicalize();
        const mpq_class at(value), below(std::nextafter(value, -HUGE_VAL)),
            above(std::nextafter(value, HUGE_VAL));
        const mpq_class error = abs(truth - at);
        ASSERT_LE(error, abs(truth - below));
        ASSERT_LE(error, abs(truth - above));
        ASSERT_EQ(read(n.get_str(), d.get_str()).is_exact, error == 0);
        exact += error == 0;
        subnormal += std::abs(value) < 0x1p-1022;
    }
    EXPECT_GT(exact, 50);
    EXPECT_GT(subnormal, 20);
}

TEST(LinearQueries, Example_RowsBecomeVertices) {
    const auto read =
        read_linear_queries(query_rows(1) + "\r\n" + query_rows(0), QueryKind::EdgeEdge, "q.csv");
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->queries.size(), 2u);
    EXPECT_TRUE(read->queries[0].is_contact);
    EXPECT_FALSE(read->queries[1].is_contact);
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(read->queries[0].from[i], Vec3(i, 2, -1.5));
        EXPECT_EQ(read->queries[0].to[i], Vec3(4 + i, 2, -1.5));
    }
    EXPECT_EQ(read->rounded, 0u);
    const auto features = features_of(read->queries[0]);
    EXPECT_EQ(features[0].count, 2);
    EXPECT_EQ(features[1].vertices[1], Vec3(3, 2, -1.5));
    EXPECT_EQ(std::get<VertexEnds>(features[1].motion).to[0], Vec3(6, 2, -1.5));
    EXPECT_EQ(linear_queries_text(read->queries).substr(0, 16), "0,1,2,1,-3,2,1\n1");
    const auto again = read_linear_queries(linear_queries_text(read->queries), QueryKind::EdgeEdge, "q.csv");
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->queries[1].to, read->queries[1].to);
    // A rational that is no double is rounded, and that is said.
    std::string third = query_rows(0);
    third.replace(0, 3, "1,3");
    const auto rounded = read_linear_queries(third, QueryKind::VertexFace, "q.csv");
    ASSERT_TRUE(rounded.has_value());
    EXPECT_EQ(rounded->rounded, 1u);
    EXPECT_EQ(rounded->first_rounded, "q.csv, line 1");
    EXPECT_EQ(features_of(rounded->queries[0])[1].count, 3);
}

TEST(LinearQueries, Degenerate_BadRowsAreNamed) {
    EXPECT_EQ(fault_of(""), "");
    EXPECT_NE(fault_of("1,2,3\n").find("q.csv, line 1: 3 fields instead of 7"), std::string::npos);
    EXPECT_NE(fault_of(query_rows(0) + "0,1,0,1,0,1,0,9\n").find("line 9: 8 fields"), std::string::npos);
    EXPECT_NE(fault_of("0,0,0,1,0,1,0\n").find("no finite rational"), std::string::npos);
    EXPECT_NE(fault_of("0.5,1,0,1,0,1,0\n").find("'0.5'"), std::string::npos);
    EXPECT_NE(fault_of("0,1,0,1,0,1,2\n").find("neither 0 nor 1"), std::string::npos);
    EXPECT_NE(fault_of(row("1", 0) + row("1", 1)).find("line 2: the truth changes"), std::string::npos);
    EXPECT_NE(fault_of(query_rows(0) + row("1", 0)).find("1 rows instead of 8; was the file cut off?"),
              std::string::npos);
    const auto none = read_linear_query_folder("/no/such/folder");
    ASSERT_FALSE(none.has_value());
    EXPECT_NE(none.error().message.find("SCENE/edge-edge"), std::string::npos);
    EXPECT_FALSE(read_linear_query_folder(GRAZE_TEST_CORPUS).has_value());
}

TEST(RigidQueries, Example_LinesBecomeFeatures) {
    const auto read = read_rigid_queries("# a comment\n\n" + kRigid + "\r\n", "q.txt");
    ASSERT_TRUE(read.has_value()) << read.error().message;
    ASSERT_EQ(read->size(), 1u);
    const RigidQuery& query = read->front();
    EXPECT_EQ(query.name, "drop");
    EXPECT_EQ(query.a.count, 1);
    EXPECT_EQ(query.a.vertices[0], Vec3(0.5, 0.25, 1));
    EXPECT_EQ(query.a.to.position, Vec3(0, 0, -2));
    EXPECT_EQ(query.a.to.rotation_vector, Vec3(0, 0, 3));
    EXPECT_EQ(query.b.count, 3);
    EXPECT_EQ(query.b.vertices[2], Vec3(0, 1, 0));
    const auto motions = motions_of(query);
    EXPECT_TRUE(std::holds_alternative<LinearParameters>(motions[0]));
    EXPECT_TRUE(std::holds_alternative<AtRest>(motions[1]));
    const auto again = read_rigid_queries(rigid_queries_text(*read), "q.txt");
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(rigid_queries_text(*again), rigid_queries_text(*read));
    const auto truths = read_rigid_truths("drop contact 0.25\nother clear\n", "q.truth");
    ASSERT_TRUE(truths.has_value());
    EXPECT_EQ(truths->at("drop").time, 0.25);
    EXPECT_FALSE(truths->at("other").is_contact);
    EXPECT_EQ(rigid_truths_text(*read, *truths), "drop contact 0.25\n");
}

TEST(RigidQueries, Degenerate_BadLinesAreNamed) {
    EXPECT_NE(rigid_fault_of("a xx 1").find("q.txt, line 1: the type 'xx' is neither ee nor vf"),
              std::string::npos);
    EXPECT_NE(rigid_fault_of("a vf 2 0 0 0").find("'2' vertices where this type has 1"), std::string::npos);
    EXPECT_NE(rigid_fault_of("\na vf 1 0 0 x").find("line 2: a vertex: 'x' is not a number"),
              std::string::npos);
    EXPECT_NE(rigid_fault_of("a vf 1 0 0 0 0").find("the line ends before a position at t = 0"),
              std::string::npos);
    EXPECT_NE(rigid_fault_of(kRigid + " 1").find("more words than a query has"), std::string::npos);
    EXPECT_NE(rigid_fault_of(kRigid + "\n" + kRigid).find("line 2: a second query of the name 'drop'"),
              std::string::npos);
    EXPECT_NE(rigid_fault_of("a").find("before the type"), std::string::npos);
    EXPECT_FALSE(read_rigid_truths("a maybe\n", "t").has_value());
    EXPECT_FALSE(read_rigid_truths("a contact\n", "t").has_value());
    EXPECT_FALSE(read_rigid_truths("a clear 1\n", "t").has_value());
    EXPECT_FALSE(read_rigid_file("/no/such/file").has_value());
}

}  // namespace graze::bench::query_files_test
