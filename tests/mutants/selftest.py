#!/usr/bin/env python3
"""Tests of the mutation tool: its parser, its rules, and that it tells killed, survived and unusable apart."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import mutate

ENTRY = """
[mutant]
file: src/a.h
old: |
  first
    second
new: |
target: test_numeric
filter: Interval.*
why: reason: with a colon
"""

# A comment changed (nobody can notice), text that does not compile, and a sign that tests must notice.
COMMENT = ("// Where an angle lies, and what its", "// Where an angle lies, or what its")
BROKEN = ("return sine_from(at, at.sector);", "return no_such_function(at, at.sector);")
SIGN = ("return sine_from(at, at.sector);", "return -sine_from(at, at.sector);")


def entry(change):
    return (f"[mutant]\nfile: src/graze/numeric/interval_trig.cpp\nold: {change[0]}\nnew: {change[1]}\n"
            "target: test_numeric\nfilter: Trig.Example*\nwhy: self-test\n")


def run_tool(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "list.txt"
        path.write_text(text)
        return subprocess.run([sys.executable, str(mutate.HERE / "mutate.py"), str(path)], capture_output=True, text=True)


class Parser(unittest.TestCase):
    def test_reads_blocks_and_single_lines(self):
        (mutant,) = mutate.parse_list("# comment\n" + ENTRY, "list.txt")
        self.assertEqual(mutant.old, "first\n  second")
        self.assertEqual(mutant.new, "")
        self.assertEqual(mutant.why, "reason: with a colon")
        self.assertEqual(mutant.room, "numeric")
        self.assertEqual(mutant.place, "list.txt:3")

    def test_names_what_is_wrong(self):
        for text, complaint in ((ENTRY.replace("why:", "because:"), "not understood"),
                                (ENTRY.replace("target: test_numeric\n", ""), "lacks target"),
                                (ENTRY + "line: three\n", "not a number"),
                                ("file: outside\n", "not understood"),
                                (ENTRY + "why: twice\n", "not understood")):
            with self.assertRaisesRegex(mutate.ListError, complaint):
                mutate.parse_list(text, "list.txt")

    def test_finds_exactly_one_place(self):
        (mutant,) = mutate.parse_list(ENTRY.replace("old: |\n  first\n    second", "old: x"), "list.txt")
        self.assertEqual(mutate.mutated(mutant, "a x b"), "a  b")
        with self.assertRaisesRegex(mutate.ListError, "occurs 2 times"):
            mutate.offset_of(mutant, "x\nx\n")
        with self.assertRaisesRegex(mutate.ListError, "occurs 0 times"):
            mutate.offset_of(mutant, "y\n")
        mutant.line = 2
        self.assertEqual(mutate.mutated(mutant, "x\nx\n"), "x\n\n")

    def test_refuses_a_mutant_that_changes_nothing(self):
        (mutant,) = mutate.parse_list(ENTRY.replace("new: |", "new: |\n  first\n    second"), "list.txt")
        with self.assertRaisesRegex(mutate.ListError, "the same"):
            mutate.offset_of(mutant, "first\n  second")


class Rules(unittest.TestCase):
    def test_filters_like_gtest(self):
        self.assertTrue(mutate.matches_filter("A.b", "A.*"))
        self.assertTrue(mutate.matches_filter("A.b", "X.*:A.b"))
        self.assertFalse(mutate.matches_filter("A.b", "A.*-A.b"))
        self.assertTrue(mutate.matches_filter("A.c", "-A.b"))
        self.assertTrue(mutate.matches_filter("Any/A.b/0", "*/A.b/*"))

    def test_finds_the_tests_of_a_file(self):
        self.assertEqual(list(mutate.tests_in("TEST(A, b) {\nTEST_F(C,\n       d) {\nTEST_P(E, f)")),
                         ["A.b", "C.d", "Any/E.f/0"])

    def test_slices_evenly_and_always_the_same(self):
        everything = list(range(100))
        self.assertEqual(mutate.choose_slice(everything, 4), [12, 37, 62, 87])
        self.assertEqual(mutate.choose_slice(everything, 0), everything)
        self.assertEqual(mutate.choose_slice([1, 2], 6), [1, 2])


class EndToEnd(unittest.TestCase):
    def test_tells_killed_survived_and_unusable_apart(self):
        source = mutate.ROOT / "src/graze/numeric/interval_trig.cpp"
        before = source.read_bytes()
        done = run_tool(entry(SIGN) + entry(COMMENT))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("survived", done.stdout)
        self.assertIn(COMMENT[1], done.stdout)
        self.assertTrue(done.stdout.rstrip().endswith("1 passed, 1 failed"), done.stdout)
        done = run_tool(entry(BROKEN))
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("does not compile", done.stdout)
        self.assertEqual(source.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
