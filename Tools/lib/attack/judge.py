"""Compares a data folder after a blow with the folder before it and with that of a run that nothing happened to."""

import os
import re
import stat

import state
import words

# The files that may be in the data folder after the next start of the program.
KNOWN = re.compile(
    r"^(compass\.sqlite(-wal|-shm)?|history|shell-settings|secrets(/[\w%-]+)?"
    r"|backups(/compass-\d{8}T\d{6,9}Z[\w.-]*\.sqlite|/damaged-compass-.*)?)$")
IDS = re.compile(state.UUID.pattern.encode())
COPY = re.compile(r"^compass-.*\.sqlite$")


def strays(computer):
    """What is left beside the file and should not be."""
    found = []
    for folder, folders, files in os.walk(computer.data):
        for name in folders + files:
            path = os.path.relpath(os.path.join(folder, name), computer.data)
            if not KNOWN.match(path):
                found.append(f"{path} was left behind")
    return found


def open_to_others(computer):
    """Folders and files of the data folder that others on this computer could read."""
    found = []
    for folder, folders, files in os.walk(computer.data):
        for name in folders + files:
            path = os.path.join(folder, name)
            mode = os.lstat(path).st_mode
            if not stat.S_ISLNK(mode) and mode & 0o077:
                found.append(f"{os.path.relpath(path, computer.data)} is open to others ({mode & 0o777:o})")
    return found


def unsound_copies(computer, but=()):
    found = []
    for name in computer.shelf():
        if COPY.match(name) and name not in but:
            try:
                read = state.read(os.path.join(computer.backups, name))
                found += [f"the copy {name}: {fault}" for fault in read.faults]
                if not read.tables:
                    found.append(f"the copy {name} is empty")
            except state.Unreadable as error:
                found.append(f"the copy {name} cannot be read: {error}")
    return found


def behind_links(computer):
    """The files that links of the data folder lead to; remembered before a link itself is taken away."""
    found = set()
    for folder, folders, files in os.walk(computer.data):
        for name in folders + files:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                for there, _, names in os.walk(os.path.realpath(path)):
                    found |= {os.path.join(there, one) for one in names}
                found.add(os.path.realpath(path))
    return found


def traces(computer, texts, ids=(), also=()):
    """Files in whose bytes one of the texts or ids stands: all of the data folder, and what its links lead or led to."""
    wanted, gone = [text.encode() for text in texts], {one.encode() for one in ids}
    paths, found = {path for path in also if os.path.isfile(path)}, []
    for folder, _, files in os.walk(computer.data, followlinks=True):
        for name in files:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                paths.add(os.path.realpath(path))
    for path in sorted(paths):
        with open(path, "rb") as file:
            bytes_ = file.read()
        found += [f"“{text.decode()}” is still in {path}" for text in wanted if text in bytes_]
        left = gone.intersection(IDS.findall(bytes_)) if gone else ()
        if left:
            found.append(f"{len(left)} ids of what was erased are still in {path}, such as {min(left).decode()}")
    return found


class Measure:
    """What a job's data folder is before and after, by which every trial of it is judged."""

    def __init__(self, job, before, after):
        self.job = job
        self.start = before
        self.before = before.masked(before)
        self.after = after.masked(before)
        # The ids of erased people and records: those that are in the file before the job but not
        # after it.
        self.erased = set(state.UUID.findall(before.texts())) - set(state.UUID.findall(after.texts())) if job.erases else ()

    def place(self, found):
        now = found.masked(self.start)
        # A new file without people counts as the state before the job if there was no file.
        if now == self.before or not self.before and not found.rows("users"):
            return "before"
        if now == self.after:
            return "after"
        if self.job.erases and self.is_begun(now):
            return "begun"
        # A job that was interrupted after the first of two e-mails leaves other rows than the
        # complete job. Mail jobs are therefore not compared by rows, but with the e-mails that the
        # mail server received.
        if self.job.mail or self.job.between and state.is_between(now, self.before, self.after):
            return "between"
        return "elsewhere"

    def is_done_but_for_what_it_leaves(self, found):
        now = found.masked(self.start)
        return bool(self.job.leaves) and all(
            set(self.after.get(name, ())) <= set(now.get(name, ())) if name in self.job.leaves
            else now.get(name, ()) == self.after.get(name, ()) for name in {*now, *self.after})

    def is_begun(self, now):
        """The people are gone, and it is written down whose copies the next start has still to remove."""
        notes = [row for row in now.get("compass_meta", ()) if row.startswith("'erasing'")]
        rest = dict(now, compass_meta=[row for row in now.get("compass_meta", ()) if row not in notes])
        return bool(notes) and rest == self.after

    def explain(self, found):
        now = found.masked(self.start)
        return (["against before:"] + state.difference(self.before, now)
                + ["against after:"] + state.difference(self.after, now))


def judge_erasure(measure, computer):
    """After an erasure that was said or came to its end: no byte of it anywhere."""
    return traces(computer, measure.job.erases, measure.erased)


def judge_answer(measure, computer, answer, found):
    """What is wrong with the state right after the blow, and with what was said of it."""
    job, wrong = measure.job, words.crash(answer) + words.innards(answer)
    place = measure.place(found)
    wrong += found.faults
    is_done = words.claims_success(answer)
    if place == "elsewhere":
        wrong += ["the file is neither as before nor as after"] + measure.explain(found)
    if words.DAMAGED.search(answer.text) and not found.faults:
        wrong.append("a sound file is called damaged")
    if is_done and measure.before != measure.after and place != "after" and not measure.is_done_but_for_what_it_leaves(found):
        wrong += [f"it was acknowledged and is lost: the file is {place}"] + measure.explain(found)
    elif not is_done and words.UNCHANGED.search(answer.text) and place != "before":
        wrong += ["“Nothing was changed” is not true"] + measure.explain(found)
    elif (not is_done and not answer.is_killed and place in ("after", "begun") and measure.before != measure.after
          and not words.UNSURE.search(answer.text)):
        wrong.append("it was done, and the answer says only that it failed")
    wrong += words.silence(answer)
    if is_done and job.promise:
        wrong += job.promise(computer, answer)
    name = getattr(job.promise, "name", None)
    if not is_done and name and os.path.exists(os.path.join(computer.out, name)):
        wrong += [f"half a file: {line}" for line in job.promise.check(os.path.join(computer.out, name))]
    return place, is_done, wrong
