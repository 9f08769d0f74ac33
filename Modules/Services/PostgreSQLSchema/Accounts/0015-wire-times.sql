-- Programs read the times of an account with Z and at most six digits of a second (supabase-wire 3.2). The time zone of a session and its form
-- of dates do not change that.
CREATE FUNCTION accounts.wire_time(moment timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- An account as programs read it. A member of the account without a value is left out. The metadata is the caller's own, so its nulls stay. The
-- birth date is never shown.
CREATE OR REPLACE FUNCTION accounts.user_of(whose uuid) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'id', p.id, 'aud', 'authenticated', 'role', 'authenticated', 'email', p.email, 'phone', '',
    'email_confirmed_at', t.made, 'confirmed_at', t.made, 'last_sign_in_at', t.signed_in,
    'app_metadata', '{"provider": "email", "providers": ["email"]}'::jsonb,
    'identities', jsonb_build_array(jsonb_build_object(
      'identity_id', p.id, 'id', p.id, 'user_id', p.id, 'provider', 'email', 'email', p.email,
      'identity_data', jsonb_build_object('sub', p.id, 'email', p.email, 'email_verified', false, 'phone_verified', false),
      'last_sign_in_at', coalesce(t.signed_in, t.made), 'created_at', t.made, 'updated_at', t.updated)),
    'created_at', t.made, 'updated_at', t.updated, 'is_anonymous', false))
    || jsonb_build_object('user_metadata', p.metadata)
  FROM accounts.people AS p CROSS JOIN LATERAL (SELECT accounts.wire_time(p.created_at) AS made,
    accounts.wire_time(p.updated_at) AS updated, accounts.wire_time(p.last_sign_in_at) AS signed_in) AS t
  WHERE p.id = whose
$$;

-- Data that people add to their account is merged member by member. A null removes a member; one inside of a member stays.
CREATE FUNCTION accounts.add_metadata(whose uuid, more jsonb) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE accounts.people SET updated_at = now(), metadata = (
    SELECT coalesce(jsonb_object_agg(m.key, m.value), '{}') FROM jsonb_each(metadata || more) AS m WHERE m.value <> 'null'::jsonb)
  WHERE id = whose
$$;

REVOKE ALL ON FUNCTION accounts.wire_time(timestamptz), accounts.add_metadata(uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.wire_time(timestamptz), accounts.add_metadata(uuid, jsonb) TO compass_accounts;
