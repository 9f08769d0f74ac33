"""What people do with PyPI's Supabase client, against a server at an address. Each flow is a function, whose name is an argument; a fault ends with 1."""

import json
import os
import pathlib
import re
import sys
import time
import uuid

import httpx
from postgrest import CountMethod, ReturnMethod, SyncPostgrestClient
from postgrest.exceptions import APIError
from pydantic import ValidationError
from supabase import ClientOptions, create_client
from supabase_auth.errors import AuthError, AuthRetryableError
from supabase_auth.helpers import generate_pkce_challenge, generate_pkce_verifier

BASE, KEY = sys.argv[1:3]
# Seconds. The server computes only a few password hashes at once, so on a busy machine a sign-up
# waits for those of other tests.
PATIENCE = 300
PASSWORD = "a long enough password"
ADULT = {"birth_date": "1980-05-31"}
# The program to which links of letters lead, and the address with which these links begin.
PROGRAM, LINKS = "https://app.example.org/signed-in", "http://127.0.0.1"


def client(flow="pkce"):
    return create_client(
        BASE, KEY, ClientOptions(
            auto_refresh_token=False, persist_session=False, flow_type=flow, httpx_client=httpx.Client(timeout=PATIENCE)))


def address():
    return f"somebody-{uuid.uuid4()}@example.org"


def signed_up(role="player"):
    """A client of a new person with a profile, and their id."""
    one = client()
    session = one.auth.sign_up(
        {"email": address(), "password": PASSWORD, "options": {"data": ADULT}}
    ).session
    one.rpc("open_profile", {"role": role, "full_name": "Sam", "graduation_year": 2028}).execute()
    return one, session.user.id


def refused(code, work):
    try:
        work()
    except (APIError, AuthError) as error:
        assert error.code == code, f"{error.code} instead of {code}: {error}"
        return error
    raise AssertionError(f"{code} was expected")


def school(me, name, **more):
    return {"user_id": me, "name": name, **more}


def accounts():
    """Signing up, in and out, a new token, a new password, and the words of refusals."""
    one, mail = client(), address()
    made = one.auth.sign_up({"email": mail, "password": PASSWORD, "options": {"data": {**ADULT, "colour": "green"}}})
    assert made.user.email == mail and made.session.refresh_token and made.user.user_metadata == {"colour": "green"}
    assert one.auth.get_user().user.id == made.user.id
    refused("user_already_exists", lambda: client().auth.sign_up({"email": mail, "password": PASSWORD, "options": {"data": ADULT}}))
    refused("invalid_credentials", lambda: client().auth.sign_in_with_password({"email": mail, "password": "another one"}))
    refused("invalid_credentials", lambda: client().auth.sign_in_with_password({"email": address(), "password": PASSWORD}))
    old = one.auth.get_session()
    new = one.auth.refresh_session().session
    assert new.refresh_token != old.refresh_token
    # Sends the old refresh token again, as if the answer had been lost. The server must return the
    # same new token.
    assert client().auth.refresh_session(old.refresh_token).session.refresh_token == new.refresh_token
    refused("refresh_token_not_found", lambda: client().auth.refresh_session("x" * 24))
    changed = one.auth.update_user({"data": {"colour": None, "size": 3}})
    assert changed.user.user_metadata == {"size": 3}
    refused("phone_provider_disabled", lambda: one.auth.update_user({"phone": "+15551234567"}))
    refused("same_password", lambda: one.auth.update_user({"password": PASSWORD}))
    for password in ["a better long password", PASSWORD]:
        assert one.auth.update_user({"password": password}).user.email == mail
    again = client().auth.sign_in_with_password({"email": mail, "password": PASSWORD})
    assert again.user.id == made.user.id
    restored = client()
    assert restored.auth.set_session(again.session.access_token, again.session.refresh_token).user.id == made.user.id
    one.auth.sign_out()
    refused("refresh_token_not_found", lambda: client().auth.refresh_session(new.refresh_token))


def rows():
    """Every filter, order, range, count, single and maybe-single."""
    sam, me = signed_up()
    table = lambda: sam.table("schools")
    made = table().insert([
        school(me, "Ash, A (1)", ranking=7, division="D1", pros=["near", "a b"], academic_info={"gpa": 3.5}, is_favorite=True),
        school(me, "Birch", ranking=30, division="D2"),
        school(me, 'Cedar "C"', notes="the quick brown fox"),
    ]).execute()
    # The client sends the union of all keys as `columns`. A row that lacks one of them gets null
    # there (`pros`); a column that no row names gets its default (`status`).
    assert len(made.data) == 3 and made.data[1]["pros"] is None and made.data[1]["status"] == "researching"
    # Clients before 2.34 do not escape quotes in lists or commas in arrays, so no list below
    # contains the third name, which has quotes.
    ash, birch, cedar = "Ash, A (1)", "Birch", 'Cedar "C"'
    # In clients before 2.34 no further filter can follow a text search, so `execute` is called on
    # the whole query here.
    names = lambda query: sorted(row["name"] for row in query.execute().data)
    some = lambda: table().select("name")
    for query, wanted in [
        (some().eq("name", ash), [ash]), (some().neq("name", ash), [birch, cedar]),
        (some().gt("ranking", 7), [birch]), (some().gte("ranking", 7), [ash, birch]),
        (some().lt("ranking", 30), [ash]), (some().lte("ranking", 30), [ash, birch]),
        (some().is_("ranking", None), [cedar]), (some().is_("is_favorite", True), [ash]),
        (some().not_.is_("ranking", "null"), [ash, birch]), (some().in_("name", [ash, birch]), [ash, birch]),
        (some().not_.in_("name", [ash]), [birch, cedar]), (some().in_("name", []), []),
        (some().like("name", "B%"), [birch]), (some().ilike("name", "%C%"), [birch, cedar]),
        (some().like_any_of("name", "A%,B%"), [ash, birch]), (some().ilike_all_of("name", "%c%,%d%"), [cedar]),
        (some().contains("pros", ["near"]), [ash]), (some().contains("pros", ["a b"]), [ash]),
        (some().contained_by("pros", ["near", "a b", "x"]), [ash]),
        (some().overlaps("pros", ["near", "far"]), [ash]), (some().contains("academic_info", {"gpa": 3.5}), [ash]),
        (some().or_("ranking.eq.30,ranking.is.null"), [birch, cedar]),
        (some().or_('name.eq."Cedar \\"C\\"",and(ranking.gt.10,division.eq.D2)'), [birch, cedar]),
        (some().match({"division": "D1", "ranking": 7}), [ash]), (some().filter("academic_info->>gpa", "eq", "3.5"), [ash]),
        (some().text_search("notes", "fox & quick"), [cedar]), (some().fts("notes", "fox"), [cedar]),
        (some().plfts("notes", "quick fox"), [cedar]), (some().phfts("notes", "quick brown"), [cedar]),
        (some().wfts("notes", "fox -brown"), []),
    ]:
        found = names(query)
        assert found == wanted, f"{found} instead of {wanted}"
    ordered = lambda **how: [row["name"] for row in some().order("ranking", **how).execute().data]
    assert ordered(desc=True, nullsfirst=False) == [birch, ash, cedar], ordered(desc=True, nullsfirst=False)
    assert ordered(nullsfirst=True) == [cedar, ash, birch]
    page = some().order("name").range(1, 2).execute()
    assert [row["name"] for row in page.data] == [birch, cedar]
    assert some().order("name").limit(1).offset(1).execute().data == [{"name": birch}]
    for how in (CountMethod.exact, CountMethod.planned, CountMethod.estimated):
        counted = table().select("id", count=how).limit(2).execute()
        assert counted.count == 3 and len(counted.data) == 2
    assert table().select("*", count=CountMethod.exact, head=True).execute().count == 3
    assert some().eq("name", birch).single().execute().data == {"name": birch}
    assert "0 rows" in refused("PGRST116", lambda: some().eq("name", "x").single().execute()).details
    refused("PGRST116", lambda: some().single().execute())
    none = some().eq("name", "x").maybe_single().execute()
    assert none is None or none.data is None
    assert some().eq("name", birch).maybe_single().execute().data == {"name": birch}
    assert some().order("name").limit(1).csv().execute().data.splitlines()[0] == "name"
    school_id = table().select("id").eq("name", birch).single().execute().data["id"]
    sam.table("coaches").insert({"school_id": school_id, "user_id": me, "role": "head", "first_name": "Ana", "last_name": "Rivera"}).execute()
    nested = table().select("name, coaches(last_name)").eq("name", birch).execute().data
    assert nested == [{"name": birch, "coaches": [{"last_name": "Rivera"}]}]
    inner = table().select("name, coaches!inner(last_name)").execute().data
    assert [row["name"] for row in inner] == [birch]
    filtered = table().select("name, coaches(last_name)").eq("coaches.last_name", "x").eq("name", birch).execute().data
    assert filtered == [{"name": birch, "coaches": []}]
    up = sam.table("coaches").select("last_name, school:schools(name)").execute().data
    assert up == [{"last_name": "Rivera", "school": {"name": birch}}]


def writes():
    """Insert, upsert, update and delete, what comes back, and what is refused."""
    sam, me = signed_up()
    kim, other = signed_up()
    table = lambda: sam.table("schools")
    one = table().insert(school(me, "Ash")).execute().data[0]
    assert one["status"] == "researching" and one["user_id"] == me
    assert table().insert(school(me, "Quiet"), returning=ReturnMethod.minimal).execute().data == []
    counted = table().insert([school(me, "Birch"), school(me, "Cedar")], count=CountMethod.exact).execute()
    assert counted.count == 2
    plain = table().insert([school(me, "Date")], default_to_null=False).execute().data[0]
    assert plain["status"] == "researching"
    merged = table().upsert({"id": one["id"], "user_id": me, "name": "Oak"}).execute().data
    assert merged[0]["name"] == "Oak" and merged[0]["status"] == "researching"
    assert table().upsert({"id": one["id"], "user_id": me, "name": "Elm"}, ignore_duplicates=True).execute().data == []
    for size in (1, 2):
        kept = sam.table("user_preferences").upsert(
            {"user_id": me, "category": "school", "data": {"size": size}}, on_conflict="user_id,category").execute()
        assert kept.data[0]["data"] == {"size": size}
    changed = table().update({"ranking": 3}, count=CountMethod.exact).eq("name", "Oak").execute()
    assert changed.count == 1 and changed.data[0]["ranking"] == 3
    assert kim.table("schools").update({"ranking": 9}).eq("user_id", me).execute().data == []
    assert kim.table("schools").delete().eq("user_id", me).execute().data == []
    assert kim.table("schools").select("*").eq("user_id", me).execute().data == []
    refused("42501", lambda: kim.table("schools").insert(school(me, "Forged")).execute())
    refused("21000", lambda: table().delete().execute())
    refused("21000", lambda: table().update({"ranking": 1}).execute())
    refused("23505", lambda: table().insert({**school(me, "Elm"), "id": one["id"]}).execute())
    refused("23502", lambda: table().insert({"user_id": me}).execute())
    refused("23514", lambda: table().insert(school(me, "Elm", division="D9")).execute())
    refused("22P02", lambda: table().insert(school(me, "Elm", ranking="x")).execute())
    refused("PGRST204", lambda: table().insert(school(me, "Elm", nothing=1)).execute())
    refused("PGRST205", lambda: sam.table("nothing").select("*").execute())
    refused("42703", lambda: table().select("nothing").execute())
    refused("PGRST200", lambda: table().select("task(*)").execute())
    refused("PGRST202", lambda: sam.rpc("nothing").execute())
    refused("42501", lambda: client().table("schools").select("*").execute())
    deleted = table().delete(count=CountMethod.exact).in_("name", ["Quiet", "Date"]).execute()
    assert deleted.count == 2 and {row["name"] for row in deleted.data} == {"Quiet", "Date"}
    told = sam.table("notifications").insert(
        [{"user_id": me, "type": "event", "title": "a"}, {"user_id": me, "type": "event", "title": "b"}]).execute().data
    assert sam.table("notifications").update({"read_at": "2026-11-24T12:00:00Z"}).eq("user_id", me).is_("read_at", "null").execute().data
    assert len(sam.table("notifications").delete().eq("user_id", me).not_.is_("read_at", "null").execute().data) == len(told)
    summaries = [step["summary"] for step in sam.rpc("compass_history", {}).execute().data]
    assert summaries[:2] == [
        "Deleted 2 notifications through another program", "Changed 2 notifications through another program"], summaries


def wire():
    """Requests without any client: statuses, ranges and applied preferences, which clients hide."""
    sam, me = signed_up()
    token = sam.auth.get_session().access_token
    as_object = {"Accept": "application/vnd.pgrst.object+json"}
    wire = httpx.Client(
        base_url=f"{BASE}/rest/v1/", headers={"apiKey": KEY, "authorization": f"bearer {token}"}, timeout=PATIENCE)

    def ask(method, path, status, prefer=None, body=None, span=None, applied=None, **headers):
        if prefer:
            headers["Prefer"] = prefer
        answer = wire.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()}, json=body)
        assert answer.status_code == status, f"{method} {path} {prefer}: {answer.status_code} {answer.text}"
        for name, wanted in [("content-range", span), ("preference-applied", applied)]:
            found = answer.headers.get(name)
            assert wanted is None or found == wanted, f"{method} {path} {prefer}: {name} {found}"
        assert status != 204 or "content-type" not in answer.headers
        assert method != "HEAD" or not answer.content
        return answer

    def rows(*names):
        return [school(me, name) for name in names]

    ask("GET", "schools", 200, span="*/*")
    ask("GET", "schools", 200, "count=exact", span="*/0", applied="count=exact")
    made = ask(
        "POST", "schools?columns=%22user_id%22,%22name%22", 201, "return=representation", rows("Ash", "Birch", "Cedar"),
        "*/*", "return=representation").json()
    first = made[0]["id"]
    ask("POST", "schools", 201, None, rows("Quiet"), "*/*")
    ask("POST", "schools", 201, "return=minimal, count=exact", rows("Dark"), "*/1", "return=minimal, count=exact")
    assert ask("POST", "schools", 201, "return=headers-only", rows("Elm")).headers["location"].startswith("/schools?id=eq.")
    same = {"id": first, **rows("Fir")[0]}
    ask("POST", "schools", 200, "resolution=merge-duplicates,return=minimal", [same], None, "resolution=merge-duplicates, return=minimal")
    assert ask("POST", "schools", 201, "resolution=ignore-duplicates,return=representation", [same]).json() == []
    ask("GET", "schools?order=name&limit=2", 200, span="0-1/*")
    ask("GET", "schools?order=name&limit=2", 206, "count=exact", span="0-1/6")
    ask("GET", "schools?offset=4", 206, "count=exact", span="4-5/6")
    ask("GET", "schools?offset=99", 200, span="*/*")
    ask("GET", "schools?offset=99", 416, "count=exact", span="*/6")
    ask("GET", "schools?limit=0", 200, span="*/*")
    ask("GET", "schools?limit=x&offset=-3", 200, span="0-5/*")
    ask("GET", "schools", 200, span="0-1/*", Range="0-1", Range_Unit="items")
    ask("HEAD", f"schools?select=*&user_id=eq.{me}", 200, "count=exact", span="0-5/6")
    ask("HEAD", "nothing", 404)
    ask("PATCH", "schools?name=eq.Fir", 204, None, {"name": "Gum"}, "0-0/*")
    ask("PATCH", "schools?name=eq.none", 204, None, {"name": "x"}, "*/*")
    assert ask("PATCH", "schools?name=eq.Gum", 200, "return=representation", {"name": "Fir"}).json()[0]["name"] == "Fir"
    assert ask("PATCH", "schools?name=eq.Fir", 200, "return=representation", {}).json() == []
    ask("PATCH", "schools?name=neq.x", 400, "handling=strict,max-affected=1", {"notes": "x"})
    ask("PATCH", "schools?name=neq.x", 406, "return=representation", {"notes": "x"}, **as_object)
    ask("PUT", f"schools?id=eq.{first}", 200, "return=representation", same)
    ask("PUT", f"schools?id=eq.{first}", 204, None, same)
    ask("DELETE", "schools?name=eq.Quiet", 204, "count=exact", {}, "*/1")
    ask("DELETE", "schools?name=eq.Dark", 200, "return=representation", None, "*/*")
    for condition, number in [
        ("name=in.(%22Birch%22,Cedar)", 2), ("name=in.()", 0), ("name=not.in.()", 4), ("name=like.*i*", 2),
        ("name=ilike.*I*", 2), ("notes=is.NULL", 4), ("notes=not.is.null", 0), ("is_favorite=is.false", 4),
        ("or=(name.eq.Birch,and(name.eq.Cedar,notes.is.null))", 2), ("not.or=(name.eq.Birch)", 3),
        ("and=(name.gte.B,name.lt.D)", 2), ("name=like(any).{B*,C*}", 2), ("name=eq(any).{Birch,x}", 1),
        ("name=match.^B", 1), ("name=isdistinct.Birch", 3), ("name=gt.B&name=lt.C", 1)]:
        assert len(ask("GET", f"schools?select=name&{condition}", 200).json()) == number, condition
    for query in [
        "select=a:name,id::text", "select=name,coaches(first_name)", "select=name,coaches!inner(*)", "select=%2A",
        "select=*,c:coaches(*)&c.limit=1&c.order=first_name", "select=name,users(full_name)", "select=name,user_id(full_name)",
        "select=name,...users(full_name)", "order=name.desc.nullslast,id"]:
        ask("GET", f"schools?{query}", 200)
    ask("GET", "schools?select=count()", 400)
    one = ask("GET", "schools?limit=1", 200, Accept="application/vnd.pgrst.object+json;nulls=stripped")
    assert None not in one.json().values() and one.headers["vary"] == "Accept, Prefer, Range"
    for token in ["Bearer", "Bearer x.y.z"]:
        assert ask("GET", "schools", 401, Authorization=token).json()["code"] == "PGRST301"
    for method in ["GET", "HEAD", "POST"]:
        ask(method, "rpc/join_requests", 200)


def administrator():
    """The service key: rows of everybody, and accounts."""
    one, me = signed_up()
    one.table("schools").insert(school(me, "Ash")).execute()
    service = create_client(
        BASE, os.environ["SERVICE_KEY"],
        ClientOptions(auto_refresh_token=False, persist_session=False, httpx_client=httpx.Client(timeout=PATIENCE)))
    assert [row["name"] for row in service.table("schools").select("name").eq("user_id", me).execute().data] == ["Ash"]
    service.table("schools").update({"name": "Elm"}).eq("user_id", me).execute()
    assert one.table("schools").select("name").execute().data == [{"name": "Elm"}]

    admin, mail = service.auth.admin, address()
    made = admin.create_user(
        {"email": mail, "password": PASSWORD, "email_confirm": True, "user_metadata": ADULT}).user
    assert admin.get_user_by_id(made.id).user.email == mail
    assert made.id in [user.id for user in admin.list_users(page=1, per_page=1000)]
    assert admin.update_user_by_id(made.id, {"user_metadata": {"colour": "red"}}).user.user_metadata == {"colour": "red"}
    assert client().auth.sign_in_with_password({"email": mail, "password": PASSWORD}).user.id == made.id
    admin.delete_user(made.id)
    refused("user_not_found", lambda: admin.get_user_by_id(made.id))
    refused("invalid_credentials", lambda: client().auth.sign_in_with_password({"email": mail, "password": PASSWORD}))
    refused("not_admin", lambda: with_session(one).get_user_by_id(me))


def with_session(one):
    """The administrators' interface, asked as a person."""
    admin = client().auth.admin
    admin._headers["Authorization"] = f"Bearer {one.auth.get_session().access_token}"
    return admin


def tables_alone():
    """PyPI's postgrest without the client around it."""
    sam, me = signed_up()
    token = sam.auth.get_session().access_token
    headers = {"apikey": KEY, "Authorization": f"Bearer {token}"}
    with SyncPostgrestClient(f"{BASE}/rest/v1", headers=headers, timeout=PATIENCE) as rest:
        rest.from_("schools").insert(school(me, "Ash")).execute()
        assert rest.from_("schools").select("name").execute().data == [{"name": "Ash"}]
        assert rest.rpc("join_requests", {}).execute().data == []
        assert rest.rpc("join_requests", {}, get=True).execute().data == []


def letter(mail, number):
    """The text of a letter to an address, the first of which has number 1. A letter comes after the answer to the request."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        lines = pathlib.Path(os.environ["LETTERS"]).read_text().splitlines(keepends=True)
        texts = [one["text"] for one in map(json.loads, filter(lambda line: line.endswith("\n"), lines)) if one["to"] == [mail]]
        if len(texts) >= number:
            return texts[number - 1]
        time.sleep(0.02)
    raise AssertionError(f"Letter {number} to {mail} did not come.")


def code(mail, number):
    return re.search(r"^ +(\d{6})\s*$", letter(mail, number), re.MULTILINE)[1]


def link(mail, number):
    return re.search(rf"{re.escape(LINKS)}(/\S+)", letter(mail, number))[1]


def opened(link):
    """Opens the link of a letter as a browser does. Returns the query with which the browser is led to the program."""
    answer = httpx.get(BASE + link, timeout=PATIENCE)
    place = httpx.URL(answer.headers.get("location", ""))
    assert answer.status_code == 303 and str(place.copy_with(query=None)) == PROGRAM, f"{answer.status_code} {place} {answer.text}"
    return place.params


def confirmed():
    """A client of a new account that was confirmed with the code of letter 1, and its address."""
    one, mail = client(), address()
    one.auth.sign_up({"email": mail, "password": PASSWORD, "options": {"data": ADULT}})
    assert one.auth.verify_otp({"email": mail, "token": code(mail, 1), "type": "signup"}).session
    return one, mail


def signs_in(mail, password):
    return client().auth.sign_in_with_password({"email": mail, "password": password}).user.email == mail


def confirming():
    """A sign-up begins no session. The code of its letter does, also that of a letter that is sent again."""
    one, mail = client(), address()
    made = one.auth.sign_up({"email": mail, "password": PASSWORD, "options": {"data": ADULT}})
    assert made.session is None and made.user.email == mail and one.auth.get_session() is None
    refused("invalid_credentials", lambda: signs_in(mail, PASSWORD))
    first = code(mail, 1)
    one.auth.resend({"type": "signup", "email": mail})
    second = code(mail, 2)
    if first != second:
        refused("otp_expired", lambda: one.auth.verify_otp({"email": mail, "token": first, "type": "email"}))
    session = one.auth.verify_otp({"email": mail, "token": second, "type": "email"}).session
    assert session.user.id == made.user.id and session.user.email_confirmed_at
    assert one.auth.get_user().user.email == mail and signs_in(mail, PASSWORD)
    again = client().auth.sign_up({"email": mail, "password": PASSWORD, "options": {"data": ADULT}})
    assert again.session is None and again.user.email == mail and not again.user.identities
    assert "has one already" in letter(mail, 3)


def recovery():
    """A forgotten password is replaced with the code of a letter, which ends the other sessions."""
    before, mail = confirmed()
    one, better = client(), "a better long password"
    one.auth.reset_password_for_email(mail)
    shown = {"email": mail, "token": code(mail, 2), "type": "recovery"}
    refused("otp_expired", lambda: client().auth.verify_otp({**shown, "type": "magiclink"}))
    assert one.auth.verify_otp(shown).session.user.email == mail
    refused("same_password", lambda: one.auth.update_user({"password": PASSWORD}))
    refused("weak_password", lambda: one.auth.update_user({"password": "short"}))
    assert one.auth.update_user({"password": better}).user.email == mail
    assert "has a new password" in letter(mail, 3)
    wrong = {"password": "another long password", "current_password": PASSWORD}
    refused("invalid_credentials", lambda: one.auth.update_user(wrong))
    refused("otp_expired", lambda: client().auth.verify_otp(shown))
    refused("invalid_credentials", lambda: signs_in(mail, PASSWORD))
    refused("refresh_token_not_found", before.auth.refresh_session)
    assert one.auth.refresh_session().session and signs_in(mail, better)
    client().auth.reset_password_for_email(address())


def codes():
    """The code of a letter signs in without a password, once."""
    for kind, flow in [("email", "pkce"), ("magiclink", "implicit")]:
        _, mail = confirmed()
        one = client(flow)
        one.auth.sign_in_with_otp({"email": mail, "options": {"should_create_user": False}})
        shown = {"email": mail, "token": code(mail, 2), "type": kind}
        assert one.auth.verify_otp(shown).session.user.email == mail and one.auth.get_user().user.email == mail
        assert one.table("schools").select("*").execute().data == []
        refused("otp_expired", lambda: client().auth.verify_otp(shown))
    one.auth.sign_in_with_otp({"email": mail})
    assert code(mail, 3)
    refused("over_email_send_rate_limit", lambda: one.auth.sign_in_with_otp({"email": mail}))
    client().auth.sign_in_with_otp({"email": address()})


def new_address():
    """Another address counts with its code and a session, or with the codes of both mailboxes."""
    for has_session in (True, False):
        one, mail = confirmed()
        new = address()
        refused("invalid_credentials", lambda: one.auth.update_user({"email": new, "current_password": "a wrong one"}))
        asked = one.auth.update_user({"email": new}).user
        assert asked.email == mail and asked.new_email == new
        shown = {"email": new, "token": code(new, 1), "type": "email_change"}
        if has_session:
            # Clients before 2.34 stop sending the token after a change of the user until it is renewed.
            one.auth.refresh_session()
            changed = one.auth.verify_otp(shown)
        else:
            one = client()
            waits(lambda: one.auth.verify_otp(shown))
            changed = one.auth.verify_otp({"email": mail, "token": code(mail, 2), "type": "email_change"})
        assert changed.session.user.email == new and changed.user.new_email is None
        assert one.auth.get_user().user.email == new and signs_in(new, PASSWORD)
        refused("invalid_credentials", lambda: signs_in(mail, PASSWORD))
        assert letter(mail, 3)


def waits(work):
    """Shows the first of two codes. Its answer has no session, and clients before 2.34 cannot read it."""
    try:
        answer = work()
    except (AuthRetryableError, ValidationError):
        return
    assert answer.session is None and answer.user is None


def programs():
    """Links of letters that lead to a program (PKCE), after a sign-up, a sign-in and a recovery."""
    mail, better = address(), "a better long password"
    one, back = client("pkce"), {"email_redirect_to": PROGRAM}
    verifier = asks(
        one, "signup", {"email": mail, "password": PASSWORD, "data": ADULT},
        lambda: one.auth.sign_up({"email": mail, "password": PASSWORD, "options": {"data": ADULT, **back}}))
    assert exchanged(one, opened(link(mail, 1)), verifier).email == mail
    one = client("pkce")
    verifier = asks(one, "otp", {"email": mail}, lambda: one.auth.sign_in_with_otp({"email": mail, "options": back}))
    told = opened(link(mail, 2))
    assert exchanged(one, told, verifier).email == mail and one.auth.get_user().user.email == mail
    other = {"code_verifier": generate_pkce_verifier()}
    refused("flow_state_not_found", lambda: one.auth.exchange_code_for_session({"auth_code": told["code"], **other}))
    assert opened(link(mail, 2))["error_code"] == "otp_expired"
    verifier = asks(one, "recover", {"email": mail}, lambda: one.auth.reset_password_for_email(mail, {"redirect_to": PROGRAM}))
    refused("bad_code_verifier", lambda: client().auth.exchange_code_for_session(
        {"auth_code": opened(link(mail, 3))["code"], **other}))
    exchanged(one, opened(link(mail, 3)), verifier)
    one.auth.update_user({"password": better})
    assert signs_in(mail, better)


def asks(one, path, body, work):
    """Asks for a letter with a link. Clients before 2.34 send no challenge for letters, so that the program sends its own and has the verifier."""
    if not hasattr(one.auth, "_prepare_pkce_challenge"):
        return asks_alone(path, body)
    work()


def asks_alone(path, body):
    """Asks for a letter with a link as a program without a client does, and returns the verifier."""
    verifier = generate_pkce_verifier()
    answer = httpx.post(
        f"{BASE}/auth/v1/{path}", params={"redirect_to": PROGRAM}, headers={"apikey": KEY}, timeout=PATIENCE,
        json={**body, "code_challenge": generate_pkce_challenge(verifier), "code_challenge_method": "s256"})
    assert answer.status_code == 200, answer.text
    return verifier


def exchanged(one, told, verifier):
    session = one.auth.exchange_code_for_session({"auth_code": told["code"], "code_verifier": verifier}).session
    assert session.access_token and session.refresh_token
    return session.user


def token_hashes():
    """The token_hash in the link of a letter is taken in place of the code and its address."""
    for path, kind in [("otp", "magiclink"), ("otp", "email"), ("recover", "recovery")]:
        one, mail = confirmed()
        asks_alone(path, {"email": mail})
        word = httpx.URL(BASE + link(mail, 2)).params["token"]
        refused("otp_expired", lambda: one.auth.verify_otp({"token_hash": f"x{word}", "type": kind}))
        assert one.auth.verify_otp({"token_hash": word, "type": kind}).session.user.email == mail


if __name__ == "__main__":
    for flow in sys.argv[3:]:
        print(flow, flush=True)
        globals()[flow]()
