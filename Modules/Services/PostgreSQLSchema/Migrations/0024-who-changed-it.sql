-- Who changed a row is entered here, whatever the client sends: what a program works out beside a change (a coach's last contact) names
-- nobody, and a row that a helper changes has to bear the helper's name or row security refuses it.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE OR REPLACE FUNCTION compass.check_row() RETURNS trigger
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
