/// The SQL of the tables for the timeline, suggestions and notifications (domain.md 2.3 and 2.4).
///
/// `task.due_month` and `athlete_task.deadline_date` are additions of this project, for due dates
/// (domain.md 4.2). `notifications.occasion` stores the cause of a generated notification, so that
/// each person gets only one notification for a cause (domain.md 10.2).
enum TimelineTables {
  static let sql = """
    CREATE TABLE task (
      id TEXT PRIMARY KEY NOT NULL,
      category TEXT NOT NULL,
      grade_level INTEGER NOT NULL,
      title TEXT NOT NULL,
      description TEXT,
      required INTEGER DEFAULT 0,
      dependency_task_ids TEXT DEFAULT '[]',
      why_it_matters TEXT,
      failure_risk TEXT,
      division_applicability TEXT DEFAULT '["ALL"]',
      due_month INTEGER,
      deadline_date TEXT,
      catalogue_order INTEGER,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX task_of_grade ON task(grade_level, catalogue_order);
    CREATE INDEX task_that_waits ON task(id) WHERE dependency_task_ids <> '[]';

    CREATE TABLE athlete_task (
      id TEXT PRIMARY KEY NOT NULL,
      athlete_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      task_id TEXT NOT NULL REFERENCES task(id) ON DELETE CASCADE,
      status TEXT NOT NULL DEFAULT 'not_started',
      completed_at TEXT,
      deadline_date TEXT,
      is_recovery_task INTEGER DEFAULT 0,
      created_by TEXT,
      updated_by TEXT,
      created_at TEXT,
      updated_at TEXT,
      UNIQUE (athlete_id, task_id)
    ) STRICT;
    CREATE INDEX athlete_task_of_task ON athlete_task(task_id);

    CREATE TABLE suggestion (
      id TEXT PRIMARY KEY NOT NULL,
      athlete_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      rule_type TEXT NOT NULL,
      urgency TEXT NOT NULL,
      message TEXT NOT NULL,
      action_type TEXT,
      related_school_id TEXT REFERENCES schools(id) ON DELETE SET NULL,
      related_task_id TEXT REFERENCES task(id) ON DELETE SET NULL,
      dismissed INTEGER DEFAULT 0,
      dismissed_at TEXT,
      completed INTEGER DEFAULT 0,
      completed_at TEXT,
      pending_surface INTEGER DEFAULT 1,
      surfaced_at TEXT,
      condition_snapshot TEXT,
      reappeared INTEGER DEFAULT 0,
      previous_suggestion_id TEXT REFERENCES suggestion(id) ON DELETE SET NULL,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX suggestion_open ON suggestion(athlete_id, created_at)
      WHERE dismissed = 0 AND completed = 0;
    CREATE INDEX suggestion_of_athlete ON suggestion(athlete_id, rule_type, created_at);
    CREATE INDEX suggestion_of_school ON suggestion(related_school_id);
    CREATE INDEX suggestion_of_task ON suggestion(related_task_id);
    CREATE INDEX suggestion_after ON suggestion(previous_suggestion_id);

    CREATE TABLE notifications (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      title TEXT NOT NULL,
      message TEXT,
      priority TEXT DEFAULT 'normal',
      related_entity_type TEXT,
      related_entity_id TEXT,
      scheduled_for TEXT,
      sent_at TEXT,
      read_at TEXT,
      email_sent INTEGER DEFAULT 0,
      email_sent_at TEXT,
      action_url TEXT,
      occasion TEXT,
      created_at TEXT
    ) STRICT;
    CREATE INDEX notifications_by_time ON notifications(user_id, coalesce(scheduled_for, created_at));
    CREATE INDEX notifications_unread ON notifications(user_id) WHERE read_at IS NULL;
    CREATE INDEX notifications_about
      ON notifications(user_id, type, related_entity_id, scheduled_for);
    CREATE UNIQUE INDEX notifications_by_occasion ON notifications(user_id, occasion)
      WHERE occasion IS NOT NULL;
    """
}
