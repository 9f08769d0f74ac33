-- Plain kinds: a table and one call. What such a table needs beside its columns follows from them.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Notes of changes, checks, policies and grants. With a `family_unit_id` the kind is the family's, and parents who help with records write
-- it; without, it is the athlete's own. Its references to records of a family stay in that family.
CREATE FUNCTION compass.make_plain_kind(kind text) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  target CONSTANT regclass := format('public.%I', kind)::regclass;
  is_familys CONSTANT boolean := EXISTS (
    SELECT 1 FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = target AND a.attname = 'family_unit_id' AND NOT a.attisdropped);
  links CONSTANT text := (
    SELECT string_agg(quote_literal(a.attname || '=' || r.relname), ', ' ORDER BY a.attnum)
    FROM pg_catalog.pg_constraint AS c
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_catalog.pg_class AS r ON r.oid = c.confrelid
    WHERE c.contype = 'f' AND c.conrelid = target AND EXISTS (
      SELECT 1 FROM pg_catalog.pg_attribute AS f WHERE f.attrelid = c.confrelid AND f.attname = 'family_unit_id'));
BEGIN
  INSERT INTO compass.shared_tables (name, scopes, author, never_compared)
  VALUES (kind, CASE WHEN is_familys THEN 'ARRAY[coalesce(r.family_unit_id, r.user_id)]' ELSE 'ARRAY[r.user_id]' END,
    CASE WHEN is_familys THEN 'r.created_by' ELSE 'NULL::uuid' END,
    CASE WHEN is_familys THEN '{updated_at,updated_by}' ELSE '{updated_at}' END::text[]);
  PERFORM compass.close_table(target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO authenticated', target);
  PERFORM compass.share(target);
  EXECUTE format('CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON %s
    FOR EACH ROW EXECUTE FUNCTION compass.check_row()', target);
  IF links IS NOT NULL THEN
    EXECUTE format('CREATE CONSTRAINT TRIGGER stays_in_family AFTER INSERT OR UPDATE ON %s DEFERRABLE
      FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family(%s)', target, links);
  END IF;
  IF is_familys THEN
    PERFORM compass.let_family_in(kind, 'records');
  ELSE
    EXECUTE format('CREATE POLICY own ON %s FOR ALL TO authenticated
      USING (user_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete()))
      WITH CHECK (user_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete()))', target);
  END IF;
END
$$;

REVOKE ALL ON FUNCTION compass.make_plain_kind(text) FROM PUBLIC, anon, authenticated, service_role;

CREATE TABLE public.recommendation_letters (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  writer_name compass.words NOT NULL,
  writer_title compass.words,
  writer_email compass.words,
  relationship compass.words,
  requested_date compass.day,
  due_date compass.day,
  received_date compass.day,
  status text DEFAULT 'not_requested' CHECK (status IN ('not_requested', 'requested', 'received', 'submitted')),
  schools_submitted_to compass.ids DEFAULT '{}',
  document_id uuid REFERENCES public.documents ON DELETE SET NULL DEFERRABLE,
  notes compass.words,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX recommendation_letters_of_user ON public.recommendation_letters (user_id, status, due_date);
CREATE INDEX recommendation_letters_of_document ON public.recommendation_letters (document_id);

SELECT compass.make_plain_kind('recommendation_letters');

CREATE CONSTRAINT TRIGGER lists_stay_in_family AFTER INSERT OR UPDATE ON public.recommendation_letters DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('schools_submitted_to=schools[]');
