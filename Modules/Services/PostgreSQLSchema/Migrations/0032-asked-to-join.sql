-- Whether the caller still waits for an athlete's answer: who was turned away is told so.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE FUNCTION public.asked_to_join() RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT 1 FROM compass.join_requests AS j WHERE j.user_id = auth.uid() AND j.asked_at > now() - interval '7 days')
$$;

REVOKE ALL ON FUNCTION public.asked_to_join() FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION public.asked_to_join() TO authenticated, service_role;
