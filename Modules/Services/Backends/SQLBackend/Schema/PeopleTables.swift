/// The SQL of the tables for people, families and preferences (domain.md 2.1). The column
/// `family_members.helps` contains the areas in which a parent may help the athlete (domain.md
/// 10.10).
enum PeopleTables {
  static let sql = """
    CREATE TABLE users (
      id TEXT PRIMARY KEY NOT NULL,
      email TEXT UNIQUE,
      full_name TEXT,
      role TEXT NOT NULL,
      phone TEXT,
      profile_photo_url TEXT,
      graduation_year INTEGER,
      current_phase TEXT DEFAULT 'freshman',
      phase_milestone_data TEXT DEFAULT '{}',
      status_score INTEGER,
      status_label TEXT,
      recovery_mode_active INTEGER DEFAULT 0,
      recovery_plan_shown_at TEXT,
      icloud_sync_enabled INTEGER DEFAULT 0,
      is_admin INTEGER DEFAULT 0,
      zip_code TEXT,
      gpa REAL,
      sat_score INTEGER,
      act_score INTEGER,
      profile_completeness INTEGER,
      onboarding_completed INTEGER DEFAULT 0,
      timezone TEXT,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;

    CREATE TABLE family_units (
      id TEXT PRIMARY KEY NOT NULL,
      player_user_id TEXT NOT NULL UNIQUE REFERENCES users(id) ON DELETE CASCADE,
      family_name TEXT,
      family_code TEXT UNIQUE,
      code_generated_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;

    CREATE TABLE family_members (
      id TEXT PRIMARY KEY NOT NULL,
      family_unit_id TEXT NOT NULL REFERENCES family_units(id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      role TEXT NOT NULL,
      added_at TEXT NOT NULL,
      helps TEXT NOT NULL DEFAULT '[]',
      UNIQUE (family_unit_id, user_id)
    ) STRICT;
    CREATE INDEX family_members_of_user ON family_members(user_id);

    CREATE TABLE family_code_usage_log (
      id TEXT PRIMARY KEY NOT NULL,
      family_unit_id TEXT NOT NULL REFERENCES family_units(id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      code_used TEXT NOT NULL,
      action TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX family_code_usage_log_of_family ON family_code_usage_log(family_unit_id, created_at);
    CREATE INDEX family_code_usage_log_of_user ON family_code_usage_log(user_id);

    CREATE TABLE user_preferences (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      category TEXT NOT NULL,
      data TEXT NOT NULL DEFAULT '{}',
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      UNIQUE (user_id, category)
    ) STRICT;

    CREATE TABLE preference_history (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      category TEXT NOT NULL,
      old_value TEXT,
      new_value TEXT NOT NULL,
      changed_fields TEXT NOT NULL DEFAULT '[]',
      changed_by TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX preference_history_of_category ON preference_history(user_id, category, created_at);

    CREATE TABLE parent_view_log (
      id TEXT PRIMARY KEY NOT NULL,
      parent_user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      athlete_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      viewed_item_type TEXT NOT NULL,
      viewed_item_id TEXT,
      viewed_at TEXT NOT NULL,
      CHECK (parent_user_id <> athlete_id)
    ) STRICT;
    CREATE INDEX parent_view_log_of_athlete ON parent_view_log(athlete_id, viewed_at);
    CREATE INDEX parent_view_log_of_parent ON parent_view_log(parent_user_id);

    CREATE TABLE local_credentials (
      user_id TEXT PRIMARY KEY NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      passphrase_hash TEXT,
      failed_tries INTEGER NOT NULL DEFAULT 0,
      last_tried_at TEXT
    ) STRICT;

    CREATE TABLE local_sessions (
      token_digest TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      started_at TEXT NOT NULL,
      expires_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX local_sessions_of_user ON local_sessions(user_id);
    """
}
