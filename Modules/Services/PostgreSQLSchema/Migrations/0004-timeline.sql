-- The recruiting timeline, what the rules suggest, and what is announced (rules 2.3 and 2.4).
-- `task.due_month`, `athlete_task.deadline_date` (rule 4.2) and `notifications.occasion` (rule 10.2) are columns of ours.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE TABLE public.task (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  category text NOT NULL CHECK (category IN ('academic', 'athletic', 'recruiting', 'exposure', 'mindset')),
  grade_level integer NOT NULL CHECK (grade_level BETWEEN 9 AND 12),
  title text NOT NULL CHECK (char_length(title) <= 255),
  description compass.words,
  required boolean DEFAULT false,
  dependency_task_ids compass.ids DEFAULT '{}',
  why_it_matters compass.words,
  failure_risk compass.words,
  division_applicability compass.texts DEFAULT '{ALL}'
    CHECK (division_applicability <@ ARRAY['ALL', 'DI', 'DII', 'DIII', 'NAIA', 'JUCO']),
  due_month integer CHECK (due_month BETWEEN 1 AND 12),
  deadline_date compass.day,
  catalogue_order integer,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment()
);

CREATE TABLE public.athlete_task (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  athlete_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  task_id uuid NOT NULL REFERENCES public.task ON DELETE CASCADE DEFERRABLE,
  status text NOT NULL DEFAULT 'not_started' CHECK (status IN ('not_started', 'in_progress', 'completed', 'skipped')),
  completed_at compass.instant,
  deadline_date compass.day,
  is_recovery_task boolean DEFAULT false,
  created_by uuid,
  updated_by uuid,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment(),
  UNIQUE (athlete_id, task_id)
);
CREATE INDEX athlete_task_of_task ON public.athlete_task (task_id);

CREATE TABLE public.suggestion (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  athlete_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  rule_type text NOT NULL CHECK (char_length(rule_type) <= 50),
  urgency text NOT NULL CHECK (urgency IN ('low', 'medium', 'high')),
  message compass.words NOT NULL,
  action_type text CHECK (action_type IN ('log_interaction', 'add_video', 'add_school', 'update_video')),
  related_school_id uuid REFERENCES public.schools ON DELETE SET NULL DEFERRABLE,
  related_task_id uuid REFERENCES public.task ON DELETE SET NULL DEFERRABLE,
  dismissed boolean DEFAULT false,
  dismissed_at compass.instant,
  completed boolean DEFAULT false,
  completed_at compass.instant,
  pending_surface boolean DEFAULT true,
  surfaced_at compass.instant,
  condition_snapshot jsonb,
  reappeared boolean DEFAULT false,
  previous_suggestion_id uuid REFERENCES public.suggestion ON DELETE SET NULL DEFERRABLE,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX suggestion_of_athlete ON public.suggestion (athlete_id, rule_type, created_at);
CREATE INDEX suggestion_of_school ON public.suggestion (related_school_id);
CREATE INDEX suggestion_of_task ON public.suggestion (related_task_id);
CREATE INDEX suggestion_after ON public.suggestion (previous_suggestion_id);

CREATE TABLE public.notifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  type text NOT NULL CHECK (type IN (
    'follow_up_reminder', 'deadline_alert', 'inbound_interaction', 'daily_digest', 'offer', 'event')),
  title compass.words NOT NULL,
  message compass.words,
  priority text DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high')),
  related_entity_type text CHECK (
    related_entity_type IN ('offer', 'event', 'recommendation', 'coach', 'school', 'interaction')),
  related_entity_id uuid,
  scheduled_for compass.instant,
  sent_at compass.instant,
  read_at compass.instant,
  email_sent boolean DEFAULT false,
  email_sent_at compass.instant,
  action_url text CHECK (char_length(action_url) <= 500),
  occasion compass.words,
  created_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX notifications_by_time ON public.notifications (user_id, scheduled_for);

-- By its digest: what an occasion covers may be longer than an entry of an index.
CREATE UNIQUE INDEX notifications_by_occasion ON public.notifications (user_id, md5(occasion)) WHERE occasion IS NOT NULL;
