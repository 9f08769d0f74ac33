-- The queries that sqlite3 runs for comparison with `reports contacts`: how often each school and each
-- coach was written to and wrote in the range, and when for the last time. Tools/bench/report.py sets
-- :family and the moments :start and :end.
SELECT s.name, sum(i.direction = 'outbound'), sum(i.direction = 'inbound'), max(i.occurred_at)
  FROM interactions i JOIN schools s ON s.id = i.school_id
  WHERE i.family_unit_id = :family AND i.occurred_at BETWEEN :start AND :end GROUP BY s.id;
SELECT c.last_name, sum(i.direction = 'outbound'), sum(i.direction = 'inbound'), max(i.occurred_at)
  FROM interactions i JOIN coaches c ON c.id = i.coach_id
  WHERE i.family_unit_id = :family AND i.occurred_at BETWEEN :start AND :end GROUP BY c.id;
