"""Tables over the wire as any program asks: every table, every verb, every caller who may not, and whatever the grammar lets through.

A stranger, the athlete of another family, their parent, a parent who only looks on, a parent who was removed: none of them changes a row
that is not theirs, and no answer holds a word of one. The athlete's own rows stay as they were. SQL stands in every name and value."""

import json
import os
import random
import urllib.error
import urllib.parse
import urllib.request

from devices import Server

PASSWORD = "a long enough password"
SECRET = "zqsecret"
SQL = ["'; DROP TABLE schools; --", '"; DELETE FROM users; --', "$1", "1) OR (1=1", "\\'; SELECT 1; --", "*/ DELETE /*", "%27%20OR%201=1", "a\u0301\u202e"]
OPERATORS = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "in", "is", "cs", "cd", "ov", "fts", "not.eq", "isdistinct"]


class Caller:
    """One person's requests; the token of a caller without one is None."""

    def __init__(self, server, name, role=None):
        self.server, self.name, self.token, self.id = server, name, None, None
        if role:
            said = self.ask("POST", "/auth/v1/signup", {
                "email": f"{name}@example.org", "password": PASSWORD, "data": {"birth_date": "1980-05-31"}})[1]
            self.token, self.id = said["access_token"], said["user"]["id"]
            self.call("open_profile", role=role, full_name=f"{SECRET} {name}", graduation_year=2028)

    def ask(self, method, path, body=None, prefer="return=representation", raw=None):
        headers = {"apikey": self.server.key, "Content-Type": "application/json", "Prefer": prefer}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server.address + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, text = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        try:
            return status, json.loads(text) if text else None
        except ValueError:
            return status, text

    def call(self, name, **arguments):
        return self.ask("POST", f"/rest/v1/rpc/{name}", arguments)[1]


class House:
    """Two families with a row in every table that a person may write, and the callers."""

    def __init__(self, server):
        self.server = server
        self.sam, self.kim = Caller(server, "sam", "player"), Caller(server, "kim", "player")
        parents = [Caller(server, name, "parent") for name in ("dana", "rita", "lee")]
        dana, rita, lee = parents
        for athlete, joining in ((self.sam, (dana, rita)), (self.kim, (lee,))):
            # The athlete creates the family through the server's interface, as every program does.
            athlete.family = athlete.ask("POST", "/rest/v1/family_units", {"player_user_id": athlete.id, "family_name": f"{SECRET} family"})[1][0]["id"]
            code = athlete.call("renew_family_code")["code"]
            for parent in joining:
                parent.call("join_family", code=code)
                athlete.call("answer_join", person=parent.id, accept=True)
        self.sam.ask("DELETE", f"/rest/v1/family_members?user_id=eq.{rita.id}")
        self.fill(self.sam)
        self.callers = [Caller(server, "stranger"), self.kim, lee, rita, dana]
        self.onlooker = dana

    def fill(self, who):
        own = {"user_id": who.id, "family_unit_id": who.family}
        made = lambda table, **row: self.made(who, table, row)
        school = made("schools", **own, name=f"{SECRET} school", notes=SECRET)
        coach = made("coaches", **own, school_id=school, role="head", first_name=SECRET, last_name="x", notes=SECRET)
        event = made("events", **own, type="camp", name=SECRET, start_date="2027-01-01")
        made("interactions", family_unit_id=who.family, logged_by=who.id, school_id=school, coach_id=coach, event_id=event, type="email",
             direction="inbound", content=SECRET, occurred_at="2026-11-01T10:00:00Z")
        made("offers", **own, school_id=school, offer_type="partial", notes=SECRET)
        made("performance_metrics", **own, recorded_date="2026-11-01", metric_type="velocity", value=80, notes=SECRET)
        made("documents", **own, type="resume", title=SECRET, file_url="https://example.org/x", uploaded_by=who.id)
        made("school_status_history", school_id=school, new_status="contacted", changed_by=who.id, notes=SECRET)
        made("recommendation_letters", user_id=who.id, writer_name=SECRET)
        made("notifications", user_id=who.id, type="event", title=SECRET)
        made("user_preferences", user_id=who.id, category="school", data={"a": SECRET})
        made("preference_history", user_id=who.id, category="school", new_value={"a": SECRET}, changed_by=who.id)
        made("private_notes", user_id=who.id, table_name="schools", record_id=school, note=SECRET)
        made("suggestion", athlete_id=who.id, rule_type="x", urgency="low", message=SECRET)

    def made(self, who, table, row):
        status, said = who.ask("POST", f"/rest/v1/{table}", row)
        if status != 201:
            raise SystemExit(f"{table} could not be filled: {status} {said}")
        return said[0]["id"]


# For each table: the column with the id of the person to whom a row belongs, and a column that the
# attacks try to change.
TABLES = {
    "users": ("id", "full_name"), "family_units": ("player_user_id", "family_name"), "family_members": ("user_id", "helps"),
    "family_code_usage_log": ("user_id", "code_used"), "schools": ("user_id", "name"), "coaches": ("user_id", "notes"),
    "events": ("user_id", "name"), "interactions": ("logged_by", "content"), "offers": ("user_id", "notes"),
    "performance_metrics": ("user_id", "notes"), "documents": ("user_id", "title"), "school_status_history": ("changed_by", "notes"),
    "recommendation_letters": ("user_id", "notes"), "notifications": ("user_id", "title"), "user_preferences": ("user_id", "category"),
    "preference_history": ("user_id", "category"), "private_notes": ("user_id", "note"), "suggestion": ("athlete_id", "message"),
    "athlete_task": ("athlete_id", "status"), "parent_view_log": ("athlete_id", "viewed_item_type"), "audit_logs": ("user_id", "action"),
    "handles": ("scope", "kind"), "task": ("id", "title"),
}
# The tables of which a parent without the right to write may read the athlete's rows
# (docs/domain.md, 3).
SHARED = {"users", "family_units", "family_members", "family_code_usage_log", "schools", "coaches", "events", "interactions", "offers",
          "performance_metrics", "documents", "school_status_history", "suggestion", "athlete_task", "handles", "task"}


def digest(server):
    """All rows that are the athlete's, as one text."""
    parts = []
    for table, (owner, _) in sorted(TABLES.items()):
        parts += server.sql(f"SELECT '{table}', md5(string_agg(t::text, '' ORDER BY t.id)) FROM public.{table} AS t "
                            f"JOIN public.users AS u ON u.email = 'sam@example.org' AND t.{owner} = u.id")
    return parts


def verbs(house, caller, report, fail):
    """Each verb on each table, by filters that mean the athlete's rows, with the body of a thief."""
    sam = house.sam
    for table, (owner, column) in TABLES.items():
        where = f"/rest/v1/{table}?{owner}=eq.{sam.id}"
        mine = {owner: sam.id, column: "stolen"}
        for method, path, body, prefer in (
            ("GET", where, None, ""), ("GET", where + f"&select=*,{column}::text", None, "count=exact"), ("HEAD", where, None, "count=exact"),
            ("PATCH", where, {column: "stolen"}, "return=representation"), ("PATCH", where, {owner: caller.id}, "return=minimal"),
            ("DELETE", where, None, "return=representation"), ("POST", f"/rest/v1/{table}", mine, "return=representation"),
            ("POST", f"/rest/v1/{table}?on_conflict=id", mine, "resolution=merge-duplicates"),
            ("POST", f"/rest/v1/{table}?columns={owner}", [mine, mine], "missing=default"),
            ("PATCH", f"/rest/v1/{table}", {column: "stolen"}, ""), ("DELETE", f"/rest/v1/{table}", None, ""),
        ):
            status, said = caller.ask(method, path, body, prefer)
            report.tally("requests")
            what = f"{caller.name} {method} {path} {prefer}: {status} {json.dumps(said)[:200]}"
            if status >= 500:
                fail("the server failed", what)
            may_read = caller is house.onlooker and table in SHARED
            if SECRET in json.dumps(said) and not may_read:
                fail("another's words were read", what)


def related(house, caller, report, fail):
    """The athlete's rows through what the caller may see."""
    for origin in TABLES:
        for target in TABLES:
            status, said = caller.ask("GET", f"/rest/v1/{origin}?select=id,{target}(*)&limit=50", prefer="")
            report.tally("requests")
            if status >= 500:
                fail("the server failed", f"{origin} with {target}: {status} {said}")
            words = json.dumps(said).replace(f"{SECRET} {caller.name}", "")
            fellows = ("kim", "lee")
            for name in fellows if caller.name in fellows else ():
                words = words.replace(f"{SECRET} {name}", "").replace(f"{SECRET} family", "")
            if SECRET in words and caller is not house.onlooker:
                fail("another's words were read through a relation", f"{caller.name} {origin} with {target}: {words[:300]}")


def injected(house, caller, chance, report, fail):
    """SQL in names, values, casts, paths, hints, orders and bodies."""
    text = urllib.parse.quote(chance.choice(SQL))
    table = chance.choice(list(TABLES))
    operator = chance.choice(OPERATORS)
    path = chance.choice([
        f"/rest/v1/{table}?id={operator}.{text}", f"/rest/v1/{table}?{text}=eq.1", f"/rest/v1/{table}?select={text}",
        f"/rest/v1/{table}?select=id::{text}", f"/rest/v1/{table}?select=id->{text}", f"/rest/v1/{table}?select=x:{text}(*)",
        f"/rest/v1/{table}?select=users!{text}(*)", f"/rest/v1/{table}?order={text}.desc", f"/rest/v1/{table}?limit={text}&offset={text}",
        f"/rest/v1/{table}?or=(id.{operator}.{text},id.eq.1)", f"/rest/v1/{table}?and=(id.in.(%22{text}%22))",
        f"/rest/v1/{text}", f"/rest/v1/rpc/{text}", f"/rest/v1/{table}?on_conflict={text}", f"/rest/v1/{table}?columns={text}",
        f"/rest/v1/{table}?select=\"{text}\":id", f"/rest/v1/rpc/compass_pull?limit={text}"])
    method = chance.choice(["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT"])
    body = chance.choice([{chance.choice(SQL): 1}, {"name": chance.choice(SQL)}, [{"id": chance.choice(SQL)}], chance.choice(SQL), None])
    prefer = chance.choice(["", "return=representation", "resolution=merge-duplicates", "missing=default", f"handling=strict, {SQL[2]}"])
    status, said = caller.ask(method, path, body, prefer)
    report.tally("requests")
    report.tally(f"answered {status // 100}xx")
    if status >= 500:
        fail("the server failed", f"{caller.name} {method} {path} {json.dumps(body)[:80]} {prefer}: {status} {json.dumps(said)[:200]}")


def run(options, report):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    folder = os.path.join(options.folder, "tables")
    os.makedirs(folder)
    with Server(folder, root) as server:
        house = House(server)
        before = digest(server)
        for number in report.numbers(options):
            chance = random.Random(options.seed * 1_000_003 + number)
            caller = house.callers[number % len(house.callers)]
            wrong = []
            fail = lambda what, detail: wrong.append(f"{what}: {detail}")
            if number < len(house.callers):
                verbs(house, caller, report, fail)
                related(house, caller, report, fail)
            for _ in range(20):
                injected(house, caller, chance, report, fail)
            after = digest(server)
            if after != before:
                wrong.append(f"the athlete's rows changed: {sorted(set(before) ^ set(after))}")
                before = after
            report.tally()
            if wrong:
                report.fail(number, caller.name, wrong)
