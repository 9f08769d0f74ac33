-- The queries that sqlite3 runs for comparison: the figures of a report (docs/domain.md, 4.10),
-- with one query for each. Tools/bench/report.py sets :family, the moments :start and :end, and the
-- days :first and :last.
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
