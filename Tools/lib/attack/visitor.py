"""A signed-in person who goes on using pages and sending a device's steps while a server is attacked, and what the server's process holds."""

import collections
import html
import http.client
import json
import os
import re
import statistics
import threading
import time
import urllib.parse
import uuid

from tables import PASSWORD, Caller

# Seconds. A request that takes longer counts as kept out, also on a machine that is busy with other tests.
LONGEST = 10
# The memory of a connection: one that waits for news takes 108 KiB (docs/operations.md), and a quarter more is allowed.
OF_A_CONNECTION = 136 / 1024
# How many connections to its database a server opens, when it needs them; each takes a descriptor and a thread, and is kept.
OF_THE_DATABASE = 8


class Visitor:
    """The athlete's browser and device. `with visitor:` asks in turn, until the block ends, for a page, a form and a push, over the
    connection that was kept and over a new one."""

    def __init__(self, server):
        self.server, self.caller = server, Caller(server, "sam", "player")
        self.times, self.wrong = collections.defaultdict(list), []
        self.kept, self.pushed, self.pressed = {}, 0, 0
        self.caller.ask("POST", "/rest/v1/family_units", {"player_user_id": self.caller.id, "family_name": "The Lees"})
        self.api = {"apikey": server.key, "Authorization": f"Bearer {self.caller.token}", "Content-Type": "application/json"}
        self.cookie = {}
        answer = self.form(self.client(), "/sign-in", {"email": "sam@example.org", "password": PASSWORD})[0]
        self.cookie = {"Cookie": (answer.getheader("set-cookie") or "").split(";")[0]}
        self.visit()
        if self.wrong:
            raise SystemExit(f"The person cannot use the server before it is attacked: {self.wrong}")
        self.times.clear()

    def client(self):
        return http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=LONGEST)

    def asked(self, client, method, path, body, headers):
        client.request(method, path, body, headers)
        answer = client.getresponse()
        return answer, answer.read().decode()

    def form(self, client, path, fields):
        return self.asked(client, "POST", path, urllib.parse.urlencode(fields), {
            **self.cookie, "Origin": self.server.address, "Content-Type": "application/x-www-form-urlencoded"})

    def page(self, client):
        answer, text = self.asked(client, "GET", "/schools", None, self.cookie)
        return answer.status == 200 and "Schools" in text, (answer.status, text[:200])

    def press(self, client):
        text = self.asked(client, "GET", "/c?line=schools%20add", None, self.cookie)[1]
        hidden = {name: html.unescape(value) for name, value in re.findall(r'<input type="hidden" name="(_[a-z.-]+)" value="([^"]*)">', text)}
        answer, text = self.form(client, "/command", {**hidden, "_command": "schools add", "name": f"Pressed {uuid.uuid4()}"})
        self.pressed += answer.status == 303
        return answer.status == 303, (answer.status, text[:200])

    def push(self, client):
        change = {"op": "insert", "table": "schools", "id": str(uuid.uuid4()), "set": {"user_id": self.caller.id, "name": f"Pushed {uuid.uuid4()}"}}
        step = {"id": str(uuid.uuid4()), "person": self.caller.id, "operation": "add", "summary": "Added", "at": "2026-11-22T12:00:00.000Z",
                "changes": [change]}
        answer, text = self.asked(client, "POST", "/rest/v1/rpc/compass_push", json.dumps({"steps": [step]}), self.api)
        is_good = answer.status == 200 and json.loads(text)[0]["outcome"] == "applied"
        self.pushed += is_good
        return is_good, (answer.status, text[:200])

    def visit(self):
        """Each kind of request once over the connection that was kept, and once over a new one."""
        for name, ask in (("page", self.page), ("form", self.press), ("push", self.push)):
            for is_kept in (True, False):
                what = f"{name}, {'kept' if is_kept else 'new'} connection"
                # A browser and a device have connections of their own.
                place = "device" if name == "push" else "browser"
                client = self.kept.setdefault(place, self.client()) if is_kept else self.client()
                began = time.monotonic()
                try:
                    is_good, said = ask(client)
                except Exception as error:
                    is_good, said = False, repr(error)
                    client.close()
                taken = time.monotonic() - began
                self.times[what].append(taken)
                if not is_good or taken > LONGEST:
                    self.wrong.append(f"a signed-in person's request was not answered: {what}: {said}, after {taken:.1f} s")
                if not is_kept:
                    client.close()

    def __enter__(self):
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.go_on)
        self.thread.start()
        return self

    def go_on(self):
        while not self.is_over.wait(0.1):
            self.visit()

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def judged(self):
        """What was wrong since the last time, with what was acknowledged and is not there."""
        wrong, self.wrong = self.wrong, []
        for name, heard in (("Pushed", self.pushed), ("Pressed", self.pressed)):
            # What a form wrote is in a file of the server's pages until it is sent.
            until = time.monotonic() + 20
            while (there := int(self.server.sql(f"SELECT count(*) FROM public.schools WHERE name LIKE '{name} %'")[0])) < heard:
                if time.monotonic() > until:
                    wrong.append(f"{heard} schools were acknowledged, {there} are there: {name}")
                    break
                time.sleep(0.1)
        return wrong

    def figures(self):
        return [f"{what}: {len(taken)}, {statistics.median(taken) * 1000:.0f} ms, at most {max(taken) * 1000:.0f}"
                for what, taken in sorted(self.times.items())]


class Held:
    """What a process holds: MiB of memory, descriptors and threads. `with held:` notes the most of each."""

    def __init__(self, process):
        self.process = process

    def now(self):
        place = f"/proc/{self.process.pid}"
        with open(f"{place}/status", encoding="utf-8") as file:
            memory = int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024
        return memory, len(os.listdir(f"{place}/fd")), len(os.listdir(f"{place}/task"))

    def __enter__(self):
        self.is_over, self.most = threading.Event(), self.now()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def watch(self):
        while not self.is_over.wait(0.1):
            self.most = tuple(map(max, self.most, self.now()))

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def rested(self, before):
        """What it holds when the attackers have left: no more descriptors and threads than before, or what it still holds after ten seconds."""
        until = time.monotonic() + 10
        while any(more > most for more, most in zip(self.now()[1:], before[1:])):
            if time.monotonic() > until:
                break
            time.sleep(0.1)
        return self.now()


def kept_more(before, after, more):
    """What is wrong with what a process holds after an attack, if it may have so many MiB of memory more."""
    wrong = [f"the server has {after[place]} {what} and had {before[place]}" for place, what in ((1, "descriptors"), (2, "threads"))
             if after[place] > before[place] + OF_THE_DATABASE]
    if after[0] > before[0] + more:
        wrong.append(f"the server has {after[0]:.1f} MiB of memory and had {before[0]:.1f}; it may have {more:.0f} more")
    return wrong
