"""Every kind of job that writes, as one command each, with what it promises when it says that it is done."""

import glob
import json
import os
import sqlite3

import family
import state

ATHLETE, PARENT = family.ATHLETE, family.PARENT


class Job:
    """`between`: it writes in several transactions, so that some of its rows may be there and others not.

    `leaves`: tables in which a row more may stay when the last part fails: a session whose token is gone from the device.
    `promise(computer, answer)` says what is missing of what an answer claimed; `look` is how the next start is tried."""

    def __init__(self, name, words, person=ATHLETE, kind="write", stdin=b"", prepare=None, between=False,
                 promise=None, erases=None, mail=False, look=("tasks",), again=True, weight=1, leaves=()):
        self.name, self.words, self.person, self.kind, self.stdin = name, words, person, kind, stdin
        self.prepare, self.between, self.promise, self.erases, self.mail = prepare, between, promise, erases, mail
        self.look, self.again, self.weight, self.leaves = look, again, weight, leaves


def table(computer, rows=40):
    lines = [f"zq import {number},Columbus,A" for number in range(rows)]
    computer.write("schools.csv", "Name,City,Priority tier\n" + "\n".join(lines) + "\n")


def whole_export(computer):
    """An export of one's own, to which rows of one's own are added that are not in the file yet."""
    computer.must(["export", "--out", "mine.json"], ATHLETE)
    path = os.path.join(computer.out, "mine.json")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for number in range(1, 9):
        computer.must(["schools", "delete", f"s{number + 20}", "--yes"], ATHLETE)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def emptied(computer):
    """There is no profile here."""
    whole_export(computer)
    for path in glob.glob(computer.data + "/**", recursive=True):
        if os.path.isfile(path):
            os.unlink(path)
    for path in (computer.backups, computer.data + "/secrets", computer.data):
        if os.path.isdir(path):
            os.rmdir(path)


def older(computer):
    """The file as the first version of the program left it: its own tables without what came later."""
    computer.run(["doctor"])
    connection = sqlite3.connect(computer.file, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = OFF")
    first = {"compass_meta": {"key", "value"}, "handles": {"kind", "number", "id"},
             "journal": {"id", "person", "athlete", "operation", "summary", "at", "changeset", "schema_version",
                         "undone"},
             "device_preferences": {"user_id", "key", "value"}}
    # SQLite cannot drop a column that an index contains, so the indexes with newer columns are
    # dropped first.
    for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'journal' AND sql IS NOT NULL").fetchall():
        if "journal_by_person" != name:
            connection.execute(f'DROP INDEX "{name}"')
    shared = set(connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall())
    for (name,) in sorted(shared):
        for column in [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')]:
            if name in first and column not in first[name]:
                connection.execute(f'ALTER TABLE "{name}" DROP COLUMN "{column}"')
    connection.execute("UPDATE compass_meta SET value = '1' WHERE key = 'local_tables'")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def with_a_step(computer):
    computer.must(["schools", "delete", "s3", "--yes"], ATHLETE)


def with_a_step_taken_back(computer):
    with_a_step(computer)
    computer.must(["undo"], ATHLETE)


def with_a_copy_elsewhere(computer):
    computer.must(["backup", "file", "--out", "carried.sqlite"], ATHLETE)
    computer.must(["schools", "add", "zq after the copy"], ATHLETE)


def damaged(computer):
    """A file whose first page is noise; only the shelf is left."""
    with open(computer.file, "r+b") as file:
        file.write(bytes(range(100)))
    for suffix in ("-wal", "-shm"):
        if os.path.exists(computer.file + suffix):
            os.unlink(computer.file + suffix)


# Checks that what the program's answer claims is true

def shelf_copy(computer, answer):
    names = [word for word in answer.out.split() if word.endswith(".sqlite")]
    return [f"{name} was said to be made and is not there" for name in names
            if not os.path.exists(os.path.join(computer.backups, os.path.basename(name)))]


def file_at(name, check):
    def promise(computer, answer):
        path = os.path.join(computer.out, name)
        return check(path) if os.path.exists(path) else [f"{name} was said to be written and is not there"]
    promise.name, promise.check = name, check
    return promise


def whole_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            json.load(file)
        return []
    except ValueError as error:
        return [f"{path} is no whole JSON: {error}"]


def whole_copy(path):
    try:
        found = state.read(path)
    except state.Unreadable as error:
        return [str(error)]
    return [f"{path}: {fault}" for fault in found.faults] + ([] if found.rows("users") else [f"{path} has nobody in it"])


def ends_with(ending):
    def check(path):
        with open(path, "rb") as file:
            bytes_ = file.read()
        return [] if bytes_.rstrip().endswith(ending) else [f"{path} does not end as it should"]
    return check


JOBS = [
    Job("task", ["tasks", "complete", "t43"]),
    Job("school", ["schools", "add", "zq new college", "--tier", "A"]),
    Job("contact", ["interactions", "log", "email", "c1", "zq new subject"]),
    Job("delete", ["schools", "delete", "s5", "--yes"]),
    Job("errand", ["quick", "add", "zq new errand"]),
    Job("profile", ["profile", "edit", "--gpa", "3.7"]),
    Job("setting", ["settings", "set", "daily-digest", "off"]),
    Job("metric", ["performance", "log", "velocity", "85.5"]),
    Job("read-all", ["notifications", "read-all"]),
    Job("code", ["family", "code", "--renew", "--yes"]),
    Job("remove", ["family", "remove", "p3", "--yes"]),
    Job("sign-in", ["account", "sign-in", "Sam"], None, between=True, leaves=("local_sessions",)),
    Job("passphrase", ["account", "passphrase", "--passphrase-fd", "0"], stdin=b"Harbor7lights", between=True,
        again=False, look=("account",)),
    Job("mail-setup", ["settings", "mail", "--server", "localhost", "--security", "none", "--user", "x", "--from",
                       "casey@example.org", "--password-fd", "0"], stdin=b"zq-new-password", between=True),
    Job("undo", ["undo"], kind="undo", prepare=with_a_step),
    Job("redo", ["redo"], kind="undo", prepare=with_a_step_taken_back),
    Job("import-table", ["import", "schools", "schools.csv"], kind="import", prepare=table),
    Job("import-everything", ["import", "everything", "mine.json"], kind="import", prepare=whole_export),
    Job("import-first", ["import", "everything", "mine.json"], None, kind="import", prepare=emptied, between=True),
    Job("export", ["export", "--out", "all.json"], kind="export", promise=file_at("all.json", whole_json)),
    Job("export-table", ["export", "interactions", "--out", "all.csv"], kind="export",
        promise=file_at("all.csv", ends_with(b"\n"[:0]))),
    Job("packet", ["packet", "pdf", "--out", "packet.pdf"], kind="export",
        promise=file_at("packet.pdf", ends_with(b"%%EOF"))),
    Job("calendar", ["calendar", "export", "--out", "all.ics"], kind="export",
        promise=file_at("all.ics", ends_with(b"END:VCALENDAR"))),
    Job("backup", ["backup"], kind="backup", promise=shelf_copy),
    Job("backup-file", ["backup", "file", "--out", "copy.sqlite"], kind="backup file",
        promise=file_at("copy.sqlite", whole_copy)),
    Job("restore", ["restore", "latest", "--yes"], kind="restore", promise=shelf_copy, weight=2),
    Job("restore-file", ["restore", "carried.sqlite", "--yes"], kind="restore", prepare=with_a_copy_elsewhere),
    Job("restore-damaged", ["restore", "latest", "--yes"], None, kind="restore", prepare=damaged, between=True,
        look=("doctor",)),
    Job("erase-person", ["erase", "person", "--yes"], PARENT, kind="erase", erases=[family.MARIAS], between=True,
        look=("tasks",), weight=3),
    Job("erase-family", ["erase", "family", "--yes"], kind="erase", erases=[family.MARIAS, family.CASEYS],
        between=True, look=("tasks",), weight=3),
    Job("older-file", ["tasks"], kind="migration", prepare=older),
    Job("first-start", ["account", "create", "--role", "athlete", "--name", "Ada First", "--graduation-year", "2028",
                        "--sport", "baseball"], None, kind="migration", prepare=emptied, between=True),
    Job("e-mail", ["packet", "email", "c1", "c2", "--yes"], kind="e-mail", between=True, mail=True, again=False),
]


def named(names):
    if not names:
        return JOBS
    known = {job.name: job for job in JOBS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"There is no job called {unknown[0]}. Jobs: {', '.join(known)}")
    return [known[name] for name in names]
