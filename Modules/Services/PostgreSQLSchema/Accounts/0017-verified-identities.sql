-- An identity says whether its address was confirmed (supabase-wire 3.2). It said no also after the code of the letter had been shown.
CREATE OR REPLACE FUNCTION accounts.user_of(whose uuid) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'id', p.id, 'aud', 'authenticated', 'role', 'authenticated', 'email', p.email, 'phone', '',
    'email_confirmed_at', t.made, 'confirmed_at', t.made, 'last_sign_in_at', t.signed_in,
    'app_metadata', '{"provider": "email", "providers": ["email"]}'::jsonb,
    'identities', jsonb_build_array(jsonb_build_object(
      'identity_id', p.id, 'id', p.id, 'user_id', p.id, 'provider', 'email', 'email', p.email,
      'identity_data', jsonb_build_object('sub', p.id, 'email', p.email, 'email_verified', p.confirmed_at IS NOT NULL,
        'phone_verified', false),
      'last_sign_in_at', coalesce(t.signed_in, t.made), 'created_at', t.made, 'updated_at', t.updated)),
    'created_at', t.made, 'updated_at', t.updated, 'is_anonymous', false))
    || jsonb_build_object('user_metadata', p.metadata)
  FROM accounts.people AS p CROSS JOIN LATERAL (SELECT accounts.wire_time(p.created_at) AS made,
    accounts.wire_time(p.updated_at) AS updated, accounts.wire_time(p.last_sign_in_at) AS signed_in) AS t
  WHERE p.id = whose
$$;
