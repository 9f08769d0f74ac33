"""`reports csv` as a whole process, against the sqlite3 program running the same aggregates on the same file.

report.sql asks one query a figure, as one would; report-one-pass.sql walks the interactions once. Both see every index that
ours does. What each finds is compared, figure by figure, before anything is timed.
"""

import csv
import io
import os
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from datetime import datetime, timedelta, timezone

from measure import machine, pair, peak_memory, row, run

program = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
now = datetime(2026, 2, 10, 12, tzinfo=timezone.utc)
days = 730
types = ["email"] * 4 + ["text", "phone_call", "in_person_visit", "virtual_meeting", "camp", "showcase", "tweet", "dm"]
sentiments = [None, None, "positive", "neutral", "negative", "very_positive"]
statuses = ["researching", "contacted", "interested", "offer_received", "declined", None]
metric_types = ["velocity", "exit_velo", "sixty_time", "pop_time", "batting_avg"]


def identifier(kind, number):
    return f"{kind:08x}-0000-4000-8000-{number:012x}"


def moment(seconds):
    return (now - timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.") + f"{seconds % 1000:03d}Z"


def file_with(count, folder):
    """A family's file with so many interactions over two years, a tenth as many metrics, 30 schools and 60 coaches."""
    data = os.path.join(folder, "compass")
    ours = [program, "--data", data, "--now", now.strftime("%Y-%m-%dT%H:%M:%SZ"), "--timezone", "UTC"]
    run(ours + ["account", "create", "--name", "Sam Lee", "--role", "athlete", "--graduation-year", "2026",
                "--sport", "baseball"])
    run(ours + ["family", "create"])
    path = os.path.join(data, "compass.sqlite")
    file = sqlite3.connect(path)
    athlete, family = file.execute("SELECT player_user_id, id FROM family_units").fetchone()
    with file:
        file.executemany(
            "INSERT INTO schools (id, user_id, family_unit_id, name, status, division) VALUES (?, ?, ?, ?, ?, ?)",
            ((identifier(1, n), athlete, family, f"School {n}", statuses[n % 6], ["D1", "D2", "D3", None][n % 4])
             for n in range(30)))
        file.executemany(
            "INSERT INTO coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name)"
            " VALUES (?, ?, ?, ?, 'head', 'Ana', ?)",
            ((identifier(2, n), identifier(1, n % 30), athlete, family, f"Coach {n}") for n in range(60)))
        file.executemany(
            "INSERT INTO interactions (id, school_id, family_unit_id, type, direction, subject, content, sentiment,"
            " occurred_at, logged_by) VALUES (?, ?, ?, ?, ?, 'A subject', 'What was said, in a sentence.', ?, ?, ?)",
            ((identifier(3, n), identifier(1, n % 30), family, types[n * 7919 % 12],
              "inbound" if n * 31 % 3 == 0 else "outbound", sentiments[n * 17 % 6],
              moment(n * 62_989 % (days * 86_400 - 90_000)), athlete) for n in range(count)))
        file.executemany(
            "INSERT INTO performance_metrics (id, user_id, family_unit_id, recorded_date, metric_type, value)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            ((identifier(4, n), athlete, family, (now - timedelta(days=n * 37 % days)).strftime("%Y-%m-%d"),
              metric_types[n % 5], 50 + n % 1000 / 8) for n in range(count // 10)))
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    return ours, path, family


def ours_found(text):
    """The figures of our table, by name."""
    found, section, table = {}, "", ""
    for cells in csv.reader(io.StringIO(text)):
        if len(cells) == 1:
            section = cells[0]
        elif len(cells) == 2 and cells[0]:
            found[cells[0]] = cells[1]
        elif cells[:2] == ["", ""] and len(cells) == 3:
            table = cells[2]
        elif len(cells) == 3:
            found[table, cells[1]] = cells[2]
        elif len(cells) == 6 and cells[2] != "Metric":
            found["Metric", cells[2]] = tuple(map(float, cells[3:]))
    # The peer is not asked for these two.
    found.pop("Reply Rate", None)
    found.pop(("By Division", "No division"), None)
    return found


metric_words = {"velocity": "Fastball Velocity", "exit_velo": "Exit Velocity", "sixty_time": "60-Yard Dash",
                "pop_time": "Pop Time", "batting_avg": "Batting Average", "era": "ERA", "strikeouts": "Strikeouts",
                "other": "Other Metric"}


def words(code):
    """A code of the file as our table says it."""
    return metric_words.get(code) or (code if code.isupper() else code.replace("_", " ").capitalize())


def peer_found(text):
    """The peer's rows under the same names."""
    found, counts = {}, Counter()
    names = {"schools": "Total Schools", "coaches": "Total Coaches", "interactions": "Total Interactions",
             "metrics": "Total Metrics"}
    tables = {"status": "By Status", "division": "By Division", "type": "By Type", "sentiment": "By Sentiment"}
    for line in text.splitlines():
        kind, *cells = line.split("|")
        if kind == "metric":
            found["Metric", words(cells[0])] = tuple(map(float, cells[1:]))
        elif kind in tables:
            found[tables[kind], words(cells[0])] = cells[1]
        elif kind in names:
            found[names[kind]] = cells[1]
        elif kind == "inbound":
            counts["inbound"] = int(cells[1])
        elif kind == "group":
            for key in ("Total Interactions", ("By Type", words(cells[0])), ("By Sentiment", words(cells[1]))):
                counts[key] += int(cells[3])
            counts["inbound"] += int(cells[3]) * (cells[2] == "inbound")
    rate = 100 * counts.pop("inbound") / int(found["Total Coaches"])
    found["Average Response Rate"] = f"{rate:.2f}".rstrip("0").rstrip(".")
    found.update((key, str(count)) for key, count in counts.items())
    return found


def main():
    version = run(["sqlite3", "--version"])[1].split()[0]
    print(f"Machine: {machine()}. Peer: sqlite3 {version}. Medians of 15 pairs, of 7 at a million, ms.\n")
    row("range", "interactions", "ours", "sqlite3", "ours / sqlite3", "sqlite3, one pass", "ours / one pass", "promise")
    row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
    for count in (1_000, 100_000, 1_000_000):
        folder = tempfile.mkdtemp(prefix="compass-bench-")
        try:
            ours, path, family = file_with(count, folder)
            for name, length in (("two years", days), ("last 30 days", 30)):
                first = (now - timedelta(days=length)).strftime("%Y-%m-%d")
                last = now.strftime("%Y-%m-%d")
                mine = ours + ["reports", "csv", "--from", first, "--to", last, "--stdout"]
                values = {"family": family, "start": first + "T00:00:00.000Z", "end": last + "T23:59:59.999Z",
                          "first": first, "last": last}
                settings = [f".parameter set :{key} \"'{value}'\"" for key, value in values.items()]

                def peer(sql):
                    return ["sqlite3", "-readonly", path] + settings + [f".read {os.path.join(here, sql)}"]

                found = ours_found(run(mine)[1])
                for sql in ("report.sql", "report-one-pass.sql"):
                    theirs = peer_found(run(peer(sql))[1])
                    theirs = {key: value for key, value in theirs.items() if key in found or value != "0"}
                    if found != theirs:
                        raise SystemExit(f"{sql} finds {theirs}\nours finds {found}")
                runs = 7 if count == 1_000_000 else 15
                figures = pair(lambda _: run(mine), lambda _: run(peer("report.sql")), runs)
                once = pair(lambda _: run(mine), lambda _: run(peer("report-one-pass.sql")), runs)
                row(name, f"{count:,}", f"{figures[0]:.1f}", f"{figures[1]:.1f}", f"{figures[2]:.2f}",
                    f"{once[1]:.1f}", f"{once[2]:.2f}", "≤ 0.50" if count >= 100_000 else "")
            row("peak memory, MiB", f"{count:,}", f"{peak_memory(mine):.1f}", "", "", "", "", "")
        finally:
            shutil.rmtree(folder)


main()
