"""Tools/attack: what is tried against the built program. Each kind prints a line of figures; any failure ends with 1."""

import argparse
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import blows  # noqa: E402
import faults  # noqa: E402
import wrecks  # noqa: E402
from house import House  # noqa: E402
from report import Report  # noqa: E402


def kills(options, report):
    blows.run_kind("kills", options, report)


def disk_faults(options, report):
    blows.run_kind("faults", options, report)


# Each kind with the number of trials of the long form.
KINDS = {"kills": (kills, 1000), "faults": (disk_faults, 1500), "wrecks": (wrecks.run, 130)}


def options_of(arguments):
    parser = argparse.ArgumentParser(prog="Tools/attack", description=__doc__)
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("kind", choices=[*KINDS, "all"])
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same trials")
    parser.add_argument("--runs", type=int, help="how many trials")
    parser.add_argument("--start", type=int, default=0, help="the number of the first trial")
    parser.add_argument("--only", type=int, nargs="+", help="these trials alone, by number")
    parser.add_argument("--jobs", nargs="+", help="these jobs alone")
    parser.add_argument("--verbose", action="store_true", help="a line for each trial")
    parser.add_argument("--chosen-calls", dest="timed", action="store_false", help="kill at chosen calls only")
    return parser.parse_args(arguments)


def main():
    options = options_of(sys.argv[1:])
    House.program = options.program
    failures, runs = 0, options.runs
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    for kind in KINDS if options.kind == "all" else [options.kind]:
        work, usual = KINDS[kind]
        options.runs = runs or usual
        report = Report(kind, options)
        with tempfile.TemporaryDirectory(prefix="compass-attack-", dir=memory) as folder:
            options.folder = folder
            # Some trials run as somebody who may do nothing, and have to get here.
            os.chmod(folder, 0o711)
            House.library = faults.compiled(folder)
            work(options, report)
        print(report.line(), flush=True)
        failures += len(report.failures)
    sys.exit(1 if failures else 0)


main()
