"""Times whole processes in pairs, A B A B …, so that a slow moment of the machine meets both.

`Tools/bench/run --short` asks for the short form: the smallest size, one pair, every comparison, and no figure worth reading.
"""

import os
import shutil
import statistics
import time

SHORT = "COMPASS_BENCH_SHORT" in os.environ


def run(command, environment=None, stdin=None):
    """One run: wall milliseconds from its start to its end, and what it printed.

    Output goes to files in memory, so that no reader of pipes runs beside the process and is counted with it."""
    environment = environment or os.environ
    path = shutil.which(command[0], path=environment.get("PATH")) or command[0]
    with open(os.devnull, "rb") as nothing, memory("out") as out, memory("errors") as errors:
        source = (stdin or nothing).fileno()
        plumbing = [(os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, out.fileno(), 1),
                    (os.POSIX_SPAWN_DUP2, errors.fileno(), 2)]
        started = time.perf_counter()
        pid = os.posix_spawn(path, command, environment, file_actions=plumbing)
        status = os.waitpid(pid, 0)[1]
        elapsed = (time.perf_counter() - started) * 1000
        if status != 0:
            errors.seek(0)
            raise SystemExit(f"{' '.join(command)} ended with {status}:\n{errors.read().decode()}")
        out.seek(0)
        return elapsed, out.read().decode()


def memory(name):
    return os.fdopen(os.memfd_create(name), "w+b")


def pair(ours, peer, runs=15):
    """Medians of both and the median of the ratios, over alternating runs after one that is not counted. The short form takes
    a single pair.

    Each side is a function of the run's number that returns (milliseconds, output)."""
    times = {"ours": [], "peer": []}
    ratios = []
    for number in range(1 if SHORT else runs + 1):
        mine, _ = ours(number)
        theirs, _ = peer(number)
        if number == 0 and not SHORT:
            continue
        times["ours"].append(mine)
        times["peer"].append(theirs)
        ratios.append(mine / theirs)
    return statistics.median(times["ours"]), statistics.median(times["peer"]), statistics.median(ratios)


def peak_memory(command, environment=None):
    """The largest resident size of one run, in MiB."""
    pid = os.fork()
    if pid == 0:
        with open(os.devnull, "r+b") as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        os.execvpe(command[0], command, environment or os.environ)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} ended with {status}")
    return usage.ru_maxrss / 1024


def machine():
    with open("/proc/cpuinfo") as info:
        model = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), "?")
    return f"{os.cpu_count()} × {model}"


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")
