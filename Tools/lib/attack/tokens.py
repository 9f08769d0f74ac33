"""Tokens and guesses over the wire, as any program asks.

Access tokens that are forged, of another algorithm, expired, of the future, another person's, or of a session that has ended; refresh
tokens that are replayed; passwords, codes of families and refresh tokens that are guessed. None opens anything, each refusal says 4xx, and
a guesser is told to wait after as many tries as docs/security.md says. The codes of letters and the addresses of calendars need pages and
mail, which this server has not: CodeTests, LetterTests and CalendarFeedTests guess them."""

import base64
import hashlib
import hmac
import json
import os
import random
import time
import uuid

from devices import Server
from tables import PASSWORD, SQL, Caller

# How many wrong passwords of an account and wrong codes of families are answered in five minutes.
PASSWORDS, CODES = 10, 5


def packed(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text):
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def signed(head, claims, secret, digest="sha256"):
    text = ".".join(packed(json.dumps(one, separators=(",", ":")).encode()) for one in (head, claims))
    return f"{text}.{packed(hmac.new(secret.encode(), text.encode(), digest).digest())}"


class Accounts:
    """Two people, each with a row of their own, and what the server signs with."""

    def __init__(self, server):
        self.server = server
        self.sam, self.kim = (Caller(server, name, "player") for name in ("sam", "kim"))
        self.dana = Caller(server, "dana", "parent")
        for who in (self.sam, self.kim):
            who.ask("POST", "/rest/v1/notifications", {"user_id": who.id, "type": "event", "title": f"zqown {who.name}"})
        with open(server.config, encoding="utf-8") as file:
            self.secret = json.load(file)["signing_keys"][0]["secret"]

    def signed_in(self, who):
        """The tokens of a new session."""
        status, said = who.ask("POST", "/auth/v1/token?grant_type=password", {"email": f"{who.name}@example.org", "password": PASSWORD})
        if status != 200:
            raise SystemExit(f"{who.name} cannot sign in: {status} {said}")
        return said["access_token"], said["refresh_token"]

    def ask(self, token, method, path, body=None):
        return Caller(self.server, "thief", token=token).ask(method, path, body)


def refused(accounts, token, what, report, fail):
    """Each way to use an access token is refused, and nothing of anybody is in the answers."""
    for method, path, body in (
        ("GET", "/rest/v1/notifications", None), ("GET", "/rest/v1/users", None), ("GET", "/auth/v1/user", None),
        ("POST", "/rest/v1/notifications", {"user_id": accounts.sam.id, "type": "event", "title": "stolen"}),
        ("PATCH", f"/rest/v1/users?id=eq.{accounts.sam.id}", {"full_name": "stolen"}), ("POST", "/rest/v1/rpc/compass_pull", {"limit": 1}),
        ("POST", "/rest/v1/rpc/compass_erase_me", {}), ("PUT", "/auth/v1/user", {"data": {"a": 1}}), ("POST", "/auth/v1/logout", None),
    ):
        status, said = accounts.ask(token, method, path, body)
        report.tally("requests")
        if status not in (401, 403) or "zqown" in json.dumps(said):
            fail("a token that is not good was taken", f"{what}: {method} {path}: {status} {json.dumps(said)[:200]}")


def forged(accounts, chance, report, fail):
    good = accounts.signed_in(accounts.sam)[0]
    first, middle, last = good.split(".")
    head, claims = unpacked(first), unpacked(middle)
    now, secret = int(time.time()), accounts.secret
    place = chance.randrange(len(good) - 2)
    tokens = {
        "no algorithm": f"{packed(json.dumps({**head, 'alg': chance.choice(['none', 'None', 'NONE', ''])}).encode())}.{middle}.",
        "no signature": f"{first}.{middle}.", "half": f"{first}.{middle}", "another signature": f"{first}.{middle}.{packed(chance.randbytes(32))}",
        "HS512, signed rightly": signed({**head, "alg": "HS512"}, claims, secret, hashlib.sha512),
        "RS256 that HS256 signed": signed({**head, "alg": "RS256"}, claims, secret),
        "signed with the public key": signed(head, claims, accounts.server.key), "signed with nothing": signed(head, claims, ""),
        "a key of another name": signed({**head, "kid": chance.choice([*SQL, "", "../../../dev/null"])}, claims, "x"),
        "another person's claims": f"{first}.{packed(json.dumps({**claims, 'sub': accounts.kim.id}).encode())}.{last}",
        "another role": signed(head, {**claims, "role": chance.choice(["service_role", "postgres", "authenticator", None])}, secret),
        "expired": signed(head, {**claims, "exp": now - 31}, secret), "of the future": signed(head, {**claims, "iat": now + 3_600}, secret),
        "not yet valid": signed(head, {**claims, "nbf": now + 3_600}, secret), "for others": signed(head, {**claims, "aud": "anon"}, secret),
        "a time that is no number": signed(head, {**claims, "exp": chance.choice(["x", True, None, 1e300, -1])}, secret),
        "a session that never was": signed(head, {**claims, "session_id": str(uuid.uuid4())}, secret),
        "one letter changed": good[:place] + ("A" if good[place] != "A" else "B") + good[place + 1:],
    }
    for what, token in tokens.items():
        refused(accounts, token, what, report, fail)
    # The check of the trial: the token that all of these were made of is good.
    status, said = accounts.ask(good, "GET", "/rest/v1/notifications?select=title")
    if status != 200 or said != [{"title": "zqown sam"}]:
        fail("the good token is not taken", f"{status} {said}")


def replayed(accounts, chance, report, fail):
    """A token after signing out, and a refresh token that was used before."""
    access, refresh = accounts.signed_in(accounts.sam)
    other = accounts.signed_in(accounts.kim)[0]
    renew = lambda token: accounts.ask(None, "POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": token})
    second = renew(refresh)[1]["refresh_token"]
    third = renew(second)[1]["refresh_token"]
    status, said = renew(refresh)
    if status != 400:
        fail("a used refresh token was taken", f"{status} {said}")
    for token, what in ((third, "the newest"), (second, "the one before")):
        status, said = renew(token)
        if status != 400:
            fail(f"{what} refresh token is good after a replay", f"{status} {said}")
    report.tally("requests", 5)
    refused(accounts, access, "of a session that ended by a replay", report, fail)
    access = accounts.signed_in(accounts.sam)[0]
    accounts.ask(access, "POST", f"/auth/v1/logout?scope={chance.choice(['local', 'global'])}")
    refused(accounts, access, "signed out", report, fail)
    # Another person's session goes on, and shows nothing of the athlete whose sessions ended.
    status, said = accounts.ask(other, "GET", "/rest/v1/notifications?select=title")
    if status != 200 or said != [{"title": "zqown kim"}]:
        fail("another person's session does not go on", f"{status} {said}")


def guessed(accounts, chance, report, fail):
    """As many wrong guesses are answered as the limits allow, and then the guesser has to wait, also with the right password."""
    sign_in = lambda word: accounts.ask(None, "POST", "/auth/v1/token?grant_type=password", {"email": "kim@example.org", "password": word})[0]
    said = [sign_in(f"guess {chance.random()}") for _ in range(PASSWORDS + 2)] + [sign_in(PASSWORD)]
    if said != [400] * PASSWORDS + [429] * 3:
        fail("passwords are guessed without the limit", str(said))
    token = accounts.signed_in(accounts.dana)[0]
    codes = ["FAM-" + "".join(chance.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=6)) for _ in range(CODES + 2)]
    outcomes = [accounts.ask(token, "POST", "/rest/v1/rpc/join_family", {"code": code})[1].get("outcome") for code in codes]
    if outcomes != ["unknown"] * CODES + ["wait"] * 2:
        fail("codes of families are guessed without the limit", str(outcomes))
    for guess in (packed(chance.randbytes(32)), chance.choice(SQL) + "x" * 20, "", None, 7):
        status, answer = accounts.ask(None, "POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": guess})
        if status != 400:
            fail("a guessed refresh token", f"{guess!r}: {status} {answer}")
    report.tally("requests", PASSWORDS + CODES + 10)


def run(options, report):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    folder = os.path.join(options.folder, "tokens")
    os.makedirs(folder)
    with Server(folder, root) as server:
        accounts = Accounts(server)
        for number in report.numbers(options):
            chance = random.Random(options.seed * 1_000_003 + number)
            wrong = []
            fail = lambda what, detail: wrong.append(f"{what}: {detail}")
            for attack in (forged, replayed, guessed):
                server.forget_tries()
                attack(accounts, chance, report, fail)
            report.tally()
            if wrong:
                report.fail(number, "tokens", wrong)
            if server.sql("SELECT count(*) FROM public.users WHERE full_name = 'stolen'") != ["0"]:
                report.fail(number, "tokens", ["a row was changed with a token that is not good"])
