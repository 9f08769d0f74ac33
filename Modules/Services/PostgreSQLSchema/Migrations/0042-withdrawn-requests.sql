-- A parent can withdraw a request to join a family.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- The codes of requests that were withdrawn. A person's other devices learn from them that no athlete turned the person away.
CREATE TABLE compass.withdrawn_requests (
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE,
  code_used text NOT NULL,
  PRIMARY KEY (user_id, code_used)
);
SELECT compass.close_table('compass.withdrawn_requests');
REVOKE ALL ON compass.withdrawn_requests FROM service_role;

-- A person who asks again with a code has not withdrawn that request.
CREATE FUNCTION compass.forget_withdrawal() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM compass.withdrawn_requests AS w WHERE w.user_id = NEW.user_id AND w.code_used = NEW.code_used;
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_withdrawal AFTER INSERT OR UPDATE ON compass.join_requests
  FOR EACH ROW EXECUTE FUNCTION compass.forget_withdrawal();

-- Ends all requests of the caller that wait for an answer. The athlete's answer deletes the row of a request too, so of an answer and a
-- withdrawal at the same moment one finds the row.
--
-- → {outcome: withdrawn | unknown}
CREATE FUNCTION public.withdraw_join() RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
  is_withdrawn boolean;
BEGIN
  IF me IS NULL THEN
    RAISE EXCEPTION 'Sign in to withdraw a request.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM compass.lock_my_scopes();
  WITH gone AS (
    DELETE FROM compass.join_requests AS j
    WHERE j.user_id = me AND j.asked_at > now() - interval '7 days'
    RETURNING j.code_used
  ),
  noted AS (
    INSERT INTO compass.withdrawn_requests (user_id, code_used)
    SELECT me, g.code_used FROM gone AS g ON CONFLICT DO NOTHING
  )
  SELECT EXISTS (SELECT 1 FROM gone) INTO is_withdrawn;
  RETURN jsonb_build_object('outcome', CASE WHEN is_withdrawn THEN 'withdrawn' ELSE 'unknown' END);
END
$$;

-- As before, with the codes of the caller's requests that were withdrawn. → {asking, asked, withdrawn}
CREATE OR REPLACE FUNCTION compass.joining() RETURNS jsonb
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object(
    'asking', (SELECT coalesce(jsonb_agg(to_jsonb(j)), '[]') FROM public.join_requests() AS j),
    'asked', EXISTS (
      SELECT 1 FROM compass.join_requests AS j WHERE j.user_id = auth.uid() AND j.asked_at > now() - interval '7 days'),
    'withdrawn', (
      SELECT coalesce(jsonb_agg(w.code_used ORDER BY w.code_used), '[]') FROM compass.withdrawn_requests AS w
      WHERE w.user_id = auth.uid()));
END
$$;

REVOKE ALL ON FUNCTION compass.forget_withdrawal(), public.withdraw_join() FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION public.withdraw_join() TO authenticated;
