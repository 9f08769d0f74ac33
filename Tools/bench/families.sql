-- Inserts the families :first to :last, each with an athlete, a parent and about three hundred
-- rows. The triggers are off; families-stamp.sql later writes what they would have written. The
-- rows of one family are spread over the tables, as they are after a year of use.
SET session_replication_role = replica;
SET synchronous_commit = off;
BEGIN;
CREATE TEMP TABLE family ON COMMIT DROP AS
  SELECT n, gen_random_uuid() AS athlete, gen_random_uuid() AS parent, gen_random_uuid() AS unit
  FROM generate_series(:first, :last) AS n;
CREATE TEMP TABLE school ON COMMIT DROP AS
  SELECT f.*, k, gen_random_uuid() AS id FROM family AS f, generate_series(1, 30) AS k ORDER BY k, n;
CREATE TEMP TABLE coach ON COMMIT DROP AS
  SELECT s.n, s.athlete, s.parent, s.unit, s.k, s.id AS school, gen_random_uuid() AS id FROM school AS s WHERE k <= 24 ORDER BY k, n;

INSERT INTO accounts.people (id, email, password_hash, birth_date)
  SELECT athlete, format('athlete%s@example.org', n), '-', date '2005-05-31' FROM family
  UNION ALL SELECT parent, format('parent%s@example.org', n), '-', date '1975-05-31' FROM family;
INSERT INTO accounts.sessions (person, device) SELECT athlete, 'bench' FROM family UNION ALL SELECT parent, 'bench' FROM family;

INSERT INTO public.users (id, email, full_name, role, graduation_year)
  SELECT athlete, format('athlete%s@example.org', n), format('Sam Lee %s', n), 'player', 2028 FROM family
  UNION ALL SELECT parent, format('parent%s@example.org', n), format('Dana Lee %s', n), 'parent', NULL FROM family;
INSERT INTO public.family_units (id, player_user_id, family_name, family_code, code_generated_at)
  SELECT unit, athlete, format('Lee %s', n), 'FAM-' || upper(lpad(to_hex(n), 6, '0')), compass.moment() FROM family;
INSERT INTO public.family_members (family_unit_id, user_id, role, helps)
  SELECT unit, athlete, 'player', '{}'::text[] FROM family UNION ALL SELECT unit, parent, 'parent', '{records}' FROM family;
INSERT INTO public.family_code_usage_log (family_unit_id, user_id, code_used, action)
  SELECT unit, athlete, 'FAM-' || upper(lpad(to_hex(n), 6, '0')), 'generated' FROM family;
INSERT INTO public.user_preferences (user_id, category, data)
  SELECT athlete, 'player', '{"positions": ["SS", "2B"], "height_inches": 71, "weight_lbs": 175}'::jsonb FROM family
  UNION ALL SELECT parent, 'notifications', '{"enabled": true}' FROM family;
INSERT INTO public.audit_logs (user_id, action, resource_type, resource_id, new_values, status)
  SELECT athlete, 'member_joined', 'family_members', athlete, '{"helps": []}'::jsonb, 'success' FROM family;

INSERT INTO public.schools (id, user_id, family_unit_id, name, city, state, division, status, website, notes, created_by)
  SELECT id, athlete, unit, format('College %s of Springfield', k), 'Springfield', 'IL', 'D1', 'researching',
    format('https://college%s.example.edu', k), format('What we know of number %s: a new field, and a coach who answers.', k), athlete
  FROM school;
INSERT INTO public.school_status_history (school_id, previous_status, new_status, changed_by)
  SELECT id, 'researching', 'contacted', athlete FROM school WHERE k <= 12;
INSERT INTO public.coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name, email, created_by)
  SELECT id, school, athlete, unit, 'head', 'Robin', format('Rivera %s', k), format('coach%s@example.edu', k), athlete FROM coach;
INSERT INTO public.handles (scope, kind, number, record_id)
  SELECT unit, 's', k, id FROM school UNION ALL SELECT unit, 'c', k, id FROM coach;
INSERT INTO public.interactions (school_id, coach_id, family_unit_id, type, direction, subject, content, occurred_at, logged_by)
  SELECT c.school, c.id, c.unit, 'email', 'outbound', format('Message %s', m), 'Dear coach, here is my video of last weekend.',
    timestamptz '2026-01-01' + m * interval '1 day', c.athlete
  FROM generate_series(1, 80) AS m JOIN coach AS c ON c.k = 1 + m % 24 ORDER BY m, n;
INSERT INTO public.events (user_id, family_unit_id, type, name, start_date, created_by)
  SELECT athlete, unit, 'camp', format('Camp %s', k), date '2026-06-01' + k, athlete FROM school WHERE k <= 8;
INSERT INTO public.offers (user_id, school_id, family_unit_id, offer_type, offer_date, created_by)
  SELECT athlete, id, unit, 'partial', date '2026-02-01', athlete FROM school WHERE k = 1;
INSERT INTO public.performance_metrics (user_id, family_unit_id, recorded_date, metric_type, value, unit, created_by)
  SELECT athlete, unit, date '2025-09-01' + k * 7, 'velocity', 80 + k * 0.2, 'mph', athlete FROM school WHERE k <= 20;
INSERT INTO public.documents (user_id, family_unit_id, type, title, file_url, uploaded_by, created_by)
  SELECT athlete, unit, 'highlight_video', format('Video %s', k), 'https://video.example.org/' || k, athlete, athlete
  FROM school WHERE k <= 4;
INSERT INTO public.recommendation_letters (user_id, writer_name) SELECT athlete, 'Pat Kim' FROM family;
INSERT INTO public.athlete_task (athlete_id, task_id, status, created_by)
  SELECT f.athlete, t.id, CASE WHEN t.dependency_task_ids = '{}' THEN 'completed' ELSE 'not_started' END, f.athlete
  FROM public.task AS t, family AS f WHERE t.catalogue_order < 24 ORDER BY t.catalogue_order, n;
INSERT INTO public.suggestion (athlete_id, rule_type, urgency, message, related_school_id)
  SELECT athlete, 'interaction_gap', 'medium', format('You have not written to College %s for a while.', k), id
  FROM school WHERE k <= 6;
INSERT INTO public.notifications (user_id, type, title, message, scheduled_for)
  SELECT CASE WHEN k <= 16 THEN athlete ELSE parent END, 'follow_up_reminder', format('Write to College %s', k),
    'You have not written for a while.', timestamptz '2026-02-01' + k * interval '1 day' FROM school WHERE k <= 24;
INSERT INTO public.private_notes (user_id, table_name, record_id, note)
  SELECT athlete, 'schools', id, 'My favourite so far.' FROM school WHERE k <= 4;
INSERT INTO public.parent_view_log (parent_user_id, athlete_id, viewed_item_type, viewed_item_id)
  SELECT parent, athlete, 'school', id FROM school WHERE k <= 3;
COMMIT;
