-- The aggregates of a report (rule 4.10), as one would ask for them: a query a figure.
-- :family, :start and :end (moments), :first and :last (days) are set by report.py.
SELECT 'schools', '', count(*) FROM schools WHERE family_unit_id = :family;
SELECT 'status', coalesce(status, 'researching'), count(*) FROM schools
  WHERE family_unit_id = :family GROUP BY 2;
SELECT 'division', division, count(*) FROM schools
  WHERE family_unit_id = :family AND division IS NOT NULL GROUP BY 2;
SELECT 'coaches', '', count(*) FROM coaches WHERE family_unit_id = :family;
SELECT 'schools with coaches', '', count(DISTINCT school_id) FROM coaches
  WHERE family_unit_id = :family;
SELECT 'interactions', '', count(*) FROM interactions
  WHERE family_unit_id = :family AND occurred_at BETWEEN :start AND :end;
SELECT 'inbound', '', count(*) FROM interactions
  WHERE family_unit_id = :family AND occurred_at BETWEEN :start AND :end AND direction = 'inbound';
SELECT 'type', type, count(*) FROM interactions
  WHERE family_unit_id = :family AND occurred_at BETWEEN :start AND :end GROUP BY 2;
SELECT 'sentiment', coalesce(sentiment, 'neutral'), count(*) FROM interactions
  WHERE family_unit_id = :family AND occurred_at BETWEEN :start AND :end GROUP BY 2;
SELECT 'metrics', '', count(*) FROM performance_metrics
  WHERE family_unit_id = :family AND recorded_date BETWEEN :first AND :last;
SELECT 'metric', metric_type, printf('%.2f', avg(value)), max(value), min(value)
  FROM performance_metrics
  WHERE family_unit_id = :family AND recorded_date BETWEEN :first AND :last GROUP BY 2;
