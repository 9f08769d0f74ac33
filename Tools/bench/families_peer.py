"""The single-row read of `families.py` as FastAPI and asyncpg do it: a token is checked, and its role, its claims and one statement are
one transaction. Statements are kept prepared, and a connection is given back without being reset, for nothing outlives a transaction."""

import json
import os
from contextlib import asynccontextmanager
from typing import Annotated
from uuid import UUID

import asyncpg
import jwt
from fastapi import FastAPI, Header, HTTPException, Response

KEY, APIKEY, DATABASE = os.environ["PEER_KEY"], os.environ["PEER_APIKEY"], os.environ["PEER_DATABASE"]
SETTING = """SELECT set_config('search_path', 'public', true), set_config('role', $1, true),
  set_config('request.jwt.claims', $2, true), set_config('request.method', $3, true),
  set_config('request.path', $4, true), set_config('request.headers', '{}', true),
  set_config('request.address', $5, true), set_config('transaction_read_only', $6, true)"""
READING = """WITH page AS (SELECT * FROM public."schools" WHERE "id" = $1 LIMIT 1000 OFFSET 0)
  SELECT coalesce(json_agg(page), '[]')::text, count(*), NULL FROM page"""


async def nothing(_):
    pass


@asynccontextmanager
async def life(app):
    app.state.pool = await asyncpg.create_pool(DATABASE, min_size=4, max_size=4, reset=nothing)
    yield
    await app.state.pool.close()


app = FastAPI(lifespan=life)


@app.get("/rest/v1/schools")
async def schools(id: str, apikey: Annotated[str, Header()], authorization: Annotated[str, Header()]):
    if apikey != APIKEY:
        raise HTTPException(401)
    try:
        claims = jwt.decode(authorization.removeprefix("Bearer "), KEY, algorithms=["HS256"], audience="authenticated")
    except jwt.InvalidTokenError as fault:
        raise HTTPException(401) from fault
    async with app.state.pool.acquire() as connection, connection.transaction():
        await connection.fetchrow("SELECT accounts.require_session($1::uuid, $2::uuid)", UUID(claims["session_id"]), UUID(claims["sub"]))
        await connection.fetchrow(SETTING, "authenticated", json.dumps(claims), "GET", "/rest/v1/schools", "127.0.0.1", "on")
        found = await connection.fetchrow(READING, UUID(id.removeprefix("eq.")))
    count = found[1]
    return Response(found[0], media_type="application/json", headers={"Content-Range": f"0-{count - 1}/*" if count else "*/*"})
