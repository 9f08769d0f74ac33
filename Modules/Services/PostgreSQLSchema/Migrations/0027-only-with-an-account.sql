-- A token outlives its account by minutes. With one, `open_profile` made a person anew who had been erased, and with the person a family;
-- their address could then never sign up again. On a server of ours a profile needs its account from now on, and erasing begins with the
-- account: `open_profile` waits for it, or is waited for.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Whether the person has an account, which then stays until the transaction ends. A hosted project keeps accounts where its owner may not
-- look, and deletes none through us: there everybody with a token has one.
CREATE FUNCTION compass.hold_account(person uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_there boolean := true;
BEGIN
  IF to_regprocedure('accounts.hold(uuid)') IS NOT NULL THEN
    EXECUTE 'SELECT accounts.hold($1)' INTO is_there USING person;
  END IF;
  RETURN is_there;
END
$$;
REVOKE ALL ON FUNCTION compass.hold_account(uuid) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.open_profile(role text, full_name text DEFAULT NULL, graduation_year integer DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  me CONSTANT uuid := auth.uid();
  address CONSTANT text := lower(nullif(auth.jwt() ->> 'email', ''));
  there public.users;
BEGIN
  IF me IS NULL THEN
    RAISE EXCEPTION 'Sign in to make a profile.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF open_profile.role NOT IN ('player', 'parent') THEN
    RAISE EXCEPTION 'A profile is an athlete''s (player) or a parent''s (parent).' USING ERRCODE = 'check_violation';
  END IF;
  -- Before the scopes, as erasing does.
  IF NOT compass.hold_account(me) THEN
    RAISE EXCEPTION 'There is no such account.' USING ERRCODE = 'PT410';
  END IF;
  PERFORM compass.lock_my_scopes();
  -- An address is one account's. A profile that still has it is older: that account has another address now, or is gone.
  UPDATE public.users AS u SET email = NULL WHERE u.email = address AND u.id <> me;
  INSERT INTO public.users (id, email, role, full_name, graduation_year)
  VALUES (me, address, open_profile.role, open_profile.full_name, open_profile.graduation_year)
  ON CONFLICT (id) DO UPDATE SET email = excluded.email WHERE users.email IS DISTINCT FROM excluded.email;
  SELECT * INTO there FROM public.users AS u WHERE u.id = me;
  RETURN jsonb_build_object('id', there.id, 'role', there.role, 'email', there.email);
END
$$;

ALTER FUNCTION compass.erase_person(uuid) RENAME TO erase_rows;

-- The account first, then the rows. What others noted for themselves about an athlete's records goes with the athlete; in the histories
-- of those others its words go too.
CREATE FUNCTION compass.erase_person(person uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT uuid[] := ARRAY(SELECT f.id FROM public.family_units AS f WHERE f.player_user_id = $1) || $1;
  notes uuid[];
BEGIN
  IF to_regprocedure('accounts.erase(uuid)') IS NOT NULL THEN EXECUTE 'SELECT accounts.erase($1)' USING $1; END IF;

  -- All scopes that this or `erase_rows` writes in, at once and in their order.
  PERFORM compass.lock_scopes(own || ARRAY(
    SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = $1
    UNION SELECT o.user_id FROM public.family_members AS m
      JOIN public.family_members AS o ON o.family_unit_id = m.family_unit_id WHERE m.user_id = $1
    UNION SELECT n.user_id FROM public.private_notes AS n
      JOIN compass.changes AS c ON c.id = n.record_id AND c.table_name = n.table_name WHERE c.scope = ANY (own)));
  PERFORM set_config('compass.locked', concat_ws(' ', pg_current_xact_id(), auth.uid()), true);
  WITH gone AS (
    DELETE FROM public.private_notes AS n USING compass.changes AS c
    WHERE c.id = n.record_id AND c.table_name = n.table_name AND c.scope = ANY (own) AND n.user_id <> $1
    RETURNING n.id
  )
  SELECT coalesce(array_agg(g.id), '{}') INTO notes FROM gone AS g;
  WITH told AS (
    UPDATE compass.step_changes AS c SET was = NULL, set = NULL
    WHERE c.table_name = 'private_notes' AND c.id = ANY (notes) RETURNING c.step
  )
  UPDATE compass.steps AS s SET summary = '' WHERE s.number IN (SELECT t.step FROM told AS t);

  PERFORM compass.erase_rows($1);
END
$$;

CREATE OR REPLACE FUNCTION public.compass_erase_me() RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
BEGIN
  IF me IS NULL THEN
    RAISE EXCEPTION 'Only somebody who is signed in can be erased.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM compass.erase_person(me);
  RETURN jsonb_build_object('account', to_regprocedure('accounts.erase(uuid)') IS NOT NULL);
END
$$;

REVOKE ALL ON FUNCTION compass.erase_person(uuid) FROM PUBLIC, anon, authenticated, service_role;
