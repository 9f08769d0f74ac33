-- Measures of every sport, and those that families make.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

/* A word of a vocabulary that is not listed here: a name of the program, `sixty_time`, or a family's own measure, which says whether less
   is better, its unit and its name, `own:lower:sec:30_m_sprint`. */
CREATE DOMAIN compass.term AS text CHECK (
  char_length(VALUE) <= 80 AND VALUE ~ '^([a-z][a-z0-9_]{0,59}|own:(lower|higher):[^:[:space:][:cntrl:]]{0,20}:[^:[:space:][:cntrl:]]{1,40})$');

ALTER TABLE public.performance_metrics
  DROP CONSTRAINT performance_metrics_metric_type_check,
  ALTER COLUMN metric_type TYPE compass.term;
