-- A parent who helps deletes only rows in which no other person has written (rule 10.10, decision 22). A device asks that of the steps that it
-- has itself; it does not have those of other devices, and other programs ask nothing.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Whether another person than the caller has written in a row: a change of theirs is in the history, they have a private note on it, or they
-- changed it last and that change is no longer kept. What the program writes beside a change, such as a coach's last contact, is no writing.
-- An insertion by another person does not tell what the last writer wrote: a row that was already there gets that person's members of its JSON,
-- and after a restore a device brings a row back with what its person wrote in it before. A change that only empties columns leaves no words,
-- such as the one of a contact whose coach the athlete deletes. The function is volatile, so that a deletion that waited for the athlete's note
-- sees the note (see 0034).
CREATE FUNCTION compass.others_wrote(changed_table text, here jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
  record CONSTANT uuid := here ->> 'id';
  last_writer CONSTANT uuid := here ->> 'updated_by';
  derived CONSTANT text[] := (SELECT t.never_compared FROM compass.shared_tables AS t WHERE t.name = changed_table);
BEGIN
  RETURN EXISTS (
      SELECT 1 FROM compass.step_changes AS c JOIN compass.steps AS s ON s.number = c.step
      WHERE c.id = record AND c.table_name = changed_table AND c.op = 'update' AND s.person <> me
        AND EXISTS (SELECT 1 FROM jsonb_each(c.set) AS k(name, value) WHERE NOT k.name = ANY (derived) AND k.value <> 'null'))
    OR EXISTS (
      SELECT 1 FROM public.private_notes AS n
      WHERE n.record_id = record AND n.table_name = changed_table AND n.user_id <> me AND n.note <> '')
    OR coalesce(last_writer <> me, false) AND NOT EXISTS (
      SELECT 1 FROM compass.step_changes AS c JOIN compass.steps AS s ON s.number = c.step
      WHERE c.id = record AND c.table_name = changed_table AND c.op = 'update' AND s.person = last_writer);
END
$$;

CREATE FUNCTION compass.keep_words_of_others(shared_table text) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE POLICY keeps_words ON public.%1$I AS RESTRICTIVE FOR DELETE TO authenticated
    USING ((SELECT compass.is_athlete()) OR NOT compass.others_wrote(%1$L, to_jsonb(%1$I.*)))', shared_table);
END
$$;

-- As before, and for a plain kind of the family's too.
ALTER FUNCTION compass.let_family_in(text, text) RENAME TO let_family_see_and_write;
CREATE FUNCTION compass.let_family_in(shared_table text, area text) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM compass.let_family_see_and_write(shared_table, area);
  PERFORM compass.keep_words_of_others(shared_table);
END
$$;

REVOKE ALL ON FUNCTION
  compass.others_wrote(text, jsonb), compass.keep_words_of_others(text), compass.let_family_in(text, text)
  FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.others_wrote(text, jsonb) TO authenticated;

SELECT compass.keep_words_of_others(name) FROM unnest(ARRAY[
  'schools', 'coaches', 'events', 'interactions', 'offers', 'performance_metrics', 'documents', 'athlete_task']) AS t(name);
