"""On a terminal: colour unless NO_COLOR, TERM=dumb or a pipe; progress bars only on standard error."""
import os
import pty
import select
import signal
import subprocess
import time

from graze_case import FACES, GRAZE, GrazeCase, main, obj_text, reset_signals


class Terminal(GrazeCase):
    def on_terminal(self, *words, environment=None, stderr=None):
        """What arrives on a terminal, and the exit code."""
        primary, secondary = pty.openpty()
        env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        env["TERM"] = "xterm"
        env.update(environment or {})
        process = subprocess.Popen([GRAZE, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=secondary,
                                   stderr=stderr or subprocess.PIPE, env=env, preexec_fn=reset_signals)
        os.close(secondary)
        data, deadline = b"", time.monotonic() + 60
        while time.monotonic() < deadline:
            if not select.select([primary], [], [], 0.1)[0]:
                continue
            try:
                chunk = os.read(primary, 65536)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            data += chunk
        os.close(primary)
        return data, process.wait(timeout=60)

    def setUp(self):
        super().setUp()
        self.put("open.obj", obj_text(FACES[:3]))

    def test_colour_on_a_terminal(self):
        data, code = self.on_terminal("info", "open.obj")
        self.assertEqual(code, 0)
        self.assertIn(b"\x1b[", data)

    def test_no_colour_when_told(self):
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            data, code = self.on_terminal("info", "open.obj", environment=environment)
            self.assertEqual(code, 0)
            self.assertIn(b"boundary edges", data)
            self.assertNotIn(b"\x1b", data)

    def test_empty_no_color_does_not_count(self):
        self.assertIn(b"\x1b[", self.on_terminal("info", "open.obj", environment={"NO_COLOR": ""})[0])

    def test_no_colour_in_pipes_and_json(self):
        self.assertNotIn("\x1b", self.good("info", "open.obj", environment={"TERM": "xterm"}))
        data, _ = self.on_terminal("info", "open.obj", "--json")
        self.assertNotIn(b"\x1b", data)

    def test_ignored_sigint_stays_ignored(self):
        os.mkfifo(self.folder / "slow.obj")
        process = subprocess.Popen([GRAZE, "info", "slow.obj"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        with open(self.folder / "slow.obj", "wb") as pipe:
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
            pipe.write(obj_text().encode())
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (0, b""))
        self.assertIn(b"closed", out)

    def test_interrupt_while_waiting_for_a_pipe(self):
        os.mkfifo(self.folder / "slow.obj")
        process = self.start("info", "slow.obj", "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with open(self.folder / "slow.obj", "wb"):
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertIn(b'"interrupted"', out)
        self.assertEqual(err.count(b"\n"), 1)


if __name__ == "__main__":
    main()
