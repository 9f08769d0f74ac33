-- People, families and what they prefer (rule 2.1), and the one schema that nobody outside reaches: `compass`.
-- Only `public` is exposed; what is in `compass` is reached through functions, triggers and policies alone.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

DO $$
BEGIN
  IF NOT (SELECT rolbypassrls OR rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
    RAISE EXCEPTION '% does not bypass row security, so functions of theirs could not decide who may see what.', current_user
      USING HINT = 'On a hosted project run the files as its owner, elsewhere 0001 as a superuser first.';
  END IF;
END
$$;

-- Every function of ours has `search_path = pg_catalog, pg_temp`: an empty one would look for types among the caller's temporary
-- ones first. All other names are written with their schema.
CREATE SCHEMA compass;
GRANT USAGE ON SCHEMA compass TO authenticated, service_role;

-- Which files were applied, for `Tools/postgres migrate` and the server.
CREATE TABLE compass.migrations (
  number integer PRIMARY KEY,
  name text NOT NULL,
  digest text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- What a device can read again: no infinite day, no number that is none or too large for the file's, no text without end,
-- no list with holes.
CREATE DOMAIN compass.instant AS timestamptz(3)
  CHECK (VALUE >= timestamptz '0001-01-01 00:00:00+00' AND VALUE < timestamptz '10000-01-01 00:00:00+00');
CREATE DOMAIN compass.day AS date CHECK (VALUE >= date '0001-01-01' AND VALUE < date '10000-01-01');
CREATE DOMAIN compass.figure AS numeric CHECK (VALUE > -1e308 AND VALUE < 1e308);
CREATE DOMAIN compass.words AS text CHECK (char_length(VALUE) <= 10000);
CREATE DOMAIN compass.clock AS time(0) CHECK (VALUE < time '24:00');

-- A plain list: none of its members is missing, none is a list itself.
CREATE DOMAIN compass.texts AS text[] CHECK (
  CASE WHEN coalesce(array_ndims(VALUE), 1) = 1 THEN array_position(VALUE, NULL) IS NULL ELSE false END);
CREATE DOMAIN compass.ids AS uuid[] CHECK (
  CASE WHEN coalesce(array_ndims(VALUE), 1) = 1 THEN array_position(VALUE, NULL) IS NULL ELSE false END);

CREATE FUNCTION compass.moment() RETURNS timestamptz
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN date_trunc('milliseconds', now());
END
$$;

CREATE TABLE public.users (
  id uuid PRIMARY KEY,
  email text UNIQUE CHECK (char_length(email) <= 255),
  full_name compass.words,
  role text NOT NULL CHECK (role IN ('admin', 'parent', 'player')),
  phone compass.words,
  profile_photo_url compass.words,
  graduation_year integer CHECK (graduation_year BETWEEN 2024 AND 2040),
  current_phase text DEFAULT 'freshman'
    CHECK (current_phase IN ('freshman', 'sophomore', 'junior', 'senior', 'committed')),
  phase_milestone_data jsonb DEFAULT '{}',
  status_score integer CHECK (status_score BETWEEN 0 AND 100),
  status_label text CHECK (status_label IN ('on_track', 'slightly_behind', 'at_risk')),
  recovery_mode_active boolean DEFAULT false,
  recovery_plan_shown_at compass.instant,
  icloud_sync_enabled boolean DEFAULT false,
  is_admin boolean DEFAULT false,
  zip_code text CHECK (char_length(zip_code) <= 5),
  gpa compass.figure CHECK (gpa BETWEEN 0 AND 5),
  sat_score integer CHECK (sat_score BETWEEN 400 AND 1600),
  act_score integer CHECK (act_score BETWEEN 1 AND 36),
  profile_completeness integer CHECK (profile_completeness BETWEEN 0 AND 100),
  onboarding_completed boolean DEFAULT false,
  timezone text CHECK (char_length(timezone) <= 100),
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment()
);

-- A name is what others of the family read before they let a person in. It has no character that is invisible or turns the direction of
-- writing, and no word that mixes Latin letters with Greek or Cyrillic ones that look like them.
CREATE FUNCTION compass.looks_like_itself(name text) RETURNS boolean
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT name IS NULL OR (
    name !~ '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E0FFF]'
    AND normalize(name, NFKC) !~ '[A-Za-z]\w*[\u0370-\u052F]|[\u0370-\u052F]\w*[A-Za-z]')
$$;

CREATE FUNCTION compass.check_name() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.full_name IS NOT DISTINCT FROM OLD.full_name THEN RETURN NEW; END IF;
  IF NOT compass.looks_like_itself(NEW.full_name) THEN
    RAISE EXCEPTION 'A name has no invisible characters and no letters that only look like others.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'name_looks_like_itself', TABLE = 'users', COLUMN = 'full_name';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_name BEFORE INSERT OR UPDATE OF full_name ON public.users
  FOR EACH ROW EXECUTE FUNCTION compass.check_name();

CREATE TABLE public.family_units (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  player_user_id uuid NOT NULL UNIQUE REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  family_name text CHECK (char_length(family_name) <= 255),
  family_code text UNIQUE CHECK (family_code ~ '^FAM-[A-Z0-9]{6}$'),
  code_generated_at compass.instant,
  created_at compass.instant NOT NULL DEFAULT compass.moment(),
  updated_at compass.instant NOT NULL DEFAULT compass.moment()
);

-- `helps`: what a parent may write for the athlete (rule 10.10).
CREATE TABLE public.family_members (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  family_unit_id uuid NOT NULL REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  role text NOT NULL CHECK (role IN ('player', 'parent')),
  added_at compass.instant NOT NULL DEFAULT compass.moment(),
  helps compass.texts NOT NULL DEFAULT '{}'
    CHECK (helps <@ ARRAY['records', 'metrics', 'tasks'] AND (role = 'parent' OR helps = '{}')),
  UNIQUE (family_unit_id, user_id)
);
CREATE INDEX family_members_of_user ON public.family_members (user_id);
CREATE UNIQUE INDEX family_members_one_family_a_player ON public.family_members (user_id) WHERE role = 'player';

CREATE TABLE public.family_code_usage_log (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  family_unit_id uuid NOT NULL REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  code_used text NOT NULL CHECK (char_length(code_used) <= 10),
  action text NOT NULL CHECK (action IN ('generated', 'joined', 'regenerated')),
  created_at compass.instant NOT NULL DEFAULT compass.moment()
);
CREATE INDEX family_code_usage_log_of_family ON public.family_code_usage_log (family_unit_id, created_at);
CREATE INDEX family_code_usage_log_of_user ON public.family_code_usage_log (user_id);

CREATE TABLE public.user_preferences (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  category text NOT NULL CHECK (char_length(category) <= 100),
  data jsonb NOT NULL DEFAULT '{}',
  created_at compass.instant NOT NULL DEFAULT compass.moment(),
  updated_at compass.instant NOT NULL DEFAULT compass.moment(),
  UNIQUE (user_id, category)
);

CREATE TABLE public.preference_history (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  category text NOT NULL CHECK (char_length(category) <= 100),
  old_value jsonb,
  new_value jsonb NOT NULL,
  changed_fields compass.texts NOT NULL DEFAULT '{}',
  changed_by uuid NOT NULL,
  created_at compass.instant NOT NULL DEFAULT compass.moment()
);
CREATE INDEX preference_history_of_category ON public.preference_history (user_id, category, created_at);

CREATE TABLE public.parent_view_log (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  parent_user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  athlete_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  viewed_item_type text NOT NULL CHECK (
    viewed_item_type IN ('school', 'coach', 'interaction', 'event', 'timeline', 'performance', 'dashboard', 'report')),
  viewed_item_id uuid,
  viewed_at compass.instant NOT NULL DEFAULT compass.moment(),
  CHECK (parent_user_id <> athlete_id)
);
CREATE INDEX parent_view_log_of_athlete ON public.parent_view_log (athlete_id, viewed_at);
CREATE INDEX parent_view_log_of_parent ON public.parent_view_log (parent_user_id);

-- Written by the functions of joining and leaving. Kept a year, and not beyond the account.
CREATE TABLE public.audit_logs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  action text NOT NULL CHECK (char_length(action) <= 100),
  resource_type text CHECK (char_length(resource_type) <= 100),
  resource_id uuid,
  old_values jsonb,
  new_values jsonb,
  status text CHECK (char_length(status) <= 100),
  created_at compass.instant NOT NULL DEFAULT compass.moment()
);
CREATE INDEX audit_logs_of_user ON public.audit_logs (user_id, created_at);

-- One person's notes on a record. In the file they are members of the record's `private_notes`; here each is a row of
-- whoever wrote it, so that no way of reading the record can bring another's along.
CREATE TABLE public.private_notes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  table_name text NOT NULL CHECK (table_name IN ('schools', 'coaches')),
  record_id uuid NOT NULL,
  note compass.words NOT NULL,
  created_at compass.instant NOT NULL DEFAULT compass.moment(),
  updated_at compass.instant NOT NULL DEFAULT compass.moment(),
  UNIQUE (user_id, table_name, record_id)
);
CREATE INDEX private_notes_of_record ON public.private_notes (record_id);
