"""The dashboard's page as a whole process, against the sqlite3 program asking for the same figures on the same file.

The figures of both are compared before anything is timed.
"""

import datetime
import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import uuid

from measure import SHORT, machine, pair, peak_memory, row, run

program = sys.argv[1]
NOW = datetime.datetime(2026, 2, 10, 12, 0, 0)
STATUSES = ["researching", "contacted", "interested", "offer_received", "committed", "recruited", None]
TYPES = ["email", "text", "phone_call", "camp", "in_person_visit"]


def instant(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def ago(**span):
    return NOW - datetime.timedelta(**span)


class Filling:
    """One athlete's family with so many records, the same every time."""

    def __init__(self, file, scale):
        self.file, self.random = file, random.Random(scale)
        self.number = 0
        self.athlete, = file.execute("SELECT id FROM users").fetchone()
        self.family, = file.execute("SELECT id FROM family_units").fetchone()
        counts = dict(schools=scale // 100, coaches=3 * scale // 100, interactions=60 * scale // 100,
                      offers=scale // 100, events=5 * scale // 100, metrics=20 * scale // 100,
                      documents=5 * scale // 100, changes=5 * scale // 100)
        self.records = sum(counts.values())
        self.schools = [self.school(n) for n in range(counts["schools"])]
        self.coaches = [self.coach(n) for n in range(counts["coaches"])]
        for name in ("interactions", "offers", "events", "metrics", "documents", "changes"):
            for number in range(counts[name]):
                getattr(self, name[:-1])(number)
        file.execute("UPDATE coaches SET last_contact_date ="
                     " (SELECT max(occurred_at) FROM interactions WHERE coach_id = coaches.id)")

    def add(self, kind, table, **values):
        self.number += 1
        id = str(uuid.UUID(int=(0x4000 << 64) | (0x8000 << 48) | self.number))
        values["id"] = id
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        self.file.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values()))
        if kind:
            self.file.execute("INSERT INTO handles (kind, number, id) VALUES (?, ?, ?)", (kind, self.number, id))
        return id

    def moment(self, days=365):
        return instant(ago(seconds=self.random.randrange(1, days * 86400)))

    def school(self, number):
        return self.add("s", "schools", user_id=self.athlete, family_unit_id=self.family,
                        name=f"College {number:06d}", status=self.random.choice(STATUSES), division="D2",
                        priority_tier=self.random.choice(["A", "B", "C", None]),
                        academic_info=json.dumps({"student_size": self.random.randrange(300, 40000)}),
                        created_at=self.moment())

    def coach(self, number):
        school = self.random.choice(self.schools)
        return self.add("c", "coaches", user_id=self.athlete, family_unit_id=self.family, school_id=school,
                        role="head", first_name="Ana", last_name=f"Coach {number:06d}"), school

    def interaction(self, number):
        coach, school = self.random.choice(self.coaches)
        self.add("i", "interactions", family_unit_id=self.family, school_id=school, coach_id=coach,
                 type=self.random.choice(TYPES), direction=self.random.choice(["outbound", "outbound", "inbound"]),
                 subject=f"Message {number}", content="Thank you for the camp, Coach. " * 4,
                 occurred_at=self.moment(), created_at=self.moment(), logged_by=self.athlete)

    def offer(self, number):
        self.add("o", "offers", user_id=self.athlete, family_unit_id=self.family,
                 school_id=self.random.choice(self.schools), offer_type="partial", offer_date="2026-01-05",
                 status=self.random.choice(["pending", "accepted", "declined"]))

    def event(self, number):
        day = (NOW + datetime.timedelta(days=self.random.randrange(-400, 400))).date()
        self.add("e", "events", user_id=self.athlete, family_unit_id=self.family, type="camp",
                 name=f"Camp {number:06d}", start_date=str(day), start_time=f"{number % 24:02d}:{number % 60:02d}:00")

    def metric(self, number):
        day = ago(days=self.random.randrange(0, 700)).date()
        self.add("m", "performance_metrics", user_id=self.athlete, family_unit_id=self.family,
                 recorded_date=str(day), metric_type="velocity", value=60 + number % 4000 / 100, unit="mph",
                 created_at=self.moment())

    def document(self, number):
        self.add("d", "documents", user_id=self.athlete, family_unit_id=self.family, type="transcript",
                 title=f"Paper {number:06d}", file_url="https://example.org/p.pdf", uploaded_by=self.athlete,
                 created_at=self.moment())

    def change(self, number):
        self.add(None, "school_status_history", school_id=self.random.choice(self.schools),
                 new_status="contacted", changed_by=self.athlete, changed_at=self.moment())


def household(scale, folder):
    data = os.path.join(folder, "compass")
    ours = [program, "--data", data, "--now", instant(NOW), "--timezone", "UTC"]
    run(ours + ["account", "create", "--name", "Sam Lee", "--role", "athlete", "--graduation-year", "2028",
                "--sport", "baseball"])
    run(ours + ["family", "create"])
    path = os.path.join(data, "compass.sqlite")
    file = sqlite3.connect(path)
    with file:
        filling = Filling(file, scale)
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    # The first page of a day also runs the daily rules about suggestions, so its time is measured
    # apart.
    first = run(ours + ["dashboard"])[0]
    return ours, path, filling, first


def peer(path, filling, folder):
    values = {"family": filling.family, "athlete": filling.athlete, "now": instant(NOW),
              "month": instant(NOW.replace(day=1, hour=0)), "week": instant(ago(days=7)),
              "window": instant(ago(days=30)), "stale": instant(ago(days=31)), "silent": instant(ago(days=14))}
    script = os.path.join(folder, "dashboard.sql")
    with open(os.path.join(os.path.dirname(__file__), "dashboard.sql")) as source, open(script, "w") as target:
        text = source.read()
        for name, value in sorted(values.items(), key=lambda one: -len(one[0])):
            text = text.replace(":" + name, f"'{value}'")
        target.write(text)
    return ["sqlite3", "-readonly", path, f".read {script}"]


def compare(ours, theirs):
    page = json.loads(run(ours + ["dashboard", "--json"])[1])["page"]
    cards = {}

    def collect(block):
        for stat in block.get("stats", []):
            cards.setdefault(stat["title"], stat["value"])
        for inner in block.get("blocks", []):
            collect(inner)

    for block in page["blocks"]:
        collect(block)
    lines = [line.split("|") for line in run(theirs)[1].splitlines()]
    said = {line[0]: line[1] for line in lines if len(line) == 2}
    pairs = [("Coaches", "coaches"), ("Schools", "schools"), ("Interactions", "interactions"), ("Offers", "offers"),
             ("Accepted", "accepted"), ("A-Tier", "a-tier"), ("Schools with Offers", "schools with offers"),
             ("Interactions This Month", "this month"), ("Needing attention", "attention"),
             ("Avg Coach Responsiveness", "responsiveness")]
    for card, name in pairs:
        mine, other = cards[card].rstrip("%").replace(",", ""), said[name].removesuffix(".0")
        if mine != other:
            raise SystemExit(f"{card}: ours {mine}, sqlite3 {other}")


def main():
    scales = [int(word) for word in sys.argv[2:]] or ([1_000] if SHORT else [1_000, 100_000])
    print(f"Machine: {machine()}, load {os.getloadavg()[0]:.0f}. Peer: sqlite3 with Tools/bench/dashboard.sql."
          " Medians of 15 pairs, ms.\n")
    row("what", "records", "ours", "sqlite3", "ours / sqlite3", "promise")
    row("---", "---:", "---:", "---:", "---:", "---:")
    for scale in scales:
        folder = tempfile.mkdtemp(prefix="compass-bench-")
        try:
            ours, path, filling, first = household(scale, folder)
            theirs = peer(path, filling, folder)
            compare(ours, theirs)
            figures = pair(lambda _: run(ours + ["dashboard"]), lambda _: run(theirs))
            row("`dashboard`", f"{filling.records:,}", f"{figures[0]:.1f}", f"{figures[1]:.1f}", f"{figures[2]:.2f}",
                "< 50 ms")
            row("the first of a day", f"{filling.records:,}", f"{first:.1f}", "", "", "")
            row("peak memory, MiB", f"{filling.records:,}", f"{peak_memory(ours + ['dashboard']):.1f}", "", "",
                "≤ 30" if scale == scales[0] else "")
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
