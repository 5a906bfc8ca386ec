"""What the pages of docs/commands show is what the command prints."""
import re
import shlex
import unittest

from graze_case import SOURCE, GrazeCase

# Times differ from run to run.
TIMES = re.compile(r"\d+(\.\d+)? (us|ms|s)\b")
# A line of --help that begins with an option.
OPTION = re.compile(r"^  (--[a-z][\w-]+)", re.M)


def sessions(page):
    """The console blocks of a page, each a list of (words, output)."""
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.S | re.M):
        runs = re.split(r"^\$ ", block, flags=re.M)[1:]
        yield [(shlex.split(run.partition("\n")[0]), run.partition("\n")[2]) for run in runs]


class Docs(GrazeCase):
    def test_console_blocks_show_what_is_printed(self):
        for page in sorted((SOURCE / "docs" / "commands").glob("*.md")):
            if page.stem == "studio" and "\n  studio " not in self.good("--help"):
                continue  # GRAZE_BUILD_STUDIO is off
            blocks = list(sessions(page.read_text()))
            self.assertTrue(blocks, msg=f"{page.name} has no example")
            for words, shown in (run for block in blocks for run in block):
                with self.subTest(page=page.name, words=words):
                    self.assertEqual(words[0], "graze")
                    run = self.graze(*words[1:])
                    printed = (run.stdout + run.stderr).decode()
                    self.assertEqual(TIMES.sub("TIME", printed).rstrip(), TIMES.sub("TIME", shown).rstrip())

    def test_every_command_has_a_page_and_the_page_its_options(self):
        commands = re.findall(r"^  (\w+) {4,}", self.good("--help").partition("Subcommands:")[2].partition("Examples:")[0],
                              re.M)
        self.assertGreaterEqual(len(commands), 4)
        for command in commands:
            page = (SOURCE / "docs" / "commands" / f"{command}.md").read_text()
            options = self.good(command, "--help").partition("Options:")[2].partition("\nExamples:")[0]
            own, _, parameters = options.partition("\nParameters:")
            for option in set(OPTION.findall(own)):
                self.assertRegex(page, rf"(?m)^\|[^|]*`{option}[ `]", msg=f"{command}.md has no row for {option}")
            for option in set(OPTION.findall(parameters)):
                self.assertIn(option, page, msg=command)


if __name__ == "__main__":
    unittest.main()
