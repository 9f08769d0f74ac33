-- Whether an address has an account is told to its mailbox alone. A change to an address that has one is therefore kept as any other: before,
-- the code of the address until now was wrong where the new one was taken, and good where it was not.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

-- As before, and the change is kept in each case.
CREATE OR REPLACE FUNCTION accounts.ask_address(whose uuid, address text, shown text, shown_old text) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF accounts.is_parents_address(whose, address) THEN RETURN 'parents'; END IF;
  INSERT INTO accounts.address_changes AS c (person, email, code, old_code) VALUES (whose, address, shown, shown_old)
  ON CONFLICT (person) DO UPDATE SET email = excluded.email, code = excluded.code, old_code = excluded.old_code, made_at = now(),
    asked_at = now(), tries = 0, old_tries = 0, new_is_shown = false, old_is_shown = false;
  RETURN CASE WHEN EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN 'taken' ELSE 'asked' END;
END
$$;

-- As before, and no code is sent again to an address that has an account.
CREATE OR REPLACE FUNCTION accounts.renew_address(address text, shown text) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE accounts.address_changes AS c SET code = shown, made_at = now(), tries = 0
  WHERE c.email = address AND c.asked_at > now() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address)
    AND NOT EXISTS (SELECT 1 FROM accounts.address_changes AS o WHERE o.email = address AND o.person <> c.person);
  RETURN FOUND;
END
$$;

-- As before, with the address that waits to be confirmed, for as long as its code can be sent again.
CREATE OR REPLACE FUNCTION accounts.user_of(whose uuid) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'id', p.id, 'aud', 'authenticated', 'role', 'authenticated', 'email', p.email, 'phone', '',
    'email_confirmed_at', t.made, 'confirmed_at', t.made, 'last_sign_in_at', t.signed_in,
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
