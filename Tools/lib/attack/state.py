"""What a data file holds, read by SQLite as Python has it: a reader that shares no code with ours and touches nothing."""

import collections
import os
import re
import shutil
import sqlite3
import tempfile

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# Texts that differ in every run, which comparisons therefore ignore: times of the machine's clock,
# family codes, hashes and digests.
CHANGING = re.compile(
    r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|FAM-[A-Z0-9]{6}|\$argon2id\$[^\"']*|\b[0-9a-f]{64}\b")


class Unreadable(Exception):
    pass


class State:
    """Every row of every table, and what was found wrong."""

    def __init__(self, tables, faults):
        self.tables, self.faults = tables, faults
        self._known = self._sets = None

    def rows(self, table):
        return self.tables.get(table, [])

    def texts(self):
        return "\n".join(row for rows in self.tables.values() for row in rows)

    def known(self):
        if self._known is None:
            text = self.texts()
            self._known = set(UUID.findall(text)) | set(CHANGING.findall(text))
        return self._known

    def as_sets(self):
        if self._sets is None:
            self._sets = {table: set(rows) for table, rows in self.tables.items()}
        return self._sets

    def masked(self, before):
        """The same rows with everything made alike that was drawn at random since `before`, so that two runs can be compared."""
        known, same = before.known(), before.as_sets()

        def mask(row):
            row = UUID.sub(lambda hit: hit[0] if hit[0] in known else "<new>", row)
            return CHANGING.sub(lambda hit: hit[0] if hit[0] in known else "<drawn>", row)
        return {table: sorted(row if row in same.get(table, ()) else mask(row) for row in rows)
                for table, rows in self.tables.items()}


def read_rows(path):
    """Every row as names and values, by table."""
    return read(path, True).tables


def read(path, columns=False):
    """The state of a file with its log, from a copy, so that neither is folded nor locked by looking."""
    with tempfile.TemporaryDirectory(prefix="attack-look-") as folder:
        copy = os.path.join(folder, "copy.sqlite")
        shutil.copyfile(path, copy)
        if os.path.isfile(path + "-wal"):
            shutil.copyfile(path + "-wal", copy + "-wal")
        connection = sqlite3.connect(copy, isolation_level=None)
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        try:
            connection.execute("PRAGMA synchronous = OFF")
            return _read(connection, columns)
        except sqlite3.DatabaseError as error:
            raise Unreadable(f"{path}: {error}") from error
        finally:
            connection.close()


def _read(connection, columns):
    names = [row[0] for row in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%' ORDER BY name")]
    tables = {}
    for name in names:
        heads = [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')]
        if columns:
            rows = connection.execute(f'SELECT * FROM "{name}"')
            tables[name] = [{head: _plain(value) for head, value in zip(heads, row)} for row in rows]
        elif name == "journal":
            rows = connection.execute('SELECT * FROM "journal"')
            tables[name] = [repr(tuple(_plain(value) for value in row)) for row in rows]
        else:
            # SQLite itself joins the columns of each row to one text, which is faster than in
            # Python.
            text = " || ', ' || ".join(f'quote("{head}")' for head in heads)
            tables[name] = [row[0] for row in connection.execute(f'SELECT {text} FROM "{name}"')]
    faults = [row[0] for row in connection.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
    faults += [f"{row[0]} points at a missing {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")]
    return State(tables, faults)


def _plain(value):
    """A changeset lists its rows in an order drawn by their ids, so its letters are compared and not their order."""
    if not isinstance(value, bytes):
        return value
    letters = CHANGING.sub("", UUID.sub("", value.decode("latin-1")))
    return f"{len(value)} bytes: {''.join(sorted(letters))}"


def read_or_none(path):
    return read(path) if os.path.exists(path) and os.path.getsize(path) else State({}, [])


def difference(left, right, limit=6):
    """What two masked states do not have in common, for a report."""
    lines = []
    for table in sorted(set(left) | set(right)):
        here, there = collections.Counter(left.get(table, [])), collections.Counter(right.get(table, []))
        lines += [f"- {table} {row[:200]}" for row in (here - there).elements()]
        lines += [f"+ {table} {row[:200]}" for row in (there - here).elements()]
    return lines[:limit] + ([f"… {len(lines) - limit} more"] if len(lines) > limit else [])


def is_between(now, before, after):
    """Whether every row is of before or after, and nothing is missing that both have."""
    for table in set(now) | set(before) | set(after):
        rows = collections.Counter(now.get(table, []))
        here, there = collections.Counter(before.get(table, [])), collections.Counter(after.get(table, []))
        if rows - (here | there) or (here & there) - rows:
            return False
    return True
