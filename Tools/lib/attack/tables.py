"""Tables over the wire as any program asks: every table, every verb, every caller who may not, and whatever the grammar lets through.

A stranger, the athlete of another family, their parent, a parent who only looks on, a parent who was removed, and a key that is nearly
the service key: none of them changes a row that is not theirs, and no answer holds a word of one. A parent who helps changes rows of her
area alone and deletes none that is the athlete's, and the service key changes the rows alone that its filters name. SQL stands in every
name and value. The rights of a helper end while she writes, and nothing that she writes comes after their end."""

import concurrent.futures
import json
import os
import random
import urllib.error
import urllib.parse
import urllib.request
import uuid

from devices import Server

PASSWORD = "a long enough password"
# What stands in rows that a family shares, and in rows that are the athlete's alone.
SECRET, OWN = "zqsecret", "zqown"
SERVICE_KEY = "sb_secret_0123456789abcdef0123456789abcdef"
SQL = ["'; DROP TABLE schools; --", '"; DELETE FROM users; --', "$1", "1) OR (1=1", "\\'; SELECT 1; --", "*/ DELETE /*", "%27%20OR%201=1", "a\u0301\u202e"]
OPERATORS = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "in", "is", "cs", "cd", "ov", "fts", "not.eq", "isdistinct"]


class Caller:
    """One person's requests; the token of a caller without one is None. The words that must not be in an answer and the tables in which
    the athlete's rows may be changed are those of a stranger, unless the data folder says otherwise."""

    hidden, writes = (SECRET, OWN), ()

    def __init__(self, server, name, role=None, token=None):
        self.server, self.name, self.token, self.id = server, name, token, None
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


class Families:
    """Two families with a row in every table that a person may write, and the callers."""

    def __init__(self, server):
        self.server = server
        self.sam, self.kim, self.ben = (Caller(server, name, "player") for name in ("sam", "kim", "ben"))
        dana, rita, lee = (Caller(server, name, "parent") for name in ("dana", "rita", "lee"))
        helpers = {area: Caller(server, f"helper of {area}".replace(" ", "."), "parent") for area in HELPED}
        for athlete, joining in ((self.sam, (dana, rita, *helpers.values())), (self.kim, (lee,)), (self.ben, ())):
            # The athlete creates the family through the server's interface, as every program does.
            athlete.family = athlete.ask("POST", "/rest/v1/family_units", {"player_user_id": athlete.id, "family_name": f"{SECRET} family"})[1][0]["id"]
            code = athlete.call("renew_family_code")["code"]
            for parent in joining:
                parent.call("join_family", code=code)
                athlete.call("answer_join", person=parent.id, accept=True)
        self.sam.ask("DELETE", f"/rest/v1/family_members?user_id=eq.{rita.id}")
        self.fill(self.sam)
        self.fill(self.ben)
        for parent in (dana, *helpers.values()):
            parent.hidden = (OWN,)
        for area, helper in helpers.items():
            helper.writes = HELPED[area]
            self.allow(helper, [area])
        self.helper = helpers["records"]
        self.member = self.sam.ask("GET", self.membership(self.helper) + "&select=id", prefer="")[1][0]["id"]
        self.service = Caller(server, "service", token=SERVICE_KEY)
        self.service.hidden = ()
        # The short form tries the first two.
        self.callers = [self.helper, self.service, Caller(server, "stranger"), self.kim, lee, rita, dana, helpers["metrics"],
                        helpers["tasks"], Caller(server, "almost", token=SERVICE_KEY[:-1])]

    def membership(self, parent):
        return f"/rest/v1/family_members?family_unit_id=eq.{self.sam.family}&user_id=eq.{parent.id}"

    def allow(self, parent, areas):
        return self.sam.ask("PATCH", self.membership(parent), {"helps": areas})[0]

    def target(self, caller):
        """The athlete whose rows a caller goes for. The service key may change each row, so it gets those of an athlete of its own."""
        return self.ben if caller is self.service else self.sam

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
        made("recommendation_letters", user_id=who.id, writer_name=OWN)
        made("notifications", user_id=who.id, type="event", title=OWN)
        made("user_preferences", user_id=who.id, category="school", data={"a": OWN})
        made("preference_history", user_id=who.id, category="school", new_value={"a": OWN}, changed_by=who.id)
        made("private_notes", user_id=who.id, table_name="schools", record_id=school, note=OWN)
        made("suggestion", athlete_id=who.id, rule_type="x", urgency="low", message=SECRET)

    def made(self, who, table, row):
        status, said = who.ask("POST", f"/rest/v1/{table}", row)
        if status != 201:
            raise SystemExit(f"{table} could not be filled: {status} {said}")
        return said[0]["id"]


# For each table: the column with the id of the person to whom a row belongs, and a column that the
# attacks try to change. A row whose deletion takes others along stands behind them.
TABLES = {
    "family_code_usage_log": ("user_id", "code_used"), "school_status_history": ("changed_by", "notes"), "interactions": ("logged_by", "content"),
    "offers": ("user_id", "notes"), "coaches": ("user_id", "notes"), "events": ("user_id", "name"), "schools": ("user_id", "name"),
    "performance_metrics": ("user_id", "notes"), "documents": ("user_id", "title"), "recommendation_letters": ("user_id", "notes"),
    "notifications": ("user_id", "title"), "user_preferences": ("user_id", "category"), "preference_history": ("user_id", "category"),
    "private_notes": ("user_id", "note"), "suggestion": ("athlete_id", "message"), "athlete_task": ("athlete_id", "status"),
    "parent_view_log": ("athlete_id", "viewed_item_type"), "audit_logs": ("user_id", "action"), "handles": ("scope", "kind"),
    "task": ("id", "title"), "family_members": ("user_id", "helps"), "family_units": ("player_user_id", "family_name"),
    "users": ("id", "full_name"),
}
# The tables in which a parent may change the athlete's rows, by the area in which she helps
# (docs/domain.md, 10.10).
HELPED = {
    "records": ("schools", "coaches", "events", "interactions", "offers", "documents", "school_status_history"),
    "metrics": ("performance_metrics",), "tasks": ("athlete_task",),
}


def digest(server):
    """For each table the athlete's rows, by their ids; beside them who is in the athlete's family, and the catalogue of tasks."""
    found = {}
    for table, (owner, _) in TABLES.items():
        lines = server.sql(f"SELECT t.id || ' ' || md5(t::text) FROM public.{table} AS t "
                           f"JOIN public.users AS u ON u.email = 'sam@example.org' AND t.{owner} = u.id")
        found[table] = dict(line.split() for line in lines)
    found["members"] = server.sql(
        "SELECT m.user_id, m.role, m.helps FROM public.family_members AS m JOIN public.family_units AS f ON f.id = m.family_unit_id "
        "JOIN public.users AS u ON u.id = f.player_user_id AND u.email = 'sam@example.org' ORDER BY m.user_id")
    found["catalogue"] = server.sql("SELECT md5(string_agg(t::text, '' ORDER BY t.id)) FROM public.task AS t")
    return found


def changed(before, after, writes):
    """What is no longer as it was. In a table that the caller may write a row may have changed and come, and none may be gone."""
    return [f"{table}: {before[table]} is {after[table]}" for table in before
            if not (before[table].keys() <= after[table].keys() if table in writes else before[table] == after[table])]


def leaked(caller, said):
    return any(word in json.dumps(said) for word in caller.hidden)


def verbs(families, caller, report, fail):
    """Each verb on each table, by filters that mean the athlete's rows, with the body of a thief."""
    athlete = families.target(caller)
    for table, (owner, column) in TABLES.items():
        where = f"/rest/v1/{table}?{owner}=eq.{athlete.id}"
        mine = {owner: athlete.id, column: "stolen"}
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
            if leaked(caller, said):
                fail("another's words were read", what)


def rights(families, caller, report, fail):
    """The caller comes into the athlete's family, gives rights to each of its parents and removes them, or asks as a person who is none."""
    if caller is families.service:
        tries = [("POST", f"/rest/v1/rpc/{name}", {}) for name in (
            "compass_push", "compass_erase_me", "open_profile", "renew_family_code", "join_requests",
            "withdraw_join")]
        tries += [("PATCH", f"/rest/v1/users?id=eq.{families.ben.id}", {"email": "stolen@example.org"})]
    else:
        parents = [other for other in families.callers if other.writes and other is not caller]
        tries = [(method, families.membership(other), body) for other in parents for method, body in (("PATCH", {"helps": []}), ("DELETE", None))]
        tries += [("PATCH", families.membership(caller), {"helps": list(HELPED)}), ("POST", "/rest/v1/family_members", {
            "family_unit_id": families.sam.family, "user_id": caller.id, "role": "parent"})]
    for method, path, body in tries:
        status, said = caller.ask(method, path, body)
        report.tally("requests")
        what = f"{caller.name} {method} {path}: {status} {json.dumps(said)[:200]}"
        if status >= 500:
            fail("the server failed", what)
        if status < 300 and said:
            fail("somebody without the right was let in", what)


def related(families, caller, report, fail):
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
            if leaked(caller, words):
                fail("another's words were read through a relation", f"{caller.name} {origin} with {target}: {words[:300]}")


def injected(families, caller, chance, report, fail):
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


def pushed(families, before, after):
    """A step of the athlete's device that changes what the helper helps with."""
    change = {"op": "update", "table": "family_members", "id": families.member, "was": {"helps": before}, "set": {"helps": after}}
    step = {"id": str(uuid.uuid4()), "person": families.sam.id, "operation": "change", "summary": "Changed who helps",
            "at": "2026-11-22T12:00:00.000Z", "part": 1, "parts": 1, "changes": [change]}
    return families.sam.ask("POST", "/rest/v1/rpc/compass_push", {"steps": [step]})[0]


def races(families, chance, report, fail):
    """Two requests at one moment end the last rights of a helper, each one of two or both the same, while she adds schools."""
    helper, sam, both = families.helper, families.sam, ["metrics", "records"]
    school = {"user_id": sam.id, "family_unit_id": sam.family}
    way = chance.choice(["each one of two", "steps", "both the last", "removed and gone"])
    families.allow(helper, both if way in ("each one of two", "steps") else ["records"])
    ends = {
        "each one of two": [lambda: families.allow(helper, both[:1]), lambda: families.allow(helper, both[1:])],
        "steps": [lambda: pushed(families, both, both[:1]), lambda: pushed(families, both, both[1:])],
        "both the last": [lambda: families.allow(helper, [])] * 2,
        "removed and gone": [lambda who=who: who.ask("DELETE", families.membership(helper))[0] for who in (sam, helper)],
    }[way]
    begun = f"race {uuid.uuid4()}"
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        jobs = [lambda n=n: helper.ask("POST", "/rest/v1/schools", {**school, "name": f"{begun} {n}"})[0] for n in range(12)]
        places = chance.sample(range(len(jobs) + len(ends)), len(ends))
        for place, end in zip(sorted(places), ends):
            jobs.insert(place, end)
        said = list(pool.map(lambda job: job(), jobs))
    written = sum(status == 201 for status, job in zip(said, jobs) if job not in ends)
    report.tally("requests", len(jobs))
    report.tally("written before the end of a right", written)
    what = f"{way}: {said}"
    if any(status >= 500 for status in said) or any(status >= 300 for status, job in zip(said, jobs) if job in ends):
        fail("a request at one moment with others failed", what)
    sql = lambda text: families.server.sql(text)[0]
    if int(sql(f"SELECT count(*) FROM public.schools WHERE name LIKE '{begun}%'")) != written:
        fail("what was acknowledged is not what is there", what)
    left = families.sam.ask("GET", families.membership(helper) + "&select=helps", prefer="")[1]
    kept = set(left[0]["helps"]) if left else set()
    if kept == set(both) or kept and way in ("both the last", "removed and gone"):
        fail("a right that was taken away is there", f"{what}, {left}")
    # A change gets the next number of its family, so the order of numbers is that in which the
    # changes became visible.
    if "records" not in kept and sql(
            f"SELECT count(*) FROM compass.changes AS s JOIN public.schools AS n ON n.id = s.id AND n.name LIKE '{begun}%' "
            "WHERE s.revision > (SELECT max(m.revision) FROM compass.changes AS m "
            f"WHERE m.scope = s.scope AND m.table_name = 'family_members' AND m.id = '{families.member}')") != "0":
        fail("a school came after the end of the right to add it", what)
    status = helper.ask("POST", "/rest/v1/schools", {**school, "name": f"{begun} afterwards"})[0]
    if (status == 201) != ("records" in kept):
        fail("what was written afterwards does not follow the right", f"{what}, {left}, {status}")
    sam.ask("DELETE", f"/rest/v1/schools?name=like.{urllib.parse.quote(begun)}*")
    if not left:
        families.server.sql("INSERT INTO public.family_members (id, family_unit_id, user_id, role) "
                            f"VALUES ('{families.member}', '{sam.family}', '{helper.id}', 'parent')")
    families.allow(helper, ["records"])


def take_service_key(server):
    """Allows the service key at the server, and starts it again."""
    server.sql("CREATE ROLE compass_service LOGIN NOINHERIT; GRANT service_role TO compass_service")
    server.kill()
    with open(server.config, encoding="utf-8") as file:
        config = json.load(file)
    config["service"] = {"database": config["database"].replace("user=authenticator", "user=compass_service"), "key": SERVICE_KEY}
    with open(server.config, "w", encoding="utf-8") as file:
        json.dump(config, file)
    server.start()


def run(options, report):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    folder = os.path.join(options.folder, "tables")
    os.makedirs(folder)
    with Server(folder, root) as server:
        take_service_key(server)
        families = Families(server)
        before = digest(server)
        for number in report.numbers(options):
            chance = random.Random(options.seed * 1_000_003 + number)
            caller = families.callers[number % len(families.callers)]
            wrong = []
            fail = lambda what, detail: wrong.append(f"{what}: {detail}")
            if number < len(families.callers):
                # The service key deletes its athlete with `verbs`, so the rights are tried before.
                rights(families, caller, report, fail)
                verbs(families, caller, report, fail)
                related(families, caller, report, fail)
            for _ in range(20):
                injected(families, caller, chance, report, fail)
            wrong += [f"the athlete's rows changed: {what}" for what in changed(before, digest(server), caller.writes)]
            races(families, chance, report, fail)
            before = digest(server)
            report.tally()
            if wrong:
                report.fail(number, caller.name, wrong)
