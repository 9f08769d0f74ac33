-- The same figures as report.sql, but with one pass over the interactions instead of four.
SELECT 'schools', '', count(*) FROM schools WHERE family_unit_id = :family;
SELECT 'status', coalesce(status, 'researching'), count(*) FROM schools
  WHERE family_unit_id = :family GROUP BY 2;
SELECT 'division', division, count(*) FROM schools
  WHERE family_unit_id = :family AND division IS NOT NULL GROUP BY 2;
SELECT 'coaches', '', count(*) FROM coaches WHERE family_unit_id = :family;
SELECT 'schools with coaches', '', count(DISTINCT school_id) FROM coaches
  WHERE family_unit_id = :family;
SELECT 'group', type, coalesce(sentiment, 'neutral'), direction, count(*) FROM interactions
  WHERE family_unit_id = :family AND occurred_at BETWEEN :start AND :end GROUP BY 2, 3, 4;
SELECT 'metrics', '', count(*) FROM performance_metrics
  WHERE family_unit_id = :family AND recorded_date BETWEEN :first AND :last;
SELECT 'metric', metric_type, printf('%.2f', avg(value)), max(value), min(value)
  FROM performance_metrics
  WHERE family_unit_id = :family AND recorded_date BETWEEN :first AND :last GROUP BY 2;
