"""Every row that an import could bring in and no command would: of another family, of another person, of no person, with a forged
author, owner, membership or credential; every table, by every kind of caller."""

import collections
import json
import os
import re
import uuid

import family
import state
import words

# SHARED: the tables of an export, in its order. LOCAL: tables that no export contains, so an import
# must refuse them.
SHARED = ("users", "family_units", "family_members", "family_code_usage_log", "user_preferences", "preference_history",
          "task", "schools", "school_status_history", "coaches", "events", "interactions", "offers",
          "performance_metrics", "documents", "recommendation_letters", "athlete_task", "suggestion", "notifications",
          "parent_view_log", "device_preferences")
LOCAL = ("local_credentials", "local_sessions", "handles", "journal", "compass_meta")
AUTHORS = ("logged_by", "created_by", "updated_by", "changed_by", "uploaded_by")
OWNERS = ("user_id", "athlete_id", "player_user_id", "parent_user_id", "logged_by", "changed_by", "uploaded_by")
LINKS = {"school_id": "schools", "coach_id": "coaches", "event_id": "events", "document_id": "documents",
         "related_school_id": "schools", "related_entity_id": "schools", "previous_suggestion_id": "suggestion",
         "viewed_item_id": "schools"}
CALLERS = (family.ATHLETE, family.PARENT, family.STRANGER, family.NEWCOMER)
VICTIMS = {family.ATHLETE: family.STRANGER, family.PARENT: family.STRANGER, family.STRANGER: family.ATHLETE,
           family.NEWCOMER: family.ATHLETE}


class People:
    """Who is who in the first data folder, and a row of each table of each family."""

    def __init__(self, base):
        self.tables = state.read_rows(base.file)
        self.ids = {row["full_name"].split()[0]: row["id"] for row in self.tables["users"]}
        self.family_of = {row["user_id"]: row["family_unit_id"] for row in self.tables["family_members"]}

    def row_of(self, table, person):
        """A row that is this person's or their family's; without one, anybody's made theirs."""
        who = self.ids[person]
        group = self.family_of.get(who)
        rows = self.tables.get(table, [])
        marked = [row for row in rows if who in row.values()] or [row for row in rows if group and group in row.values()]
        if marked:
            return dict(marked[0])
        if not rows:
            return {}
        row = dict(rows[0])
        for column in OWNERS:
            if column in row:
                row[column] = who
        if "family_unit_id" in row:
            row["family_unit_id"] = group
        return row


def fresh(row):
    """The row as a new one of the person who forges it: with an id of its own, and without the texts by which a leak is known."""
    row = {key: value.replace("zq-", "forged-") if isinstance(value, str) else value for key, value in row.items()}
    if "id" in row:
        row["id"] = str(uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(row, sort_keys=True, default=str)))
    for column in ("family_code", "email"):
        if column in row:
            row[column] = None
    return row


def owned(row, who, group):
    row = dict(row)
    for column in OWNERS + AUTHORS:
        if column in row:
            row[column] = who
    if "family_unit_id" in row:
        row["family_unit_id"] = group
    return row


def attempts(people, caller, table):
    """(name, tables) of every file that tries this table."""
    who, victim = people.ids[caller], people.ids[VICTIMS[caller]]
    mine, theirs = people.family_of.get(who), people.family_of.get(victim)
    nobody = "00000000-0000-4000-8000-000000000000"
    theirs_row = people.row_of(table, VICTIMS[caller])
    if not theirs_row:
        # The victim has no credentials or sessions yet, so the only forged row of this table is one
        # of the caller.
        yield "a row of the caller's", {table: [{"user_id": who, "passphrase_hash": "x", "failed_tries": 0}]}
        return
    yield "theirs, as new", {table: [fresh(theirs_row)]}
    changed = {key: "zq changed" if isinstance(value, str) and key in ("name", "notes", "title", "message", "subject",
                                                                      "data", "value", "full_name", "writer_name")
               else value for key, value in theirs_row.items()}
    yield "theirs, changed", {table: [changed]}
    yield "theirs, taken over", {table: [owned(theirs_row, who, mine)]}
    own = fresh(owned(theirs_row, who, mine))
    yield "own, in their family", {table: [with_(own, family_unit_id=theirs)]}
    yield "theirs, in the own family", {table: [with_(fresh(owned(theirs_row, victim, theirs)), family_unit_id=mine)]}
    yield "of nobody", {table: [fresh(owned(theirs_row, nobody, nobody))]}
    yield "of nobody, in the own family", {table: [fresh(owned(theirs_row, nobody, mine))]}
    for column in AUTHORS:
        if column in own:
            for name, forged in (("another family's", victim), ("nobody's", nobody),
                                 ("the own family's", people.ids[family.OTHER_PARENT])):
                yield f"own, {column} {name}", {table: [fresh(with_(own, **{column: forged}))]}
    for column, of in LINKS.items():
        if column in own and (target := people.row_of(of, VICTIMS[caller])).get("id"):
            yield f"own, {column} theirs", {table: [fresh(with_(own, **{column: target["id"]}))]}
    if caller == family.PARENT:
        athlete = people.ids[family.ATHLETE]
        yield "the athlete's, by a parent", {table: [fresh(owned(theirs_row, athlete, mine))]}
    if "role" in own and table == "users":
        yield "the own role", {table: [{**people.row_of("users", caller), "role": "player", "is_admin": 1}]}
        yield "a new person", {table: [{**fresh(theirs_row), "full_name": "zq Nobody New"}]}


def with_(row, **values):
    return fresh({**row, **{key: value for key, value in values.items() if key in row}})


def joint_attempts(people, caller):
    """Files of several rows that stand by each other."""
    who, victim = people.ids[caller], people.ids[VICTIMS[caller]]
    mine, theirs = people.family_of.get(who), people.family_of.get(victim)
    person = fresh(people.row_of("users", VICTIMS[caller]))
    unit, member = people.row_of("family_units", VICTIMS[caller]), people.row_of("family_members", VICTIMS[caller])
    membership = fresh({**member, "user_id": person["id"], "family_unit_id": theirs, "role": "parent"})
    yield "a new person in their family", {"users": [person], "family_members": [membership]}
    for role in ("parent", "player"):
        yield f"oneself in their family, {role}", {
            "family_members": [fresh({**member, "user_id": who, "family_unit_id": theirs, "role": role})]}
    if mine:
        yield "their athlete in the own family", {
            "family_members": [fresh({**member, "user_id": victim, "family_unit_id": mine, "role": "parent"})]}
    own_unit = fresh({**unit, "player_user_id": person["id"]})
    yield "a family of a new person, with oneself", {
        "users": [person], "family_units": [own_unit],
        "family_members": [fresh({**member, "user_id": who, "family_unit_id": own_unit["id"]}),
                           fresh({**member, "user_id": victim, "family_unit_id": own_unit["id"]})]}
    yield "a second family of their athlete's", {"family_units": [fresh({**unit, "player_user_id": victim})]}
    school = people.row_of("schools", VICTIMS[caller])
    yield "their school and a coach of one's own", {
        "schools": [school], "coaches": [fresh(owned(people.row_of("coaches", VICTIMS[caller]), who, mine))]}
    yield "tables out of order", {
        "coaches": [fresh(owned(people.row_of("coaches", VICTIMS[caller]), who, theirs))],
        "family_members": [fresh({**member, "user_id": who, "family_unit_id": theirs})]}
    yield "a preference of this computer", {"device_preferences": [
        {"user_id": victim, "key": "mail_setup", "value": "{}"},
        {"user_id": nobody_at_all(), "key": "current_profile", "value": victim}]}


def nobody_at_all():
    return "00000000-0000-0000-0000-000000000000"


class ImportTrial:
    def __init__(self, people, base, caller, name, tables):
        self.people, self.base, self.caller, self.name, self.tables = people, base, caller, name, tables

    def run(self, folder, number, views):
        computer = self.base.copied(os.path.join(folder, f"import-{number}"))
        path = computer.write("forged.json", json.dumps({"format": "recruiting-compass/1", "made_at": "2026-02-10T12:00:00.000Z",
                                                         "tables": self.tables}))
        before = state.read_rows(computer.file)
        answer = computer.run(["import", "everything", path, "--yes"], self.caller)
        after = state.read_rows(computer.file)
        wrong = words.crash(answer) + words.innards(answer) + words.silence(answer)
        if words.UNCHANGED.search(answer.text) and state.read(computer.file).texts() != state.read(self.base.file).texts():
            if not same_shared(before, after):
                wrong.append("“Nothing was …” is not true")
        wrong += self.judge_rows(before, after)
        wrong += self.judge_views(computer, views)
        computer.remove()
        return wrong, answer

    def judge_rows(self, before, after):
        people, wrong = self.people, []
        who = people.ids[self.caller]
        groups = {people.family_of.get(who)} - {None}
        if self.caller in (family.STRANGER, family.NEWCOMER, family.ATHLETE):
            groups |= {row["id"] for row in after["family_units"] if row["player_user_id"] == who}
        everybody = set(people.ids.values()) | {row["id"] for row in after["users"]}
        others = {row["id"] for table in SHARED if table != "task" for row in before[table]
                  if "id" in row and not mine(row, who, groups)}
        for table in sorted(after):
            if table in ("handles", "journal", "sqlite_sequence", "compass_meta"):
                continue
            old, new = rows_of(before.get(table, [])), rows_of(after[table])
            for text in (new - old).elements():
                row = json.loads(text)
                wrong += [f"{table}: {line}: {short(row)}" for line in self.judge_new(table, row, who, groups, everybody, others)]
            for text in (old - new).elements():
                row = json.loads(text)
                if not mine(row, who, groups) or table in ("users", "family_members", "family_units", "local_credentials"):
                    wrong.append(f"{table}: a row that was there is changed or gone: {short(row)}")
        return wrong

    def judge_new(self, table, row, who, groups, everybody, others):
        if table in ("users", "task") or table in LOCAL:
            yield "a row that no command writes like this"
            return
        found = {value for value in row.values() if isinstance(value, str) and state.UUID.fullmatch(value)}
        strangers = found & everybody - {who}
        if table == "parent_view_log" and row["parent_user_id"] == who:
            strangers -= {self.people.ids[family.ATHLETE]}
        # Device preferences are not checked, because their values may be any text, also one that
        # looks like another person's id.
        if strangers and table != "device_preferences":
            yield "it names somebody else"
        if (group := row.get("family_unit_id")) and group not in groups:
            yield "it is in another family"
        for column in OWNERS + AUTHORS:
            if row.get(column) not in (None, *everybody) and column in row:
                yield f"its {column} is nobody"
        if table in ("family_members", "family_units") and not (self.caller == family.NEWCOMER and who in row.values()):
            yield "a membership or family that no command gives"
        if found & others - everybody - groups - {row.get("id")}:
            yield "it points at a record of others"
        if self.caller == family.PARENT and table not in ("user_preferences", "device_preferences", "notifications",
                                                          "parent_view_log", "preference_history"):
            yield "a parent wrote it"

    def judge_views(self, computer, views):
        """What the others take out is as before, and nothing of theirs is in what the caller takes out."""
        wrong = []
        victim = VICTIMS[self.caller]
        if (now := computer.run(["export", "--stdout"], victim).out) != views[victim]:
            wrong.append(f"what {victim} sees is another: {first_difference(views[victim], now)}")
        seen = computer.run(["export", "--stdout"], self.caller).out
        for marker in (family.SAMS, family.CASEYS):
            if marker in seen and marker not in views[self.caller]:
                wrong.append(f"{self.caller} now reads “{marker}”")
        return wrong


def first_difference(left, right):
    lines = set(left.splitlines())
    return next((line[:300] for line in right.splitlines() if line not in lines), "a line is gone")


def rows_of(rows):
    return collections.Counter(json.dumps(row, sort_keys=True) for row in rows)


def same_shared(before, after):
    return all(rows_of(before.get(table, [])) == rows_of(after.get(table, [])) for table in SHARED)


def mine(row, who, groups):
    return who in row.values() or any(group in row.values() for group in groups)


def short(row):
    return re.sub(r"\s+", " ", json.dumps({key: value for key, value in row.items() if value is not None}))[:260]


def run(options, report):
    base = options.base
    people = People(base)
    views = {person: base.must(["export", "--stdout"], person).out for person in CALLERS}
    trials = []
    for caller in CALLERS:
        for table in SHARED + LOCAL:
            trials += [(caller, f"{table}: {name}", tables) for name, tables in attempts(people, caller, table)]
        trials += [(caller, name, tables) for name, tables in joint_attempts(people, caller)]
    report.more.append(f"{len(trials)} files there are")
    # The short form runs only every nth trial, and begins at another one for each seed.
    step = max(1, len(trials) // options.runs) if options.runs else 1
    chosen = options.only or range(options.seed % step, len(trials), step)
    for number in chosen:
        caller, name, tables = trials[number]
        wrong, answer = ImportTrial(people, base, caller, name, tables).run(options.folder, number, views)
        report.tally()
        report.tally(f"by {caller}")
        if options.verbose:
            print(f"imports {number} {caller}, {name}: code {answer.code}, {answer.text[:150]}", flush=True)
        if wrong:
            report.fail(number, f"{caller} imports {name}", wrong, answer)
