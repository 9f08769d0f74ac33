-- Whoever has no profile here has no scope: they are told nothing, and lent no numbers. A device of another server may ask, by the same
-- address and with a token that is good; by this it finds out that it is not known.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE OR REPLACE FUNCTION compass.my_scopes() RETURNS uuid[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT compass.my_families() || ARRAY(SELECT u.id FROM public.users AS u WHERE u.id = auth.uid())
$$;
