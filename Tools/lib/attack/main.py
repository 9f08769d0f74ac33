"""What is tried against the built program. Each kind prints a line of figures; any failure ends with 1."""

import argparse
import os
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import blows  # noqa: E402
import connections  # noqa: E402
import crowd  # noqa: E402
import devices  # noqa: E402
import family  # noqa: E402
import erasures  # noqa: E402
import faults  # noqa: E402
import imports  # noqa: E402
import mail  # noqa: E402
import paths  # noqa: E402
import prompts  # noqa: E402
import proof  # noqa: E402
import slow  # noqa: E402
import tables  # noqa: E402
import tokens  # noqa: E402
import verbs  # noqa: E402
import wrecks  # noqa: E402
from computer import Computer  # noqa: E402
from report import Report  # noqa: E402


def kills(options, report):
    blows.run_kind("kills", options, report)


def disk_faults(options, report):
    blows.run_kind("faults", options, report)


# The kinds of attack, each with its number of trials in the long form and in the short form; None
# runs all trials.
KINDS = {
    "proof": (proof.run, None, None),
    "kills": (kills, 1200, 38),
    "faults": (disk_faults, 1800, 38),
    "wrecks": (wrecks.run, 195, 16),
    "imports": (imports.run, None, 24),
    "verbs": (verbs.run, None, 24),
    "prompts": (prompts.run, None, 11),
    "erasures": (erasures.run, None, 8),
    "paths": (paths.run, None, 24),
    "crowd": (crowd.run, 70, 2),
    "devices": (devices.run, 100, 1),
    "tables": (tables.run, 300, 2),
    "tokens": (tokens.run, 40, 1),
    "slow": (slow.run, 4, 1),
    "connections": (connections.run, 8, 2),
}

# The kinds that judge how long other people's requests take. Nothing else may run beside them, so `short`, which the tests run beside
# others, leaves them out, and `.ci/run` runs each by itself.
ALONE = {"slow", "connections"}


def options_of(arguments):
    parser = argparse.ArgumentParser(prog="Tools/attack", description=__doc__)
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("kind", choices=[*KINDS, "all", "short"], help="what to try; short is a few of each that may run beside others, as the tests run it")
    parser.add_argument("--short", action="store_true", help="the short form of one kind")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same trials")
    parser.add_argument("--runs", type=int, help="how many trials")
    parser.add_argument("--start", type=int, default=0, help="the number of the first trial")
    parser.add_argument("--only", type=int, nargs="+", help="these trials alone, by number")
    parser.add_argument("--jobs", nargs="+", help="kills and faults: these jobs alone")
    parser.add_argument("--turns", type=int, help="crowd and devices: how many things are done, one after the other")
    parser.add_argument("--chosen-calls", dest="timed", action="store_false", help="kills: none at a moment of the clock")
    parser.add_argument("--verbose", action="store_true", help="a line for each trial")
    return parser.parse_args(arguments)


def attack(kind, options):
    """One kind of trial; answers how many of them failed."""
    work, _, _ = KINDS[kind]
    report = Report(kind, options)
    started = time.monotonic()
    work(options, report)
    print(f"{report.line()} ({time.monotonic() - started:.0f} s)", flush=True)
    return len(report.failures)


def main():
    options = options_of(sys.argv[1:])
    Computer.program = os.path.abspath(options.program)
    options.short = options.short or options.kind == "short"
    options.timed = options.timed and not options.short
    if options.short:
        options.turns = options.turns or 3
    failures, runs = 0, options.runs
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="compass-attack-", dir=memory) as folder, mail.Server() as server:
        options.folder = tempfile.tempdir = folder
        # Some trials run as a user without rights, who has to reach the folders below this one.
        os.chmod(folder, 0o711)
        Computer.library = faults.compiled(folder)
        options.base = family.furnish(os.path.join(folder, "base"))
        options.places = blows.Range(options.base, folder, server)
        chosen = {"all": list(KINDS), "short": [kind for kind in KINDS if kind not in ALONE]}
        for kind in chosen.get(options.kind, [options.kind]):
            options.runs = runs or KINDS[kind][2 if options.short else 1]
            failures += attack(kind, options)
    sys.exit(1 if failures else 0)


main()
