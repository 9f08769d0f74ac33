"""Start-up: the first answer of a one-shot command, and the time from start to prompt on a pseudo-terminal."""

import os
import pty
import select
import shutil
import statistics
import sys
import tempfile
import time

from measure import SHORT, machine, peak_memory, row, run

program = sys.argv[1]
RUNS = 1 if SHORT else 21


def to_prompt(command):
    """Milliseconds from the start of the process until the prompt stands there."""
    started = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(command[0], command)
    seen = b""
    while b"compass" not in seen or b"> " not in seen:
        if not select.select([terminal], [], [], 10)[0]:
            raise SystemExit(f"no prompt within ten seconds, only {seen!r}")
        seen += os.read(terminal, 65536)
    elapsed = (time.perf_counter() - started) * 1000
    os.write(terminal, b"quit\r")
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass
    os.close(terminal)
    os.waitpid(pid, 0)
    return elapsed


def main():
    folder = tempfile.mkdtemp(prefix="compass-bench-")
    command = [program, "--data", folder, "--now", "2026-02-10T12:00:00Z"]
    run(command + ["--demo", "tasks"])
    print(f"Machine: {machine()}. The demo family. Medians of {RUNS} runs, ms.\n")
    row("what", "median", "promise")
    row("---", "---:", "---:")
    for name, words in (("`--version`, nothing opened", ["--version"]), ("`help`", ["help"]),
                        ("`tasks show t43`, whole process", ["tasks", "show", "t43"]),
                        ("`tasks list`, whole process", ["tasks", "list"])):
        times = [run(command + words)[0] for _ in range(RUNS + 1)][1:]
        row(name, f"{statistics.median(times):.1f}", "< 10")
    times = [to_prompt(command) for _ in range(RUNS + 1)][1:]
    row("start to prompt", f"{statistics.median(times):.1f}", "< 20")
    row("peak memory of `tasks list`, MiB", f"{peak_memory(command + ['tasks', 'list']):.1f}", "< 30")
    shutil.rmtree(folder)


main()
