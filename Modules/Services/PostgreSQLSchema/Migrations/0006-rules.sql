-- What holds against any client, whatever it sends: nothing changes hands, references stay inside the family, a
-- locked task stays locked.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- One row while an erasure hands over; written and deleted by one transaction, so that no other ever sees it.
CREATE TABLE compass.erasing (person uuid PRIMARY KEY);

-- Whose a row is and who wrote it is said once, when it is made. A row without a family can be brought into one, and stays there. Who changed
-- it is entered here: what a program works out beside a change (a coach's last contact) names nobody, and a row that a helper changes has to
-- bear the helper's name or row security refuses it.
CREATE FUNCTION compass.check_row() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most_bytes CONSTANT integer := 65536;
  pinned CONSTANT text[] := ARRAY[
    'id', 'user_id', 'athlete_id', 'player_user_id', 'parent_user_id', 'logged_by', 'uploaded_by', 'changed_by', 'created_by',
    'task_id', 'table_name', 'record_id'];
  me CONSTANT uuid := auth.uid();
  old_row jsonb;
  new_row jsonb;
  name text;
BEGIN
  IF octet_length(NEW::text) > most_bytes THEN
    RAISE EXCEPTION 'A row of % has room for % bytes.', TG_TABLE_NAME, most_bytes
      USING ERRCODE = 'check_violation', CONSTRAINT = 'row_size', TABLE = TG_TABLE_NAME;
  END IF;
  new_row := to_jsonb(NEW);
  IF TG_OP = 'UPDATE' THEN old_row := to_jsonb(OLD); END IF;
  -- Nobody names another.
  IF me IS NOT NULL AND old_row -> 'updated_by' IS DISTINCT FROM new_row -> 'updated_by'
    AND coalesce(new_row ->> 'updated_by', me::text) <> me::text
  THEN
    IF EXISTS (SELECT 1 FROM compass.erasing) THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'updated_by of % is whoever changes it.', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege', COLUMN = 'updated_by', TABLE = TG_TABLE_NAME;
  END IF;
  IF TG_OP = 'INSERT' THEN RETURN NEW; END IF;

  FOREACH name IN ARRAY pinned LOOP
    IF old_row -> name IS DISTINCT FROM new_row -> name THEN
      IF EXISTS (SELECT 1 FROM compass.erasing) THEN RETURN NEW; END IF;
      RAISE EXCEPTION '% of % cannot be changed.', name, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege', COLUMN = name, TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  IF nullif(old_row ->> 'family_unit_id', '') IS NOT NULL
    AND old_row -> 'family_unit_id' IS DISTINCT FROM new_row -> 'family_unit_id'
  THEN
    RAISE EXCEPTION 'A row of % stays in its family.', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege', COLUMN = 'family_unit_id', TABLE = TG_TABLE_NAME;
  END IF;
  IF me IS NOT NULL AND new_row ? 'updated_by' AND new_row ->> 'updated_by' IS DISTINCT FROM me::text THEN
    NEW := jsonb_populate_record(NEW, jsonb_build_object('updated_by', me));
  END IF;
  RETURN NEW;
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT t.name FROM compass.shared_tables AS t WHERE t.name <> 'handles' ORDER BY 1 LOOP
    EXECUTE format('CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON public.%I
      FOR EACH ROW EXECUTE FUNCTION compass.check_row()', name);
  END LOOP;
END
$$;

-- A row of a family points at rows of the same family; a row of one's own at one's own, or at those of a family of
-- one's own. A foreign key alone would take any row that exists. Deferrable, because a device sends rows in the order
-- of its own file.
CREATE FUNCTION compass.stays_in_family() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  child CONSTANT jsonb := to_jsonb(NEW);
  family CONSTANT uuid := child ->> 'family_unit_id';
  owner CONSTANT uuid := coalesce(child ->> 'user_id', child ->> 'athlete_id', child ->> 'logged_by');
  reference text;
  parent uuid;
  fits boolean;
BEGIN
  FOREACH reference IN ARRAY TG_ARGV LOOP
    -- A list may name what is gone; what is there has to be the family's.
    IF split_part(reference, '=', 2) LIKE '%[]' THEN
      EXECUTE format(
        'SELECT NOT EXISTS (
           SELECT 1 FROM public.%I AS p WHERE p.id = ANY ($3) AND NOT CASE
             WHEN $1 IS NOT NULL THEN p.family_unit_id IS NOT DISTINCT FROM $1
             WHEN p.family_unit_id IS NULL THEN p.user_id = $2
             ELSE EXISTS (SELECT 1 FROM public.family_members AS m WHERE m.family_unit_id = p.family_unit_id AND m.user_id = $2)
           END)', trim(TRAILING '[]' FROM split_part(reference, '=', 2)))
      INTO fits USING family, owner, ARRAY(
        SELECT e::uuid FROM jsonb_array_elements_text(nullif(child -> split_part(reference, '=', 1), 'null')) AS e);
      IF NOT fits THEN
        RAISE EXCEPTION '% of % names what is of another family.', split_part(reference, '=', 1), TG_TABLE_NAME
          USING ERRCODE = 'check_violation', CONSTRAINT = 'stays_in_family', COLUMN = split_part(reference, '=', 1),
            TABLE = TG_TABLE_NAME;
      END IF;
      CONTINUE;
    END IF;
    parent := child ->> split_part(reference, '=', 1);
    CONTINUE WHEN parent IS NULL;
    IF split_part(reference, '=', 2) = 'suggestion' THEN
      SELECT p.athlete_id = owner INTO fits FROM public.suggestion AS p WHERE p.id = parent;
    ELSE
      EXECUTE format(
        'SELECT CASE
           WHEN $1 IS NOT NULL THEN p.family_unit_id IS NOT DISTINCT FROM $1
           WHEN p.family_unit_id IS NULL THEN p.user_id = $2
           ELSE EXISTS (SELECT 1 FROM public.family_members AS m WHERE m.family_unit_id = p.family_unit_id AND m.user_id = $2)
         END FROM public.%I AS p WHERE p.id = $3', split_part(reference, '=', 2))
      INTO fits USING family, owner, parent;
    END IF;
    -- No parent at all is the foreign key's to say.
    IF NOT coalesce(fits, true) THEN
      RAISE EXCEPTION '% of % belongs to another family.', split_part(reference, '=', 1), TG_TABLE_NAME
        USING ERRCODE = 'check_violation', CONSTRAINT = 'stays_in_family', COLUMN = split_part(reference, '=', 1),
          TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER stays_in_family AFTER INSERT OR UPDATE ON public.coaches DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('school_id=schools');
CREATE CONSTRAINT TRIGGER stays_in_family AFTER INSERT OR UPDATE ON public.events DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('school_id=schools', 'coaches_present=coaches[]');
CREATE CONSTRAINT TRIGGER stays_in_family AFTER INSERT OR UPDATE ON public.interactions DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('school_id=schools', 'coach_id=coaches', 'event_id=events');
CREATE CONSTRAINT TRIGGER stays_in_family AFTER INSERT OR UPDATE ON public.offers DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('school_id=schools', 'coach_id=coaches');
CREATE CONSTRAINT TRIGGER stays_in_family AFTER INSERT OR UPDATE ON public.performance_metrics DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('event_id=events');
CREATE CONSTRAINT TRIGGER stays_in_family AFTER INSERT OR UPDATE ON public.documents DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('school_id=schools', 'shared_with_schools=schools[]');
CREATE CONSTRAINT TRIGGER stays_in_family AFTER INSERT OR UPDATE ON public.suggestion DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('related_school_id=schools', 'previous_suggestion_id=suggestion');

-- A task is begun or completed only when all that it needs is completed (rule 4.3), or skipped where it is from before the
-- athlete began here (rule 10.9). Which tasks those are depends on the day and the zone in which the athlete began, which devices
-- know, so for the server every skipped task is out of the way. An id that is no task counts as met, and so does the task
-- itself. At the end of a step, because several may be caught up with at once.
CREATE FUNCTION compass.task_is_unlocked() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  unmet text;
BEGIN
  IF NEW.status NOT IN ('in_progress', 'completed') THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND NEW.status = OLD.status THEN RETURN NULL; END IF;
  -- Another change of the same step may have taken it back.
  IF NOT EXISTS (SELECT 1 FROM public.athlete_task AS t WHERE t.id = NEW.id AND t.status = NEW.status) THEN RETURN NULL; END IF;

  SELECT string_agg(needed.title, ', ' ORDER BY needed.catalogue_order, needed.id) INTO unmet
  FROM public.task AS wanted JOIN public.task AS needed ON needed.id = ANY (wanted.dependency_task_ids)
  WHERE wanted.id = NEW.task_id AND needed.id <> wanted.id
    AND NOT EXISTS (
      SELECT 1 FROM public.athlete_task AS done
      WHERE done.athlete_id = NEW.athlete_id AND done.task_id = needed.id AND done.status IN ('completed', 'skipped'));
  IF unmet IS NOT NULL THEN
    RAISE EXCEPTION 'This task is locked.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'task_is_unlocked', DETAIL = unmet, TABLE = 'athlete_task';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER task_is_unlocked AFTER INSERT OR UPDATE ON public.athlete_task DEFERRABLE
  FOR EACH ROW EXECUTE FUNCTION compass.task_is_unlocked();

-- A family without its athlete among its members would be nobody's. Whoever makes it may send the membership along;
-- if it is missing at the end, it is added.
CREATE FUNCTION compass.family_has_its_athlete() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.family_members (family_unit_id, user_id, role)
  SELECT f.id, f.player_user_id, 'player' FROM public.family_units AS f
  WHERE f.id = NEW.id AND NOT EXISTS (
    SELECT 1 FROM public.family_members AS m WHERE m.family_unit_id = f.id AND m.user_id = f.player_user_id);
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER family_has_its_athlete AFTER INSERT ON public.family_units DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION compass.family_has_its_athlete();

-- Notes on a record that was deleted stay with their writers, unseen, so that they come back with it when the deletion is undone
-- (`compass.forget` takes them in the end). A record that comes back brings them to its writers' devices again.
CREATE FUNCTION compass.bring_back_private_notes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  note_ids uuid[];
  writers uuid[];
BEGIN
  SELECT array_agg(n.id), array_agg(n.user_id) INTO note_ids, writers
  FROM public.private_notes AS n JOIN new_rows AS r ON r.id = n.record_id AND n.table_name = TG_TABLE_NAME;
  IF note_ids IS NOT NULL THEN
    PERFORM compass.stamp('private_notes', note_ids, writers, note_ids, '{}', false);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER private_notes_come_back AFTER INSERT ON public.schools REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.bring_back_private_notes();
CREATE TRIGGER private_notes_come_back AFTER INSERT ON public.coaches REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.bring_back_private_notes();
