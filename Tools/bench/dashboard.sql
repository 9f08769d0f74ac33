-- The queries that sqlite3 runs for comparison: the figures of the dashboard's page, from the same
-- file and indexes. Tools/bench/dashboard.py sets :family, :athlete, :now, :month, :week, :stale,
-- :window and :silent.
SELECT 'coaches', count(*) FROM coaches WHERE family_unit_id = :family;
SELECT 'schools', count(*) FROM schools WHERE family_unit_id = :family;
SELECT 'interactions', count(*) FROM interactions WHERE family_unit_id = :family;
SELECT 'offers', count(*) FROM offers WHERE family_unit_id = :family;
SELECT 'accepted', count(*) FROM offers WHERE family_unit_id = :family AND status = 'accepted';
SELECT 'a-tier', count(*) FROM schools WHERE family_unit_id = :family AND priority_tier = 'A';
SELECT 'by status', coalesce(status, 'researching'), count(*) FROM schools WHERE family_unit_id = :family GROUP BY 2;
SELECT 'sizes', count(*) FROM schools WHERE family_unit_id = :family AND json_extract(academic_info, '$.student_size') > 0;
SELECT 'schools with offers', count(DISTINCT school_id) FROM offers WHERE family_unit_id = :family;
SELECT 'responsiveness', round(avg(coalesce(responsiveness_score, (
    SELECT CASE WHEN sum(direction = 'outbound') > 0
      THEN min(100, round(100.0 * sum(direction = 'inbound') / sum(direction = 'outbound'))) ELSE 0 END
    FROM interactions WHERE coach_id = coaches.id), 0))) FROM coaches WHERE family_unit_id = :family;
SELECT 'this month', count(*) FROM interactions
  WHERE family_unit_id = :family AND occurred_at >= :month AND occurred_at <= :now;
SELECT 'day', substr(occurred_at, 1, 10), count(*) FROM interactions
  WHERE family_unit_id = :family AND occurred_at >= :window AND occurred_at <= :now GROUP BY 2;
SELECT 'week', school_id, count(*), max(occurred_at) FROM interactions
  WHERE family_unit_id = :family AND occurred_at >= :week AND occurred_at <= :now GROUP BY 2 ORDER BY 4 DESC LIMIT 5;
SELECT 'attention', count(*) FROM schools WHERE family_unit_id = :family AND NOT EXISTS (
  SELECT 1 FROM interactions WHERE school_id = schools.id AND occurred_at > :stale AND occurred_at <= :now);
SELECT 'follow-up', first_name, last_name FROM coaches
  WHERE family_unit_id = :family AND (last_contact_date IS NULL OR last_contact_date < :silent)
  ORDER BY last_contact_date, last_name, first_name LIMIT 5;
SELECT 'upcoming', name FROM events WHERE family_unit_id = :family AND start_date >= substr(:now, 1, 10)
  ORDER BY start_date, start_time LIMIT 5;
SELECT 'metric', metric_type, value FROM performance_metrics WHERE user_id = :athlete
  ORDER BY recorded_date DESC, created_at DESC LIMIT 3;
SELECT 'happened', * FROM (
  SELECT * FROM (SELECT occurred_at AS at, school_id FROM interactions WHERE family_unit_id = :family
    ORDER BY occurred_at DESC LIMIT 50)
  UNION ALL SELECT * FROM (SELECT changed_at, school_id FROM school_status_history
    WHERE school_id IN (SELECT id FROM schools WHERE family_unit_id = :family) ORDER BY changed_at DESC LIMIT 50)
  UNION ALL SELECT * FROM (SELECT created_at, title FROM documents WHERE family_unit_id = :family
    ORDER BY created_at DESC LIMIT 50)) ORDER BY at DESC LIMIT 5;
SELECT 'suggestion', message FROM suggestion
  WHERE athlete_id = :athlete AND dismissed = 0 AND completed = 0 AND pending_surface = 0
  ORDER BY CASE urgency WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, created_at LIMIT 3;
