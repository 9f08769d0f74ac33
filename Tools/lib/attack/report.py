"""Counts what was tried, prints a line of figures for each kind, and for each failure the command that repeats it."""

import collections
import sys


class Report:
    def __init__(self, kind, options):
        self.kind, self.options = kind, options
        self.trials = self.hits = self.acknowledged = 0
        self.failures = []
        self.places = collections.Counter()
        self.by_job = collections.Counter()
        self.by_call = collections.Counter()
        self.seen = set()
        self.more = []
        self.kinds = set()

    def numbers(self, options):
        return options.only or range(options.start, options.start + options.runs)

    def count(self, number, what, trial):
        self.trials += 1
        self.hits += trial.fell
        self.acknowledged += trial.is_done
        self.places[trial.place] += 1
        self.by_job[trial.job.kind] += 1
        if trial.fell and trial.blow:
            self.by_call[trial.blow.family] += 1
        if self.options.verbose:
            print(f"{self.kind} {number} {what}: code {trial.answer.code}, {trial.place}", flush=True)

    def tally(self, what="trials", count=1):
        if what == "trials":
            self.trials += count
        self.by_job[what] += count

    def repeat(self, number):
        words = ["Tools/attack", self.kind, "--seed", str(self.options.seed), "--only", str(number)]
        if self.options.jobs:
            words += ["--jobs", *self.options.jobs]
        return " ".join(words)

    def fail(self, number, what, lines, answer=None):
        self.failures.append((number, what, lines[0] if lines else ""))
        print(f"✗ {self.kind} {number}: {what}", file=sys.stderr)
        for line in lines[:30]:
            print(f"    {line}", file=sys.stderr)
        if answer is not None:
            print(str(answer), file=sys.stderr)
        print(f"    repeat: {self.repeat(number)}", file=sys.stderr, flush=True)

    def line(self):
        parts = [f"{self.kind}: seed {self.options.seed}, {self.trials} trials"]
        if self.hits:
            parts.append(f"{self.hits} fell")
        if self.places:
            parts.append(f"{self.acknowledged} acknowledged")
            parts.append("found " + ", ".join(f"{count} {place}" for place, count in sorted(self.places.items())))
        parts.append(", ".join(f"{count} {name}" for name, count in sorted(self.by_job.items()) if name != "trials"))
        parts += self.more
        parts.append(f"{len(self.failures)} failures")
        return "; ".join(part for part in parts if part)
