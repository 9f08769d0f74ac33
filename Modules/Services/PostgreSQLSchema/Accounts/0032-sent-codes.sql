-- When a code for a forgotten password was last made, as programs read it of a user. The code itself goes when it is used.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

ALTER TABLE accounts.people ADD COLUMN recovery_sent_at timestamptz;

-- As before, and notes the time.
CREATE OR REPLACE FUNCTION accounts.make_code(address text, code text, for_recovery boolean) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO accounts.codes AS c (person, digest, is_recovery)
  SELECT p.id, code, for_recovery FROM accounts.people AS p WHERE p.email = address AND accounts.may_sign_in(p.id)
  ON CONFLICT (person) DO UPDATE SET digest = excluded.digest, is_recovery = excluded.is_recovery, made_at = now(), tries = 0;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE accounts.people AS p SET recovery_sent_at = now() WHERE for_recovery AND p.email = address;
  RETURN true;
END
$$;

-- As before, with that time.
CREATE OR REPLACE FUNCTION accounts.user_of(whose uuid) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'id', p.id, 'aud', 'authenticated', 'role', 'authenticated', 'email', p.email, 'phone', '',
    'email_confirmed_at', t.made, 'confirmed_at', t.made, 'recovery_sent_at', accounts.wire_time(p.recovery_sent_at),
    'last_sign_in_at', t.signed_in,
    'new_email', c.email, 'email_change_sent_at', accounts.wire_time(c.made_at),
    'app_metadata', '{"provider": "email", "providers": ["email"]}'::jsonb,
    'identities', jsonb_build_array(jsonb_build_object(
      'identity_id', p.id, 'id', p.id, 'user_id', p.id, 'provider', 'email', 'email', p.email,
      'identity_data', jsonb_build_object('sub', p.id, 'email', p.email, 'email_verified', p.confirmed_at IS NOT NULL,
        'phone_verified', false),
      'last_sign_in_at', coalesce(t.signed_in, t.made), 'created_at', t.made, 'updated_at', t.updated)),
    'created_at', t.made, 'updated_at', t.updated, 'is_anonymous', false))
    || jsonb_build_object('user_metadata', p.metadata)
  FROM accounts.people AS p
  LEFT JOIN accounts.address_changes AS c ON c.person = p.id AND c.asked_at > now() - interval '1 day'
  CROSS JOIN LATERAL (SELECT accounts.wire_time(p.created_at) AS made,
    accounts.wire_time(p.updated_at) AS updated, accounts.wire_time(p.last_sign_in_at) AS signed_in) AS t
  WHERE p.id = whose
$$;
