-- Letters about joining a family. The athlete and the parent may not look at the pages for days, so each is told on the day what the other did.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

-- A parent who asks to join, and the athlete who is asked; without an athlete the one of the parent's newest request. An address that was
-- never confirmed is left out: letters about a family do not go there.
--
-- → {athlete: {email, name, zone}, parent: {email, name, zone}}; null where one of them is not there.
CREATE FUNCTION accounts.people_of_joining(asking uuid, asked uuid DEFAULT NULL) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH known AS NOT MATERIALIZED (
    SELECT p.id, jsonb_build_object(
      'email', CASE WHEN p.confirmed_at IS NOT NULL THEN p.email END, 'name', u.full_name, 'zone', p.metadata ->> 'timezone') AS told
    FROM accounts.people AS p JOIN public.users AS u ON u.id = p.id
  )
  SELECT jsonb_build_object('athlete', a.told, 'parent', b.told)
  FROM known AS a CROSS JOIN known AS b
  WHERE b.id = asking AND a.id = coalesce(asked, (
    SELECT f.player_user_id FROM compass.join_requests AS j JOIN public.family_units AS f ON f.id = j.family_unit_id
    WHERE j.user_id = asking ORDER BY j.asked_at DESC LIMIT 1))
$$;

REVOKE ALL ON FUNCTION accounts.people_of_joining(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.people_of_joining(uuid, uuid) TO compass_accounts;
