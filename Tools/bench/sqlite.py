"""Insert and fetch through our SQLite module against the C API, in turn, on the same rows."""

import os
import statistics
import subprocess
import sys
import tempfile

from measure import SHORT, machine, row

ours, peer = sys.argv[1:3]
ROWS, ROUNDS = (3_000, 1) if SHORT else (300_000, 7)


def once(program):
    with tempfile.TemporaryDirectory(prefix="compass-bench-") as folder:
        printed = subprocess.run([program, os.path.join(folder, "bench.sqlite"), str(ROWS)], check=True,
                                 capture_output=True).stdout.split()
    return [int(number) for number in printed]


def main():
    print(f"Machine: {machine()}. Peer: the C API, gcc -O2. {ROWS} rows of 5 columns, medians of {ROUNDS} pairs.\n")
    mine, theirs = [], []
    for _ in range(ROUNDS):
        mine.append(once(ours))
        theirs.append(once(peer))
    if len({figures[2] for figures in mine + theirs}) != 1:
        raise SystemExit("The two programs do not read the same rows.")
    row("what", "ours, rows/s", "C, rows/s", "ours / C", "promise")
    row("---", "---:", "---:", "---:", "---:")
    for name, index, promise in (("insert", 0, "≥ 0.70"), ("fetch into structs", 1, "≥ 1,500,000 rows/s")):
        ratio = statistics.median(a[index] / b[index] for a, b in zip(mine, theirs))
        row(name, f"{int(statistics.median(a[index] for a in mine)):,}",
            f"{int(statistics.median(b[index] for b in theirs)):,}", f"{ratio:.2f}", promise)


main()
