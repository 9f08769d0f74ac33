-- An athlete reads when a parent looked at the athlete's profile.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

ALTER TABLE public.parent_view_log DROP CONSTRAINT parent_view_log_viewed_item_type_check;
ALTER TABLE public.parent_view_log ADD CONSTRAINT parent_view_log_viewed_item_type_check CHECK (
  viewed_item_type IN (
    'school', 'coach', 'interaction', 'event', 'timeline', 'performance', 'dashboard', 'report',
    'offer', 'document', 'recommendation', 'packet', 'calendar', 'profile'));
