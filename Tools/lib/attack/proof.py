"""Tests of the judges: each gets a data folder in which something is wrong on purpose, and has to see it. A judge that stays
silent is a failure of this tool."""

import os
import shutil
import sqlite3

import blows
import crowd
import family
import imports
import jobs
import judge
import prompts
import state
import verbs
import words
from faults import Blow
from computer import Answer


def answer(code=0, out="", errors=""):
    return Answer(code, out, errors, ["(made up)"])


def sql(path, statement):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement)
    connection.close()


class Stage:
    """A job's data folder before and after, in which values are then changed."""

    def __init__(self, places, folder):
        self.places, self.folder, self.number = places, folder, 0
        self.job = jobs.named(["school"])[0]
        self.template, self.measure, self.clean, _, _ = places.prepared(self.job)
        self.done = self.computer(self.template)
        self.done.must(self.job.words, self.job.person)

    def computer(self, of):
        self.number += 1
        return of.copied(os.path.join(self.folder, f"proof-{self.number}"))

    def judged(self, computer, said, job=None):
        measure = self.measure if job is None else self.places.prepared(job)[1]
        return judge.judge_answer(measure, computer, said, state.read(computer.file))[2]


def lost_write(stage):
    return stage.judged(stage.computer(stage.template), answer(0, "✓ Added s33.\n"))


def lost_write_of_the_killed(stage):
    return stage.judged(stage.computer(stage.template), answer(-9, "✓ Added s33.\n"))


def untrue_nothing_was_changed(stage):
    return stage.judged(stage.computer(stage.done), answer(1, "", "✗ Could not save. Nothing was\n  changed.\n"))


def done_in_silence(stage):
    return stage.judged(stage.computer(stage.done), answer(1, "", "✗ The disk failed.\nTry again.\n"))


def half_a_write(stage):
    computer = stage.computer(stage.done)
    sql(computer.file, "DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)")
    return stage.judged(computer, answer(-9))


def somebody_elses_row_gone(stage):
    computer = stage.computer(stage.done)
    sql(computer.file, "DELETE FROM suggestion WHERE rowid = (SELECT min(rowid) FROM suggestion)")
    return stage.judged(computer, answer(0, "✓ Added s33.\n"))


def damaged_file(stage):
    computer = stage.computer(stage.done)
    sql(computer.file, "PRAGMA wal_checkpoint(TRUNCATE)")
    sql(computer.file, "PRAGMA journal_mode = DELETE")
    with open(computer.file, "r+b") as file:
        file.seek(4096 * 20 + 8)
        file.write(bytes(300))
    try:
        return state.read(computer.file).faults
    except state.Unreadable as error:
        return [str(error)]


def missing_parent(stage):
    computer = stage.computer(stage.done)
    sql(computer.file, "UPDATE coaches SET school_id = 'nowhere' WHERE rowid = (SELECT min(rowid) FROM coaches)")
    return state.read(computer.file).faults


def called_damaged(stage):
    said = answer(1, "", "✗ compass.sqlite is damaged.\nRestore the newest backup.\n")
    return [line for line in stage.judged(stage.computer(stage.template), said) if "damaged" in line]


def stray(stage):
    computer = stage.computer(stage.done)
    shutil.copyfile(computer.file, computer.file + ".restoring")
    return judge.strays(computer)


def stray_secret(stage):
    computer = stage.computer(stage.done)
    name = os.listdir(computer.data + "/secrets")[0]
    shutil.copyfile(f"{computer.data}/secrets/{name}", f"{computer.data}/secrets/{name}.4711.new")
    return judge.strays(computer)


def readable_by_others(stage):
    computer = stage.computer(stage.done)
    os.chmod(computer.backups, 0o755)
    return judge.open_to_others(computer)


def broken_copy(stage):
    computer = stage.computer(stage.done)
    os.truncate(os.path.join(computer.backups, computer.shelf()[0]), 8192)
    return judge.unsound_copies(computer)


def empty_copy(stage):
    computer = stage.computer(stage.done)
    os.truncate(os.path.join(computer.backups, computer.shelf()[0]), 0)
    return judge.unsound_copies(computer)


def trace_in_a_stray(stage):
    computer = stage.computer(stage.done)
    with open(computer.data + "/compass.sqlite.partial", "w", encoding="utf-8") as file:
        file.write("x" * 5000 + family.MARIAS)
    return [line for line in judge.traces(computer, [family.MARIAS]) if "partial" in line]


def trace_behind_a_link(stage):
    computer = stage.computer(stage.done)
    shutil.move(computer.data + "/history", computer.home + "/history")
    os.symlink(computer.home + "/history", computer.data + "/history")
    return [line for line in judge.traces(computer, [family.MARIAS]) if "home" in line]


def trace_of_an_id(stage):
    computer = stage.computer(stage.done)
    who = imports.People(computer).ids[family.PARENT]
    return judge.traces(computer, [], [who])


def backup_that_is_not_there(stage):
    return jobs.shelf_copy(stage.done, answer(0, "✓ Backup made: compass-20990101T000000000Z-by-hand.sqlite\n"))


def half_an_export(stage):
    computer = stage.computer(stage.template)
    computer.write("all.json", '{"format":"recruiting-compass/1","tables":{')
    said = answer(1, "", "✗ The disk is full.\n  Nothing was written.\n")
    return [line for line in stage.judged(computer, said, jobs.named(["export"])[0]) if "half a file" in line]


def membership_by_import(stage):
    return doctored_import(stage, "INSERT INTO family_members (id, family_unit_id, user_id, role, added_at) SELECT 'ffffffff-0000-4000-8000-000000000001', family_unit_id,"
                                  f" (SELECT id FROM users WHERE full_name LIKE 'Robin%'), 'parent', added_at"
                                  " FROM family_members LIMIT 1")


def foreign_row_changed_by_import(stage):
    return doctored_import(stage, f"UPDATE schools SET name = 'x' WHERE name LIKE '{family.SAMS}%'")


def forged_author_by_import(stage):
    return doctored_import(
        stage, "INSERT INTO interactions (id, school_id, family_unit_id, type, direction, occurred_at, logged_by)"
        " SELECT 'ffffffff-0000-4000-8000-000000000002', school_id, NULL, type, direction, occurred_at,"
        " (SELECT id FROM users WHERE full_name LIKE 'Chris%') FROM interactions LIMIT 1", family.ATHLETE)


def credential_by_import(stage):
    return doctored_import(stage, "INSERT INTO local_credentials SELECT id, 'x', 0, NULL FROM users LIMIT 1")


def doctored_import(stage, statement, caller=family.NEWCOMER):
    computer = stage.computer(stage.template)
    people = imports.People(computer)
    before = state.read_rows(computer.file)
    sql(computer.file, statement)
    return imports.ImportTrial(people, computer, caller, "", {}).judge_rows(before, state.read_rows(computer.file))


def leak_by_import(stage):
    """The caller's own page shows what is another family's."""
    computer = stage.computer(stage.template)
    people = imports.People(computer)
    views = {person: computer.must(["export", "--stdout"], person).out for person in imports.CALLERS}
    theirs, who = people.family_of[people.ids[family.ATHLETE]], people.ids[family.NEWCOMER]
    sql(computer.file, f"INSERT INTO family_members (id, family_unit_id, user_id, role, added_at) SELECT 'ffffffff-0000-4000-8000-000000000003', '{theirs}', '{who}', 'parent',"
                    " added_at FROM family_members LIMIT 1")
    trial = imports.ImportTrial(people, computer, family.NEWCOMER, "", {})
    return [line for line in trial.judge_views(computer, views) if "reads" in line]


def meddling_parent(stage):
    computer = stage.computer(stage.template)
    before = state.read_rows(computer.file)
    sql(computer.file, "UPDATE athlete_task SET status = 'skipped' WHERE rowid = (SELECT min(rowid) FROM athlete_task)")
    return verbs.meddled(before, state.read_rows(computer.file), imports.People(computer).ids[family.PARENT], set(), False)


def lost_in_the_crowd(stage):
    one = crowd.Crowd(stage.template, stage.folder, 901, 0, "writers and copies", 1)
    one.acknowledged, one.denied = ["zq never written"], ["zq-caseys-own university"]
    wrong = one.judge_writes(state.read(one.computer.file))
    return wrong if len(wrong) == 2 else []


def lost_under_a_prompt(stage):
    return prompts.PromptTrial.judge_kept(stage.template, [f"✓ Added s99 {prompts.GHOST}."])


def unsent_letter(stage):
    trial = blows.Trial(stage.places, jobs.named(["e-mail"])[0], 902, None, None)
    trial.answer, trial.is_done = answer(0), True
    stage.places.server.forget()
    found = state.read(trial.computer.file)
    found.tables["interactions"] = found.tables["interactions"] + ["('made up',)"]
    return trial.judge_mail(found)


def begun(stage, said):
    """An erasure that has deleted the people and not yet their copies, as the file notes it, and what was said of it."""
    job = jobs.named(["erase-person"])[0]
    template, _, _, _, _ = stage.places.prepared(job)
    computer = stage.computer(template)
    computer.must(job.words, job.person)
    sql(computer.file, "INSERT INTO compass_meta VALUES ('erasing', 'p0123456789abcdef0123456789abcdef')")
    return stage.judged(computer, said, job)


def erasure_begun_in_silence(stage):
    return begun(stage, answer(1, "", "✗ The disk failed.\n"))


def erasure_begun_and_acknowledged(stage):
    return begun(stage, answer(0, "✓ Erased.\n"))


def erasure_begun_and_said(stage):
    """The other way round: a state that is true is not found wanting."""
    told = "✗ The data is deleted, but copies of it are still on the disk.\n  The next start goes on with it.\n"
    return [] if begun(stage, answer(1, "", told)) else ["it is true"]


def innards(stage):
    return words.innards(answer(1, "", "✗ no such table: users in “SELECT id,\n  email FROM users”"))


def crash(stage):
    return words.crash(answer(-7))


def silent_failure(stage):
    return words.silence(answer(1, "", ""))


def blow_that_falls(stage):
    """The library itself: a chosen call ends the process, and another is answered as it was told to."""
    computer = stage.computer(stage.template)
    killed = computer.run(stage.job.words, stage.job.person, blow=Blow("kill-before", "write", 3))
    refused = computer.run(stage.job.words, stage.job.person, blow=Blow("fail", "sync", 1, 28))
    is_right = killed.code == -9 and killed.blows == 1 and "pwrite" in killed.where and refused.blows == 1
    return ["it fell"] if is_right and refused.code == 1 and stage.measure.place(state.read(computer.file)) != "elsewhere" else []


def clock_that_jumps(stage):
    """The library moves the clock: a page without a set moment shows another day."""
    computer = stage.computer(stage.template)
    days = [computer.run(["doctor"], now=None, ahead=seconds).out.split("Today")[1].split("\n")[0]
            for seconds in (0, 90 * 86_400)]
    return ["it jumped"] if days[0] != days[1] else []


PROOFS = [lost_write, lost_write_of_the_killed, untrue_nothing_was_changed, done_in_silence, half_a_write,
          somebody_elses_row_gone, damaged_file, missing_parent, called_damaged, stray, stray_secret, readable_by_others,
          broken_copy, empty_copy, trace_in_a_stray, trace_behind_a_link, trace_of_an_id, backup_that_is_not_there,
          half_an_export, membership_by_import, foreign_row_changed_by_import, forged_author_by_import, credential_by_import,
          leak_by_import, meddling_parent, lost_in_the_crowd, lost_under_a_prompt, unsent_letter, erasure_begun_in_silence,
          erasure_begun_and_acknowledged, erasure_begun_and_said, innards, crash,
          silent_failure, blow_that_falls, clock_that_jumps]


def run(options, report):
    stage = Stage(options.places, options.folder)
    well = stage.judged(stage.done, stage.clean) + judge.strays(stage.done) + judge.unsound_copies(stage.done)
    if well:
        report.fail(-1, "a computer on which all is well is found wanting", well)
    for number, proof in enumerate(PROOFS):
        if options.only and number not in options.only:
            continue
        found = proof(stage)
        report.tally()
        if options.verbose:
            print(f"proof {number} {proof.__name__}: {found[:1]}", flush=True)
        if not found:
            report.fail(number, f"nobody saw: {proof.__name__.replace('_', ' ')}", [])
    report.more.append("each planted fault was seen" if not report.failures else "")
