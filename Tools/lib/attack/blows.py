"""Kills and faults: one job, one blow, and what is true afterwards."""

import errno
import os
import random
import time

import jobs as all_jobs
import judge
import state
import words
from faults import Blow

ERRORS = {
    "open": (errno.EIO, errno.ENOSPC, errno.EMFILE, errno.EACCES), "read": (errno.EIO,),
    "write": (errno.ENOSPC, errno.EIO, errno.EDQUOT), "sync": (errno.EIO, errno.ENOSPC, errno.EDQUOT),
    "rename": (errno.EIO, errno.ENOSPC, errno.EDQUOT), "unlink": (errno.EIO, errno.EACCES),
    "truncate": (errno.EIO, errno.ENOSPC), "map": (errno.ENOMEM, errno.EIO), "lock": (errno.EIO, errno.ENOLCK),
    "folder": (errno.ENOSPC, errno.EACCES, errno.EDQUOT),
}


class Range:
    """The computers in which one kind of run takes place, and each job's measure, taken when it is first needed."""

    def __init__(self, base, folder, server):
        self.base, self.folder, self.server = base, folder, server
        self.ready = {}

    def prepared(self, job):
        """The job's own data folder, its measure, what a run that nothing happens to answers, and how long it takes."""
        if job.name not in self.ready:
            template = self.base.copied(os.path.join(self.folder, f"job-{job.name}"))
            if job.prepare:
                job.prepare(template)
            if job.mail:
                template.must(["settings", "mail", "--server", "127.0.0.1", "--port", str(self.server.port),
                               "--security", "none", "--user", "none", "--from", "casey@example.org"], job.person)
            before = state.read_or_none(template.file) if job.name != "restore-damaged" else state.State({}, [])
            trial = template.copied(os.path.join(self.folder, f"clean-{job.name}"))
            self.server.forget()
            started = time.perf_counter()
            clean = trial.run(job.words, job.person, job.stdin, blow=False)
            seconds = time.perf_counter() - started
            if clean.code != 0:
                self.ready[job.name] = (template, None, clean, seconds, ["it does not work when nothing happens to it"])
                return self.ready[job.name]
            measure = judge.Measure(job, before, state.read_or_none(trial.file))
            wrong = judge.judge_erasure(measure, trial) if job.erases else []
            wrong += judge.strays(trial) + judge.open_to_others(trial) + (job.promise(trial, clean) if job.promise else [])
            trial.remove()
            self.ready[job.name] = (template, measure, clean, seconds, wrong)
        return self.ready[job.name]


def draw_kill(chance, clean, seconds, is_timed):
    """Half fall at a chosen call, before it, after it or within a write; half at any moment."""
    if is_timed:
        return None, chance.uniform(0, seconds * 1.2)
    how = chance.choice(["kill-before", "kill-after", "kill-within"])
    # System calls that change a file are few among those that only read, so they are chosen for
    # half of the kills.
    changing = [name for name in ("write", "sync", "rename", "unlink", "truncate", "folder") if clean.counts[name]]
    kind = chance.choice(changing) if changing and chance.random() < 0.6 else "all"
    if how == "kill-within":
        kind = "write" if clean.counts["write"] else "all"
    return Blow(how, kind, chance.randint(1, max(1, clean.counts[kind]))), None


def draw_fault(chance, clean):
    kinds = [name for name in ERRORS if clean.counts[name] and name != "lock"]
    kind = chance.choices(kinds, [{"write": 4, "sync": 4, "read": 3}.get(name, 2) for name in kinds])[0]
    how = chance.choice(["fail", "fail", "fail-on", "short"] if kind == "write" else ["fail", "fail", "fail-on"])
    return Blow(how, kind, chance.randint(1, clean.counts[kind]), 0 if how == "short" else chance.choice(ERRORS[kind]))


class Trial:
    """One job with one blow. `lines` is what is wrong; none is well."""

    def __init__(self, places, job, number, blow, kill_after):
        self.job, self.number, self.blow, self.kill_after = job, number, blow, kill_after
        template, self.measure, self.clean, _, _ = places.prepared(job)
        self.server = places.server
        self.computer = template.copied(os.path.join(places.folder, f"trial-{number}"))

    def run(self):
        computer, job, measure = self.computer, self.job, self.measure
        shelf = computer.shelf()
        self.server.forget()
        answer = computer.run(job.words, job.person, job.stdin, blow=self.blow or False, kill_after=self.kill_after)
        self.answer = answer
        self.fell = answer.blows > 0 or answer.is_killed
        try:
            found = state.read_or_none(computer.file)
        except state.Unreadable as error:
            found = None
            self.place, self.is_done, wrong = "unreadable", words.claims_success(answer), []
            if job.name != "restore-damaged" or self.is_done:
                wrong.append(str(error))
        if found is not None:
            self.place, self.is_done, wrong = judge.judge_answer(measure, computer, answer, found)
        if self.is_done and job.erases:
            wrong += ["it was said to be erased"] * bool(judge.judge_erasure(measure, computer))
            wrong += judge.judge_erasure(measure, computer)
        if job.mail:
            wrong += self.judge_mail(found)
        if not answer.is_killed and not self.blow_hits_unlink():
            wrong += [line for line in judge.strays(computer)] if self.is_quiet() else []
        wrong += judge.unsound_copies(computer)
        wrong += self.next_start(found, shelf)
        self.lines = wrong
        computer.remove()
        return wrong

    def blow_hits_unlink(self):
        return self.blow is not None and self.blow.family == "unlink"

    def is_quiet(self):
        """Whether the process could still clear up after itself: a disk that refuses everything leaves what it leaves."""
        return self.blow is None or self.blow.how != "fail-on"

    def judge_mail(self, found):
        """No letter is logged that no server took; the program says that one was taken and not logged, unless it was killed."""
        taken = self.server.count()
        logged = len(found.rows("interactions")) - len(self.measure.before["interactions"]) if found else 0
        wrong = []
        if logged > taken:
            wrong.append(f"{logged} letters are logged and {taken} were taken by the server")
        if taken > logged + (1 if self.answer.is_killed else 0) and not words.UNSURE.search(self.answer.text):
            wrong.append(f"{taken} letters went out, {logged} are logged, and nothing is said of it")
        if self.is_done and not self.answer.is_killed and (taken, logged) != (2, 2):
            wrong.append(f"it is done, with {taken} letters taken and {logged} logged")
        return wrong

    def next_start(self, found, shelf):
        """The next program finds the file in order, nothing strange beside it, and can do the job."""
        computer, job, measure = self.computer, self.job, self.measure
        person = None if job.person is None or job.erases else job.person
        next_answer = computer.run(list(job.look), person)
        wrong = words.crash(next_answer) + words.innards(next_answer)
        # A start that cannot open the damaged file does not count as the next start. Only one after
        # the restore does.
        if job.name == "restore-damaged" and self.place == "unreadable":
            wrong += self.once_more(found)
            computer.run(list(job.look))
        wrong += [f"after the next start {line}" for line in judge.strays(computer) + judge.open_to_others(computer)]
        if job.name == "restore-damaged" and self.place == "unreadable":
            return wrong
        try:
            later = state.read_or_none(computer.file)
        except state.Unreadable as error:
            return wrong + [f"after the next start: {error}", str(next_answer)]
        place = measure.place(later)
        if job.erases:
            # The next start of the program must complete an erasure that was interrupted.
            if place not in ("before", "after"):
                wrong += [f"after the next start the erasure is {place}"] + measure.explain(later)
            if place == "after":
                wrong += [f"after the next start {line}" for line in judge.judge_erasure(measure, computer)]
            elif not set(shelf) <= set(computer.shelf()):
                wrong.append("nobody is erased, and copies are gone from the shelf")
        elif next_answer.code != 0 and measure.before and place != "between":
            wrong += ["the next start fails", str(next_answer)]
        if self.place in ("before", "after") and not job.erases and place != self.place and job.kind != "migration":
            wrong += [f"it was {self.place}, and after the next start it is {place}"] + measure.explain(later)
        if job.again and place == "before" and measure.before != measure.after:
            wrong += self.once_more(later)
        return wrong

    def once_more(self, found):
        computer, job, measure = self.computer, self.job, self.measure
        for name in ("name",):
            path = getattr(job.promise, name, None)
            if path and os.path.exists(os.path.join(computer.out, path)):
                os.unlink(os.path.join(computer.out, path))
        again = computer.run(job.words, job.person, job.stdin)
        if again.code != 0:
            return ["it cannot be done again", str(again)]
        place = measure.place(state.read(computer.file))
        return [] if place == "after" else [f"done again, the file is {place}"] + measure.explain(state.read(computer.file))


def run_kind(kind, options, report):
    """`kills` or `faults`, as many as asked for, spread over the jobs."""
    chosen = all_jobs.named(options.jobs)
    places = options.places
    spread = [job for job in chosen for _ in range(job.weight)]
    for number in report.numbers(options):
        chance = random.Random(f"{options.seed}/{kind}/{number}")
        job = spread[number % len(spread)]
        template, measure, clean, seconds, wrong_anyhow = places.prepared(job)
        if wrong_anyhow and job.name not in report.seen:
            report.seen.add(job.name)
            report.fail(number, f"{job.name}, without any blow", wrong_anyhow, clean)
        if measure is None:
            continue
        if kind == "kills":
            is_timed = options.timed and chance.random() < 0.5
            blow, kill_after = draw_kill(chance, clean, seconds, is_timed)
        else:
            blow, kill_after = draw_fault(chance, clean), None
        trial = Trial(places, job, number, blow, kill_after)
        wrong = trial.run()
        what = f"{job.name}: {blow or f'kill after {kill_after * 1000:.1f} ms'} ({trial.answer.where or 'no call'})"
        report.count(number, what, trial)
        if wrong:
            report.fail(number, what, wrong, trial.answer)
