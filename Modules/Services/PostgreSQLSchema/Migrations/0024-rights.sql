-- The pages of a server give a browser another cookie when the rights of its person change.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- A person's rights as a text that differs when they do: the families, the role in each, and what a parent helps with.
CREATE FUNCTION compass.rights(person uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(string_agg(concat_ws(' ', m.family_unit_id, m.role, array_to_string(m.helps, ',')), ';' ORDER BY m.family_unit_id), '')
  FROM public.family_members AS m WHERE m.user_id = rights.person
$$;
REVOKE ALL ON FUNCTION compass.rights(uuid) FROM PUBLIC, anon, authenticated, service_role;
