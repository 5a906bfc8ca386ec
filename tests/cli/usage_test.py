"""The command line itself: help, version, mistakes, threads, broken pipes."""
import os
import signal
import subprocess

from graze_case import GRAZE, GrazeCase, main, obj_text, reset_signals

COMMANDS = ("info", "convert", "view", "clash", "distance", "demo")


class Usage(GrazeCase):
    def test_version(self):
        self.assertRegex(self.good("--version"), r"\Agraze \d+\.\d+\.\d+\n\Z")

    def test_help_has_an_example_of_each_command(self):
        text = self.good("--help")
        for command in COMMANDS:
            self.assertRegex(text, rf"(?m)^  graze {command} .*\S")
            own = self.good(command, "--help")
            self.assertRegex(own, rf"(?m)^  graze {command} .*\S")
            self.assertIn("--json", own)
            self.assertIn("--threads", own)
        self.assertIn("Exit codes", text)

    def test_mistakes(self):
        self.put("a.obj", obj_text())
        for words, containing in [
            ([], "no command given"),
            (["inof", "a.obj"], "unknown command 'inof'; did you mean 'info'?"),
            (["teleport"], "unknown command 'teleport'; the commands are info, convert, view, clash, distance, path, probe, verify, audit, sweep, simulate, studio, demo"),
            (["--frob"], "unknown option '--frob'"),
            (["info"], "info: FILE is required"),
            (["info", "a.obj", "--unti", "mm"], "info: unknown option '--unti'; did you mean '--unit'?"),
            (["info", "a.obj", "--unit"], "--unit"),
            (["info", "a.obj", "--unit", "mile"], "--unit: unknown unit 'mile'; the units are um, mm, cm, m, in, ft"),
            (["info", "a.obj", "--crease", "200"], "--crease: '200' is not an angle between 0 and 180"),
            (["info", "a.obj", "--crease", "sharp"], "--crease: 'sharp'"),
            (["info", "a.obj", "--crease", "nan"], "--crease: 'nan'"),
            (["info", "a.obj", "--threads", "-1"], "--threads"),
            (["info", "a.obj", "--threads", "many"], "--threads"),
            (["info", "a.obj", "--threads", "100000"], "--threads"),
            (["convert", "a.obj"], "OUT is required"),
            (["convert", "a.obj", "b.obj", "c.obj"], "convert: unknown argument 'c.obj'"),
            (["convert", "a.obj", "b.obj", "--format", "step"], "--format: unknown format 'step'; the formats are stl"),
            (["convert", "a.obj", "b.json"], "convert writes meshes, not scenes"),
            (["view", "a.obj"], "--out is required"),
            (["demo"], "NAME is required; the demos are"),
            (["demo", "screw-and-nut"], "--out is required"),
            (["demo", "scerw-and-nut", "--out", "x"], "did you mean 'screw-and-nut'?"),
        ]:
            with self.subTest(words=words):
                error = self.refused(*words, containing=containing)
                self.assertEqual(error["code"], "bad_usage")
        self.refused("convert", "a.obj", "b.xyz", containing="b.xyz")
        self.assertEqual(self.entries(), ["a.obj"])

    def test_global_options_stand_before_or_after_the_command(self):
        self.put("a.obj", obj_text())
        after = self.good("info", "a.obj", "--json", "--threads", "2")
        self.assertEqual(self.good("--json", "--threads", "1", "info", "a.obj"), after)
        self.assertEqual(self.good("info", "--json", "a.obj", "--threads", "7"), after)

    def test_reader_that_goes_away_is_no_error(self):
        self.put("a.obj", obj_text())
        for ignore in (True, False):
            read, write = os.pipe()
            os.close(read)  # the first byte written finds nobody
            process = subprocess.Popen([GRAZE, "info", "a.obj"], cwd=self.folder, stdout=write, stderr=subprocess.PIPE,
                                       preexec_fn=reset_signals, restore_signals=not ignore)
            os.close(write)
            self.assertEqual(process.communicate(timeout=60)[1], b"")
            self.assertEqual(process.returncode, 0)

    def test_full_disk_is_an_error(self):
        self.put("a.obj", obj_text())
        with open("/dev/full", "wb") as full:
            run = subprocess.run([GRAZE, "info", "a.obj"], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(run.returncode, 2)
        self.assertIn(b"graze: cannot write to standard output: No space left", run.stderr)


if __name__ == "__main__":
    main()
