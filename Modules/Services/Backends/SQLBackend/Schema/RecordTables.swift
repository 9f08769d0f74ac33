/// The SQL of the tables for schools, coaches and the records about them (domain.md 2.2).
///
/// The indexes fit the queries of the pages. A list reads its rows in the order of an index and
/// need not sort them. A report and the page of one record read only an index and no row of the
/// table, so such an index ends with the columns by which these queries sort and select. Rows
/// without a family are few, and every page looks for them, so they have small indexes of their
/// own.
enum RecordTables {
  static let sql = """
    CREATE TABLE schools (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      family_unit_id TEXT REFERENCES family_units(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      location TEXT,
      city TEXT,
      state TEXT,
      division TEXT,
      conference TEXT,
      ranking INTEGER,
      is_favorite INTEGER DEFAULT 0,
      website TEXT,
      favicon_url TEXT,
      twitter_handle TEXT,
      instagram_handle TEXT,
      status TEXT DEFAULT 'researching',
      status_changed_at TEXT,
      priority_tier TEXT,
      notes TEXT,
      private_notes TEXT DEFAULT '{}',
      pros TEXT DEFAULT '[]',
      cons TEXT DEFAULT '[]',
      offer_details TEXT,
      academic_info TEXT,
      amenities TEXT,
      fit_score INTEGER,
      fit_score_data TEXT,
      fit_tier TEXT,
      coaching_philosophy TEXT,
      coaching_style TEXT,
      recruiting_approach TEXT,
      communication_style TEXT,
      success_metrics TEXT,
      created_by TEXT,
      updated_by TEXT,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX schools_by_name ON schools(family_unit_id, name);
    CREATE INDEX schools_by_status ON schools(family_unit_id, status, division, priority_tier);
    CREATE INDEX schools_of_user ON schools(user_id);
    CREATE INDEX schools_by_folded_name ON schools(name COLLATE NOCASE);
    CREATE INDEX schools_without_family ON schools(user_id) WHERE family_unit_id IS NULL;

    CREATE TABLE school_status_history (
      id TEXT PRIMARY KEY NOT NULL,
      school_id TEXT NOT NULL REFERENCES schools(id) ON DELETE CASCADE,
      previous_status TEXT,
      new_status TEXT NOT NULL,
      changed_by TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      changed_at TEXT NOT NULL,
      notes TEXT,
      created_at TEXT
    ) STRICT;
    CREATE INDEX school_status_history_of_school ON school_status_history(school_id, changed_at);
    CREATE INDEX school_status_history_by_time ON school_status_history(changed_at);
    CREATE INDEX school_status_history_of_user ON school_status_history(changed_by);

    CREATE TABLE coaches (
      id TEXT PRIMARY KEY NOT NULL,
      school_id TEXT NOT NULL REFERENCES schools(id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      family_unit_id TEXT REFERENCES family_units(id) ON DELETE CASCADE,
      role TEXT NOT NULL,
      first_name TEXT NOT NULL,
      last_name TEXT NOT NULL,
      email TEXT,
      phone TEXT,
      twitter_handle TEXT,
      instagram_handle TEXT,
      notes TEXT,
      private_notes TEXT,
      responsiveness_score INTEGER,
      last_contact_date TEXT,
      availability TEXT,
      follow_up_threshold_days INTEGER,
      created_by TEXT,
      updated_by TEXT,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX coaches_of_school ON coaches(school_id, last_name, family_unit_id);
    CREATE INDEX coaches_by_name ON coaches(family_unit_id, last_name, first_name);
    CREATE INDEX coaches_by_contact ON coaches(family_unit_id, last_contact_date, school_id);
    CREATE INDEX coaches_of_user ON coaches(user_id);
    CREATE INDEX coaches_without_family ON coaches(user_id) WHERE family_unit_id IS NULL;

    CREATE TABLE events (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      school_id TEXT REFERENCES schools(id) ON DELETE SET NULL,
      family_unit_id TEXT REFERENCES family_units(id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      location TEXT,
      address TEXT,
      city TEXT,
      state TEXT,
      start_date TEXT NOT NULL,
      end_date TEXT,
      start_time TEXT,
      end_time TEXT,
      checkin_time TEXT,
      url TEXT,
      description TEXT,
      event_source TEXT,
      coaches_present TEXT DEFAULT '[]',
      performance_notes TEXT,
      stats_recorded TEXT,
      cost REAL,
      registered INTEGER DEFAULT 0,
      attended INTEGER DEFAULT 0,
      created_by TEXT,
      updated_by TEXT,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX events_by_day ON events(user_id, start_date);
    CREATE INDEX events_of_school ON events(school_id, start_date, family_unit_id);
    CREATE INDEX events_of_family ON events(family_unit_id, start_date);
    CREATE INDEX events_without_family ON events(user_id) WHERE family_unit_id IS NULL;

    CREATE TABLE interactions (
      id TEXT PRIMARY KEY NOT NULL,
      school_id TEXT NOT NULL REFERENCES schools(id) ON DELETE CASCADE,
      coach_id TEXT REFERENCES coaches(id) ON DELETE SET NULL,
      event_id TEXT REFERENCES events(id) ON DELETE SET NULL,
      family_unit_id TEXT REFERENCES family_units(id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      direction TEXT NOT NULL,
      subject TEXT,
      content TEXT,
      sentiment TEXT,
      occurred_at TEXT NOT NULL,
      logged_by TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      attachments TEXT DEFAULT '[]',
      created_at TEXT,
      updated_by TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX interactions_by_time
      ON interactions(family_unit_id, occurred_at, type, sentiment, direction, school_id);
    CREATE INDEX interactions_by_kind
      ON interactions(family_unit_id, type, direction, sentiment, occurred_at);
    CREATE INDEX interactions_without_family
      ON interactions(logged_by, type, direction, sentiment, occurred_at, family_unit_id)
      WHERE family_unit_id IS NULL;
    CREATE INDEX interactions_of_school
      ON interactions(school_id, occurred_at, direction, family_unit_id);
    CREATE INDEX interactions_of_coach
      ON interactions(coach_id, direction, occurred_at, family_unit_id);
    CREATE INDEX interactions_of_event ON interactions(event_id, occurred_at, family_unit_id);
    CREATE INDEX interactions_of_logger ON interactions(logged_by, occurred_at);

    CREATE TABLE offers (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      school_id TEXT NOT NULL REFERENCES schools(id) ON DELETE CASCADE,
      coach_id TEXT REFERENCES coaches(id) ON DELETE SET NULL,
      family_unit_id TEXT REFERENCES family_units(id) ON DELETE CASCADE,
      offer_type TEXT NOT NULL,
      scholarship_amount REAL,
      scholarship_percentage REAL,
      offer_date TEXT NOT NULL,
      deadline_date TEXT,
      status TEXT DEFAULT 'pending',
      conditions TEXT,
      notes TEXT,
      created_by TEXT,
      updated_by TEXT,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX offers_by_day ON offers(user_id, offer_date);
    CREATE INDEX offers_by_deadline ON offers(user_id, status, deadline_date);
    CREATE INDEX offers_of_school ON offers(school_id);
    CREATE INDEX offers_of_coach ON offers(coach_id);
    CREATE INDEX offers_of_family ON offers(family_unit_id);
    CREATE INDEX offers_without_family ON offers(user_id) WHERE family_unit_id IS NULL;

    CREATE TABLE performance_metrics (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      family_unit_id TEXT REFERENCES family_units(id) ON DELETE CASCADE,
      recorded_date TEXT NOT NULL,
      metric_type TEXT NOT NULL,
      value REAL NOT NULL,
      unit TEXT,
      event_id TEXT REFERENCES events(id) ON DELETE SET NULL,
      notes TEXT,
      verified INTEGER DEFAULT 0,
      created_by TEXT,
      updated_by TEXT,
      created_at TEXT
    ) STRICT;
    CREATE INDEX performance_metrics_by_day ON performance_metrics(user_id, recorded_date, created_at);
    CREATE INDEX performance_metrics_by_type
      ON performance_metrics(user_id, metric_type, recorded_date, created_at, value);
    CREATE INDEX performance_metrics_of_event
      ON performance_metrics(event_id, recorded_date, created_at, family_unit_id);
    CREATE INDEX performance_metrics_of_family
      ON performance_metrics(family_unit_id, recorded_date, created_at);
    CREATE INDEX performance_metrics_without_family
      ON performance_metrics(user_id) WHERE family_unit_id IS NULL;
    CREATE INDEX performance_metrics_of_family_by_type
      ON performance_metrics(family_unit_id, metric_type, recorded_date, created_at, value, unit);

    CREATE TABLE documents (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      family_unit_id TEXT REFERENCES family_units(id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      title TEXT NOT NULL,
      description TEXT,
      file_url TEXT NOT NULL,
      file_type TEXT,
      version INTEGER DEFAULT 1,
      is_current INTEGER DEFAULT 1,
      school_id TEXT REFERENCES schools(id) ON DELETE SET NULL,
      shared_with_schools TEXT DEFAULT '[]',
      uploaded_by TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      health_status TEXT,
      last_health_check TEXT,
      created_by TEXT,
      updated_by TEXT,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX documents_by_time ON documents(user_id, created_at);
    CREATE INDEX documents_of_type ON documents(user_id, type, is_current);
    CREATE INDEX documents_of_school ON documents(school_id);
    CREATE INDEX documents_by_link ON documents(file_url);
    CREATE INDEX documents_of_family
      ON documents(family_unit_id, created_at, school_id, shared_with_schools);
    CREATE INDEX documents_without_family ON documents(user_id) WHERE family_unit_id IS NULL;
    CREATE INDEX documents_of_uploader ON documents(uploaded_by);
    CREATE INDEX documents_shared ON documents(shared_with_schools)
      WHERE shared_with_schools <> '[]';

    CREATE TABLE recommendation_letters (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      writer_name TEXT NOT NULL,
      writer_title TEXT,
      writer_email TEXT,
      relationship TEXT,
      requested_date TEXT,
      due_date TEXT,
      received_date TEXT,
      status TEXT DEFAULT 'not_requested',
      schools_submitted_to TEXT DEFAULT '[]',
      document_id TEXT REFERENCES documents(id) ON DELETE SET NULL,
      notes TEXT,
      created_at TEXT,
      updated_at TEXT
    ) STRICT;
    CREATE INDEX recommendation_letters_by_due ON recommendation_letters(user_id, status, due_date);
    CREATE INDEX recommendation_letters_by_writer ON recommendation_letters(writer_name COLLATE NOCASE);
    CREATE INDEX recommendation_letters_of_document ON recommendation_letters(document_id);
    """

  /// The SQL of the table for the contents of documents' files. A file is stored in parts, and each
  /// part has the size of the whole file, by which a missing part is detected. Undo steps do not
  /// record this table, but only the document that refers to the file.
  static let keptFiles = """
    CREATE TABLE kept_files (
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      file_id TEXT NOT NULL,
      part INTEGER NOT NULL CHECK (part BETWEEN 0 AND 39),
      size INTEGER NOT NULL CHECK (size BETWEEN 1 AND 10485760),
      bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 262144),
      added_at TEXT NOT NULL,
      PRIMARY KEY (user_id, file_id, part)
    ) STRICT;
    """

  /// The SQL of a migration that replaces the indexes by which a calendar finds deadlines in a
  /// range of days. In these indexes the day comes right after the owner, because most offers and
  /// letters have no stored status by which they could be selected.
  static let deadlinesByDay = """
    DROP INDEX offers_of_family;
    CREATE INDEX offers_of_family ON offers(family_unit_id, deadline_date, status);
    DROP INDEX offers_by_deadline;
    CREATE INDEX offers_by_deadline ON offers(user_id, deadline_date);
    DROP INDEX recommendation_letters_by_due;
    CREATE INDEX recommendation_letters_by_due ON recommendation_letters(user_id, due_date);
    """

  /// The SQL of a migration with indexes for lists of many records.
  ///
  /// An index of a list has the order of the list, so that SQLite reads only the shown rows instead
  /// of sorting all of them. The index of schools by name also finds a school of an import, whatever
  /// the case of its letters. By the type of a contact the page of a school finds visits and camps.
  /// The index of the coaches of a school ends with the columns that tell who waits for an answer
  /// and who was not contacted lately, so that the rows of the other coaches are not read.
  static let listsInOrder = """
    DROP INDEX schools_by_name;
    DROP INDEX schools_by_folded_name;
    CREATE INDEX schools_by_name ON schools(family_unit_id, name COLLATE NOCASE);
    DROP INDEX coaches_by_name;
    CREATE INDEX coaches_by_name
      ON coaches(family_unit_id, last_name COLLATE NOCASE, first_name COLLATE NOCASE);
    DROP INDEX coaches_of_school;
    CREATE INDEX coaches_of_school ON coaches
      (school_id, last_name COLLATE NOCASE, first_name COLLATE NOCASE, family_unit_id, id,
       last_contact_date);
    DROP INDEX events_of_family;
    CREATE INDEX events_of_family
      ON events(family_unit_id, start_date DESC, name COLLATE NOCASE);
    DROP INDEX events_of_school;
    CREATE INDEX events_of_school
      ON events(school_id, start_date DESC, name COLLATE NOCASE, family_unit_id, type);
    DROP INDEX documents_of_family;
    CREATE INDEX documents_of_family ON documents
      (family_unit_id, created_at DESC, title COLLATE NOCASE, school_id, shared_with_schools);
    CREATE INDEX interactions_of_school_by_type ON interactions(school_id, type, occurred_at);
    CREATE INDEX interactions_of_coach_by_time
      ON interactions(coach_id, occurred_at, family_unit_id);
    """

  /// The SQL of a migration with indexes for the board of the schools and a month of the calendar.
  ///
  /// The second column of `schools_by_status` is the status as pages display it, so that the
  /// schools of one status are read in the order of their names, and the schools of each status are
  /// counted without sorting. Its last columns are for figures about all schools, which read no row
  /// of the table.
  ///
  /// `events_of_several_days` finds the events that are going on at a day by their length and first
  /// day. Most events take one day and are not in it. The length counts 31 days for each month. The
  /// function `date` would give the exact length, but SQLite refuses a row for whose day an index
  /// would have to ask what time it is now, and another program can write such a day.
  static let boardAndMonth = """
    DROP INDEX schools_by_status;
    CREATE INDEX schools_by_status ON schools
      (family_unit_id, coalesce(status, 'researching'), name COLLATE NOCASE, status, division,
       priority_tier);
    CREATE INDEX events_of_several_days ON events
      ((372 * substr(end_date, 1, 4) + 31 * substr(end_date, 6, 2) + substr(end_date, 9, 2))
         - (372 * substr(start_date, 1, 4) + 31 * substr(start_date, 6, 2)
           + substr(start_date, 9, 2)),
       start_date, end_date)
      WHERE end_date > start_date;
    """
}
