-- Schools, coaches and what happens with them (rule 2.2).
-- `created_by` and `updated_by` on offers, measurements and documents are columns of ours (rule 10.10).
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE TABLE public.schools (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  family_unit_id uuid REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  name compass.words NOT NULL,
  location compass.words,
  city compass.words,
  state compass.words,
  division text CHECK (division IN ('D1', 'D2', 'D3', 'NAIA', 'JUCO')),
  conference compass.words,
  ranking integer CHECK (ranking BETWEEN 1 AND 100000),
  is_favorite boolean DEFAULT false,
  website compass.words,
  favicon_url compass.words,
  twitter_handle compass.words,
  instagram_handle compass.words,
  status text DEFAULT 'researching' CHECK (status IN (
    'researching', 'contacted', 'interested', 'offer_received', 'declined', 'committed', 'camp_invite', 'recruited',
    'official_visit_invited', 'official_visit_scheduled', 'not_pursuing')),
  status_changed_at compass.instant,
  priority_tier text CHECK (priority_tier IN ('A', 'B', 'C')),
  notes compass.words,
  pros compass.texts DEFAULT '{}',
  cons compass.texts DEFAULT '{}',
  offer_details jsonb,
  academic_info jsonb,
  amenities jsonb,
  fit_score integer CHECK (fit_score BETWEEN 0 AND 100),
  fit_score_data jsonb,
  fit_tier text CHECK (fit_tier IN ('reach', 'match', 'safety', 'unlikely')),
  coaching_philosophy compass.words,
  coaching_style compass.words,
  recruiting_approach compass.words,
  communication_style compass.words,
  success_metrics compass.words,
  created_by uuid,
  updated_by uuid,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX schools_of_family ON public.schools (family_unit_id, name);
CREATE INDEX schools_of_user ON public.schools (user_id);

CREATE TABLE public.school_status_history (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  school_id uuid NOT NULL REFERENCES public.schools ON DELETE CASCADE DEFERRABLE,
  previous_status compass.words,
  new_status compass.words NOT NULL,
  changed_by uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  changed_at compass.instant NOT NULL DEFAULT compass.moment(),
  notes compass.words,
  created_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX school_status_history_of_school ON public.school_status_history (school_id, changed_at);
CREATE INDEX school_status_history_of_user ON public.school_status_history (changed_by);

CREATE TABLE public.coaches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  school_id uuid NOT NULL REFERENCES public.schools ON DELETE CASCADE DEFERRABLE,
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  family_unit_id uuid REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  role text NOT NULL CHECK (role IN ('head', 'assistant', 'recruiting')),
  first_name compass.words NOT NULL,
  last_name compass.words NOT NULL,
  email compass.words,
  phone compass.words,
  twitter_handle compass.words,
  instagram_handle compass.words,
  notes compass.words,
  responsiveness_score integer,
  last_contact_date compass.instant,
  availability jsonb,
  follow_up_threshold_days integer,
  created_by uuid,
  updated_by uuid,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX coaches_of_school ON public.coaches (school_id, last_name);
CREATE INDEX coaches_of_family ON public.coaches (family_unit_id, last_name);
CREATE INDEX coaches_of_user ON public.coaches (user_id);

CREATE TABLE public.events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  school_id uuid REFERENCES public.schools ON DELETE SET NULL DEFERRABLE,
  family_unit_id uuid REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  type text NOT NULL CHECK (type IN ('showcase', 'camp', 'official_visit', 'unofficial_visit', 'game')),
  name compass.words NOT NULL,
  location compass.words,
  address compass.words,
  city compass.words,
  state text CHECK (char_length(state) <= 2),
  start_date compass.day NOT NULL,
  end_date compass.day,
  start_time compass.clock,
  end_time compass.clock,
  checkin_time compass.clock,
  url compass.words,
  description compass.words,
  event_source text CHECK (event_source IN ('email', 'flyer', 'web_search', 'recommendation', 'friend', 'other')),
  coaches_present compass.ids DEFAULT '{}',
  performance_notes compass.words,
  stats_recorded jsonb,
  cost compass.figure CHECK (cost BETWEEN 0 AND 1000000),
  registered boolean DEFAULT false,
  attended boolean DEFAULT false,
  created_by uuid,
  updated_by uuid,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment(),
  CONSTRAINT events_end_after_start CHECK (end_date >= start_date)
);
CREATE INDEX events_by_day ON public.events (user_id, start_date);
CREATE INDEX events_of_family ON public.events (family_unit_id, start_date);
CREATE INDEX events_of_school ON public.events (school_id);

CREATE TABLE public.interactions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  school_id uuid NOT NULL REFERENCES public.schools ON DELETE CASCADE DEFERRABLE,
  coach_id uuid REFERENCES public.coaches ON DELETE SET NULL DEFERRABLE,
  event_id uuid REFERENCES public.events ON DELETE SET NULL DEFERRABLE,
  family_unit_id uuid REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  type text NOT NULL CHECK (type IN (
    'email', 'text', 'phone_call', 'in_person_visit', 'virtual_meeting', 'camp', 'showcase', 'tweet', 'dm', 'game',
    'unofficial_visit', 'official_visit', 'other')),
  direction text NOT NULL CHECK (direction IN ('outbound', 'inbound')),
  subject text CHECK (char_length(subject) <= 500),
  content compass.words,
  sentiment text CHECK (sentiment IN ('positive', 'neutral', 'negative', 'very_positive')),
  occurred_at compass.instant NOT NULL,
  logged_by uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  attachments compass.texts DEFAULT '{}',
  created_at compass.instant DEFAULT compass.moment(),
  updated_by uuid,
  updated_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX interactions_of_family ON public.interactions (family_unit_id, occurred_at);
CREATE INDEX interactions_of_school ON public.interactions (school_id, occurred_at);
CREATE INDEX interactions_of_coach ON public.interactions (coach_id, occurred_at);
CREATE INDEX interactions_of_event ON public.interactions (event_id);
CREATE INDEX interactions_of_logger ON public.interactions (logged_by, occurred_at);

CREATE TABLE public.offers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  school_id uuid NOT NULL REFERENCES public.schools ON DELETE CASCADE DEFERRABLE,
  coach_id uuid REFERENCES public.coaches ON DELETE SET NULL DEFERRABLE,
  family_unit_id uuid REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  offer_type text NOT NULL CHECK (
    offer_type IN ('full_ride', 'partial', 'scholarship', 'recruited_walk_on', 'preferred_walk_on')),
  scholarship_amount numeric(10, 2) CHECK (scholarship_amount BETWEEN 0 AND 100000),
  scholarship_percentage numeric(5, 2) CHECK (scholarship_percentage BETWEEN 0 AND 100),
  offer_date compass.day NOT NULL DEFAULT current_date,
  deadline_date compass.day,
  status text DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'declined', 'expired')),
  conditions compass.words,
  notes compass.words,
  created_by uuid,
  updated_by uuid,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment(),
  CONSTRAINT offers_deadline_after_offer CHECK (deadline_date >= offer_date)
);
CREATE INDEX offers_by_day ON public.offers (user_id, offer_date);
CREATE INDEX offers_of_family ON public.offers (family_unit_id);
CREATE INDEX offers_of_school ON public.offers (school_id);
CREATE INDEX offers_of_coach ON public.offers (coach_id);

CREATE TABLE public.performance_metrics (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  family_unit_id uuid REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  recorded_date compass.day NOT NULL,
  metric_type text NOT NULL CHECK (metric_type IN (
    'velocity', 'exit_velo', 'sixty_time', 'pop_time', 'batting_avg', 'era', 'strikeouts', 'other')),
  value compass.figure NOT NULL,
  unit text CHECK (char_length(unit) <= 20),
  event_id uuid REFERENCES public.events ON DELETE SET NULL DEFERRABLE,
  notes compass.words,
  verified boolean DEFAULT false,
  created_by uuid,
  updated_by uuid,
  created_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX performance_metrics_by_day ON public.performance_metrics (user_id, recorded_date);
CREATE INDEX performance_metrics_of_family ON public.performance_metrics (family_unit_id, recorded_date);
CREATE INDEX performance_metrics_of_event ON public.performance_metrics (event_id);

CREATE TABLE public.documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  family_unit_id uuid REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  type text NOT NULL CHECK (
    type IN ('highlight_video', 'transcript', 'resume', 'rec_letter', 'questionnaire', 'stats_sheet')),
  title compass.words NOT NULL,
  description compass.words,
  file_url compass.words NOT NULL,
  file_type compass.words,
  version integer DEFAULT 1,
  is_current boolean DEFAULT true,
  school_id uuid REFERENCES public.schools ON DELETE SET NULL DEFERRABLE,
  shared_with_schools compass.ids DEFAULT '{}',
  uploaded_by uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  health_status text CHECK (health_status IN ('healthy', 'broken', 'unknown')),
  last_health_check compass.instant,
  created_by uuid,
  updated_by uuid,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment()
);
CREATE INDEX documents_by_time ON public.documents (user_id, created_at);
CREATE INDEX documents_of_family ON public.documents (family_unit_id, created_at);
CREATE INDEX documents_of_school ON public.documents (school_id);
CREATE INDEX documents_of_uploader ON public.documents (uploaded_by);
