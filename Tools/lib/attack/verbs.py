"""Every command that there is, made from the declarations (docs/commands.md is written from them), by callers who may not.

A parent, the athlete of another family, a parent who was removed, a caller without a profile and a person who was erased: none of them
changes a row that is not theirs, and none reads what is not for them."""

import glob
import os
import re
import shlex

import family
import imports
import state
import words

COMMANDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "commands.md")
KINDS = {"schools": "schools", "coaches": "coaches", "interactions": "interactions", "offers": "offers", "events": "events",
         "documents": "documents", "letters": "recommendation_letters", "performance": "performance_metrics",
         "notifications": "notifications", "suggestions": "suggestion"}
# Commands that every caller may run on a shared computer, because they change no other person's
# records: they make an own profile, sign in and out, change the look of the shell, or add a backup.
OPEN_TO_ALL = ("account create", "account sign-in", "account sign-out", "set", "backup", "help", "quit", "doctor")


def examples():
    """(command, line) of every example of every command."""
    with open(COMMANDS, encoding="utf-8") as file:
        text = file.read()
    for chapter in re.split(r"^### ", text, flags=re.M)[1:]:
        name = chapter.split("\n", 1)[0].strip()
        for line in re.findall(r"^    \$ compass-shell (.+)$", chapter, flags=re.M):
            yield name, line


def lines_against(base):
    """All examples, agreed to, and each kind's own verbs with the ids of the athlete's records, which no list shows to others."""
    found = []
    for name, line in examples():
        given = shlex.split(line)
        found.append((name, given if "--yes" in given or name in ("quit",) else given + ["--yes"]))
    people = imports.People(base)
    for kind, table in KINDS.items():
        row = people.row_of(table, family.ATHLETE)
        if row.get("id"):
            for verb, more in (("show", []), ("edit", ["--notes", "zq meddled"]), ("delete", ["--yes"])):
                found.append((f"{kind} {verb}", [kind, verb, row["id"], *more]))
    member = people.ids
    found += [("family remove", ["family", "remove", member[family.OTHER_PARENT], "--yes"]),
              ("family remove", ["family", "remove", member[family.ATHLETE], "--yes"]),
              ("export", ["export", "letters", "--stdout"]), ("export", ["export", "people", "--stdout"]),
              ("export", ["export", "--stdout"]), ("backup file", ["backup", "file", "--out", "stolen.sqlite"]),
              ("family code", ["family", "code", "--renew", "--yes"])]
    return found


class Caller:
    """`prepare` sets up their data folder; `may` are commands whose writes are theirs by right."""

    def __init__(self, name, person, prepare=None, may=(), secrets=()):
        self.name, self.person, self.prepare, self.may, self.secrets = name, person, prepare, may, secrets


def removed(computer):
    computer.must(["family", "remove", "p3", "--yes"], family.ATHLETE)


def signed_out(computer):
    computer.must(["account", "sign-out"], None)


def erased(computer):
    computer.must(["erase", "person", "--yes"], family.PARENT)


# Texts that a parent must never see (docs/domain.md, 3): the athlete's private notes and own tasks,
# and recommendation letters.
PARENT_SECRETS = (f"{family.CASEYS} note", f"{family.CASEYS} writer", f"{family.CASEYS} errand", f"{family.CASEYS}-Harbor")

# The callers whose commands are tried. A removed parent may run `family join`, because the family's
# code is valid until the athlete renews it.
CALLERS = [
    Caller("parent", family.PARENT, may=("erase person", "family leave"), secrets=PARENT_SECRETS),
    Caller("other family", family.STRANGER, may=("restore", "erase person", "erase family", "backup file"),
           secrets=(family.CASEYS, family.MARIAS)),
    Caller("removed parent", family.OTHER_PARENT, removed, ("erase person", "family join"), (family.CASEYS, family.MARIAS)),
    Caller("signed out", None, signed_out, (), (family.CASEYS, family.MARIAS, family.SAMS)),
    Caller("erased", family.PARENT, erased, (), (family.CASEYS, family.MARIAS, family.SAMS)),
]

# Tables in which a row belongs to one person, whatever the person's role, and the column with that
# person's id.
OWN = {"users": "id", "user_preferences": "user_id", "preference_history": "user_id", "notifications": "user_id",
       "device_preferences": "user_id", "parent_view_log": "parent_user_id", "local_credentials": "user_id",
       "local_sessions": "user_id", "journal": "person"}


def meddled(before, after, who, groups, is_athlete):
    """Rows that are changed, new or gone and are not the caller's to change."""
    found = []
    for table in sorted(set(before) | set(after)):
        if table in ("handles", "sqlite_sequence", "compass_meta"):
            continue
        old, new = imports.rows_of(before.get(table, [])), imports.rows_of(after.get(table, []))
        for change, rows in (("gone", (old - new).elements()), ("new", (new - old).elements())):
            for text in rows:
                row = imports.json.loads(text)
                own = OWN.get(table)
                if own and row[own] == who:
                    continue
                # This row stores which profile this computer used last. It belongs to no person, so
                # every caller may change it.
                if table == "device_preferences" and row["key"] == "current_profile":
                    continue
                if is_athlete and imports.mine(row, who, groups):
                    continue
                found.append(f"{table}: {change}: {imports.short(row)}")
    return found


class VerbTrial:
    def __init__(self, base, people, caller, command, line):
        self.base, self.people, self.caller, self.command, self.line = base, people, caller, command, line

    def run(self, folder, number):
        computer = self.base.copied(os.path.join(folder, f"verb-{number}"))
        for name, text in (("schools.csv", "Name,City\nZq Verb College,Columbus\n"), ("report.json", "{}")):
            computer.write(name, text)
        laid_out = set(os.listdir(computer.out))
        before = state.read_rows(computer.file)
        answer = computer.run(self.line, self.caller.person)
        after = state.read_rows(computer.file)
        wrong = words.crash(answer) + words.innards(answer) + words.silence(answer)
        who = self.people.ids.get(self.caller.person)
        groups = {self.people.family_of.get(who)} - {None} if self.caller.name == "other family" else set()
        is_free = self.command in self.caller.may + OPEN_TO_ALL
        if not is_free:
            wrong += meddled(before, after, who, groups, self.caller.name == "other family")[:8]
        written = [os.path.join(computer.out, name) for name in set(os.listdir(computer.out)) - laid_out]
        said = answer.out + answer.errors
        for path in written + glob.glob(os.path.join(computer.out, "*", "*")):
            if os.path.isfile(path) and not (is_free and self.command == "backup file"):
                with open(path, encoding="latin-1") as file:
                    said += file.read()
        wrong += [f"it shows “{secret}”" for secret in self.caller.secrets if secret in said]
        if self.caller.name in ("signed out", "erased") and written:
            wrong.append(f"it wrote {os.path.basename(written[0])}")
        computer.remove()
        return wrong, answer


def run(options, report):
    base = options.base
    people = imports.People(base)
    trials = []
    for caller in CALLERS:
        computer = base.copied(os.path.join(options.folder, f"of-{caller.name.replace(' ', '-')}"))
        if caller.prepare:
            caller.prepare(computer)
        trials += [VerbTrial(computer, people, caller, command, line) for command, line in lines_against(base)]
    report.more.append(f"{len({trial.command for trial in trials})} commands, {len(trials)} lines there are")
    step = max(1, len(trials) // options.runs) if options.runs else 1
    for number in options.only or range(options.seed % step, len(trials), step):
        trial = trials[number]
        wrong, answer = trial.run(options.folder, number)
        report.tally()
        report.tally(f"as {trial.caller.name}")
        if options.verbose:
            print(f"verbs {number} {trial.caller.name}: {' '.join(trial.line)}: code {answer.code}, {answer.text[:110]}")
        if wrong:
            report.fail(number, f"{trial.caller.name}: {' '.join(trial.line)}", wrong, answer)
