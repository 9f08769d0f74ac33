-- Whether somebody is the athlete or a parent is chosen once, with the profile. Whoever chose wrong gets rid of a profile on which nothing
-- hangs, and makes another one. The account stays.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.erase(uuid)'::regprocedure;

-- What stands against another choice, the first of: `family`, others are in a family with them; `devices`, a device that is no browser is
-- signed in and has the profile; `records`, there are an athlete's records, apart from what the program notes for everybody by itself.
--
-- → {role, against}; null where there is no profile.
CREATE FUNCTION accounts.choice_of_role(whose uuid) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('role', u.role, 'against', CASE
    WHEN EXISTS (
      SELECT 1 FROM public.family_members AS m JOIN public.family_members AS o ON o.family_unit_id = m.family_unit_id
      WHERE m.user_id = u.id AND o.user_id <> u.id)
    THEN 'family'
    WHEN EXISTS (
      SELECT 1 FROM accounts.sessions AS s JOIN accounts.tokens AS t ON t.session = s.id
      WHERE s.person = u.id AND NOT EXISTS (SELECT 1 FROM accounts.pages AS p WHERE p.session = s.id))
    THEN 'devices'
    WHEN EXISTS (
      SELECT 1 FROM compass.changes AS c
      WHERE (c.scope = u.id OR c.scope IN (SELECT f.id FROM public.family_units AS f WHERE f.player_user_id = u.id)) AND NOT c.gone
        AND c.table_name NOT IN (
          'users', 'family_units', 'family_members', 'family_code_usage_log', 'user_preferences', 'preference_history',
          'parent_view_log', 'private_notes', 'suggestion', 'notifications', 'handles'))
    THEN 'records'
    END)
  FROM public.users AS u WHERE u.id = whose
$$;

-- Takes the profile away, unless something stands against it.
--
-- → as accounts.choice_of_role, from before.
CREATE FUNCTION accounts.choose_role_again(whose uuid) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  choice jsonb;
  former bigint;
BEGIN
  -- As `open_profile` and erasing do: the account, then the scopes. Whoever writes in them waits, or is waited for.
  IF NOT accounts.hold(whose) THEN RETURN NULL; END IF;
  PERFORM compass.lock_scopes(ARRAY(
    SELECT whose
    UNION SELECT f.id FROM public.family_units AS f WHERE f.player_user_id = whose
    UNION SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = whose));
  choice := accounts.choice_of_role(whose);
  IF choice IS NULL OR choice ->> 'against' IS NOT NULL THEN RETURN choice; END IF;
  SELECT s.revision INTO former FROM compass.scopes AS s WHERE s.id = whose;
  PERFORM compass.erase_rows(whose);
  -- The scope goes on behind what was fetched of it, so that a file with the rows of before fetches all of it anew.
  INSERT INTO compass.scopes (id, kind, revision, forgotten)
  VALUES (whose, 'person', coalesce(former, 0) + 1, coalesce(former, 0) + 1);
  RETURN choice;
END
$$;

REVOKE ALL ON FUNCTION accounts.choice_of_role(uuid), accounts.choose_role_again(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.choice_of_role(uuid), accounts.choose_role_again(uuid) TO compass_accounts;
