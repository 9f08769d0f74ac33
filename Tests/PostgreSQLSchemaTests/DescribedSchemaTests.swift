import Basics
import CivilTime
import Foundation
import JSON
import Persistence
import SQLite
import SchemaWriting
import Testing
import ToolTesting

@testable import Domain
@testable import SQLBackend

/// Tests of the tables that the Swift descriptions of the records declare, with real databases. The
/// migrations must create exactly these tables in the SQLite file and on the server. The statements
/// that `Tools/schema` prints must add what is missing.
@Suite struct DescribedSchemaTests {
  private static func dataFile(_ more: [Migration]) -> Persistence.DataFile {
    let schema = CompassSchema.schema
    return DataFile(
      path: DatabaseConnection.inMemoryPath,
      schema: Schema(
        applicationID: schema.applicationID, migrations: schema.migrations + more,
        sharedTables: schema.sharedTables),
      now: { Instant(milliseconds: 0) })
  }

  private static func file(_ more: [Migration] = []) throws -> FileDatabase {
    let file = dataFile(more)
    let tables = CompassSchema.sharedTables.map(\.description) + ["awards"]
    return try file.read { FileDatabase(try FileTables(tables, in: $0)) }
  }

  private static func server(_ database: String) throws -> ServerDatabase {
    let server = try DatabaseServer.plain.get()
    return ServerDatabase(try ServerTables { try server.query($0, in: database) })
  }

  @Test("Both databases are as the records are described, with the catalogue's tasks")
  func described() throws {
    #expect(try Self.file().steps() == [])
    #expect(try Self.server("compass").steps() == [])
    let server = try DatabaseServer.plain.get()
    let catalogue = try CatalogueDifference { try server.query($0, in: "compass") }
    #expect(catalogue.file == [] && catalogue.server == [])
    #expect(DescribedTable.all.count == RecordKinds.all.count)
  }

  /// A described column that no migration creates.
  ///
  /// `file` and `server` are the statements that `Tools/schema` must print to add the column.
  struct Missing: CustomTestStringConvertible {
    var column: DescribedColumn
    var file: String
    var server: String
    var testDescription: String { column.name }

    init(
      _ name: String, _ form: ColumnForm, bounds: ValueBounds? = nil, isRequired: Bool = false,
      standard: JSONValue? = nil, reference: DescribedReference? = nil, listed: TableName? = nil,
      file: String, server: String
    ) {
      column = DescribedColumn(
        name: name, form: form, role: .data, bounds: bounds, isRequired: isRequired,
        standard: standard, reference: reference, listed: listed, isNeverCompared: false)
      self.file = file
      self.server = server
    }
  }

  private static let missing = [
    Missing(
      "office", .text, bounds: .length(TextLimit.short),
      file: "ALTER TABLE coaches ADD COLUMN office TEXT;",
      server: "ALTER TABLE public.coaches ADD COLUMN office compass.words;"),
    Missing(
      "shirt", .word(["s", "it's"]), standard: "s",
      file: "ALTER TABLE coaches ADD COLUMN shirt TEXT DEFAULT 's';",
      server:
        "ALTER TABLE public.coaches ADD COLUMN shirt text DEFAULT 's' CHECK (shirt IN ('s', 'it''s'));"
    ),
    Missing(
      "years", .whole, bounds: .range(0...80),
      file: "ALTER TABLE coaches ADD COLUMN years INTEGER;",
      server: "ALTER TABLE public.coaches ADD COLUMN years integer CHECK (years BETWEEN 0 AND 80);"),
    Missing(
      "answers", .flag, standard: false,
      file: "ALTER TABLE coaches ADD COLUMN answers INTEGER DEFAULT 0;",
      server: "ALTER TABLE public.coaches ADD COLUMN answers boolean DEFAULT false;"),
    Missing(
      "met_at", .id, reference: DescribedReference(table: .events, goesAlong: false),
      file: """
        ALTER TABLE coaches ADD COLUMN met_at TEXT REFERENCES events(id) ON DELETE SET NULL;
        CREATE INDEX coaches_of_met_at ON coaches (met_at);
        """,
      server: """
        ALTER TABLE public.coaches ADD COLUMN met_at uuid REFERENCES public.events ON DELETE SET NULL DEFERRABLE;
        CREATE CONSTRAINT TRIGGER met_at_stays_in_family AFTER INSERT OR UPDATE ON public.coaches DEFERRABLE
          FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('met_at=events');
        CREATE INDEX coaches_of_met_at ON public.coaches (met_at);
        """),
    Missing(
      "seen_at", .ids, standard: [], listed: .events,
      file: "ALTER TABLE coaches ADD COLUMN seen_at TEXT DEFAULT '[]';",
      server: """
        ALTER TABLE public.coaches ADD COLUMN seen_at compass.ids DEFAULT '{}';
        CREATE CONSTRAINT TRIGGER seen_at_stays_in_family AFTER INSERT OR UPDATE ON public.coaches DEFERRABLE
          FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('seen_at=events[]');
        """),
    Missing(
      "title", .text, isRequired: true,
      file: """
        -- coaches.title is required: the rows that are there get ''.
        ALTER TABLE coaches ADD COLUMN title TEXT NOT NULL DEFAULT '';
        """,
      server: """
        -- coaches.title is required: the rows that are there get ''.
        ALTER TABLE public.coaches ADD COLUMN title compass.words NOT NULL DEFAULT '';
        """),
  ]

  @Test(
    "A described column without a migration is missed in both, and what is printed adds it",
    arguments: missing)
  func column(_ missing: Missing) throws {
    var described = DescribedTable.all
    let place = try #require(described.firstIndex { $0.name == .coaches })
    described[place].columns.append(missing.column)
    try Self.expect(
      described, file: missing.file, server: missing.server, "column_\(missing.column.name)")
  }

  @Test("A required column whose rows would need a made-up value is left to a person")
  func requiredDay() throws {
    var described = DescribedTable.all
    let place = try #require(described.firstIndex { $0.name == .coaches })
    described[place].columns.append(
      Missing("hired_on", .day, isRequired: true, file: "", server: "").column)
    let sentence =
      "coaches.hired_on is required, and the rows that are there have no such value. Fill them first."
    #expect(try Self.file().steps(to: described) == [.byHand(sentence)])
    #expect(try Self.server("compass").steps(to: described) == [.byHand(sentence)])
  }

  @Test("A column in another form is adapted at the server, and named for the file")
  func changedColumn() throws {
    var described = DescribedTable.all
    let place = try #require(described.firstIndex { $0.name == .coaches })
    func replace(_ name: String, _ column: DescribedColumn) throws {
      let at = try #require(described[place].columns.firstIndex { $0.name == name })
      described[place].columns[at] = column
    }
    try replace("phone", Missing("phone", .whole, standard: 1, file: "", server: "").column)
    try replace(
      "role",
      Missing(
        "role", .word(["head", "assistant", "recruiting", "analyst"]), isRequired: true, file: "",
        server: ""
      ).column)
    described[place].columns.removeAll { $0.name == "email" }
    #expect(
      try Self.file().steps(to: described) == [
        .byHand(
          "coaches.phone: the type is TEXT instead of INTEGER. The table is made anew."),
        .byHand("coaches.phone: the default is none instead of 1. The table is made anew."),
        .byHand(
          "coaches.email is in the database and in no description. To drop it drops its values."),
      ])
    #expect(
      try Self.server("compass").steps(to: described) == [
        .run(
          "ALTER TABLE public.coaches DROP CONSTRAINT IF EXISTS coaches_role_check, ADD CONSTRAINT coaches_role_check CHECK (role IN ('head', 'assistant', 'recruiting', 'analyst'))"
        ),
        .run("ALTER TABLE public.coaches ALTER COLUMN phone TYPE integer"),
        .run("ALTER TABLE public.coaches ALTER COLUMN phone SET DEFAULT 1"),
        .byHand(
          "coaches.email is in the database and in no description. To drop it drops its values."),
      ])
  }

  @Test("The kind of docs/adding-a-record.md is made in both databases by what is printed")
  func kind() throws {
    let described = DescribedTable.all + [PlainRecord<Award>.described]
    let next = NextMigration(
      file: try Self.file().steps(to: described),
      server: try Self.server("compass").steps(to: described))
    let page = try Self.text("docs/adding-a-record.md")
    let source = try Self.text("Tests/PostgreSQLSchemaTests/Award.swift")
    let type = try #require(source.range(of: "/// What an athlete won"))
    #expect(page.contains(source[type.lowerBound...]), "The page shows another kind.")
    let printed = next.text(fileNumber: 7, serverNumber: 20)
    #expect(page.contains(printed), "The page shows other migrations than these:\n\(printed)")
    #expect(page.contains(Self.missing[0].file.dropLast()))
    #expect(page.contains(Self.missing[0].server))
    try Self.expect(
      described, file: next.file.script, server: next.server.script, "kind")
  }

  @Test("A task that its data file has otherwise is changed in both databases by what is printed")
  func changedTask() throws {
    var templates = TaskCatalogue.templates
    templates[1].title = "Don't guess"
    templates[1].isRequired = true
    templates[1].dependencyIDs = [templates[0].id, templates[2].id]
    templates[1].divisionApplicability = ["DI", "DII"]
    templates[1].dueMonth = nil
    let plain = try DatabaseServer.plain.get()
    func difference(in database: String) throws -> CatalogueDifference {
      try CatalogueDifference(to: templates) { try plain.query($0, in: database) }
    }
    let found = try difference(in: "compass")
    let prefix = "c0a7a106-0000-4000-8000-000000000"
    #expect(
      found.file == [
        .run(
          """
          UPDATE task SET title = 'Don''t guess', required = 1, \
          dependency_task_ids = '["\(prefix)901","\(prefix)903"]', \
          division_applicability = '["DI","DII"]', due_month = null WHERE id = '\(prefix)902'
          """)
      ])
    #expect(
      found.server == [
        .run(
          """
          UPDATE public.task SET title = 'Don''t guess', required = true, \
          dependency_task_ids = '{\(prefix)901,\(prefix)903}', \
          division_applicability = '{DI,DII}', due_month = null WHERE id = '\(prefix)902'
          """)
      ])
    let copy = try plain.database("changed_task")
    try plain.query(found.server.script, in: copy)
    #expect(try difference(in: copy).server == [])

    let next = Migration(CompassSchema.schema.version + 1, "Next", sql: found.file.script)
    let read = try Self.dataFile([next]).read { connection in
      try connection.query(
        """
        SELECT json_array(title, required, dependency_task_ids, division_applicability, due_month)
        FROM task WHERE catalogue_order = 1
        """
      ) { row in try row.text(0) }
    }
    let needs = #"[\"\#(prefix)901\",\"\#(prefix)903\"]"#
    #expect(read == [#"["Don't guess",1,"\#(needs)","[\"DI\",\"DII\"]",null]"#])
  }

  @Test("A new task and one that is gone are left to a person")
  func otherTasks() throws {
    let plain = try DatabaseServer.plain.get()
    var templates = TaskCatalogue.templates
    let old = templates.removeLast().id
    let new = CatalogueTask.id(forKey: "12-17")
    templates.append(
      TimelineTask(id: new, title: "Write", gradeLevel: 12, category: .mindset))
    let found = try CatalogueDifference(to: templates) { try plain.query($0, in: "compass") }
    let sentences: [SchemaStep] = [
      .byHand("The task \(new) is in no migration. Every file has to give it the same handle."),
      .byHand(
        "The task \(old) is in no data file. To delete it deletes what families have done of it."),
    ]
    #expect(found.file == sentences && found.server == sentences)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Project.root.appending(path: path), encoding: .utf8)
  }

  /// Checks that `Tools/schema` prints the expected scripts for both databases, and that their
  /// tables match the descriptions after the scripts have run.
  private static func expect(
    _ described: [DescribedTable], file: String, server: String, _ database: String
  ) throws {
    #expect(try Self.file().steps(to: described).script == file)
    let migration = Migration(CompassSchema.schema.version + 1, "Next", sql: file)
    #expect(try Self.file([migration]).steps(to: described) == [])

    #expect(try Self.server("compass").steps(to: described).script == server)
    let plain = try DatabaseServer.plain.get()
    let copy = try plain.database("described_\(database)")
    try plain.query(server, in: copy)
    #expect(try Self.server(copy).steps(to: described) == [])
  }
}

extension [SchemaStep] {
  fileprivate var script: String { map(\.text).joined(separator: "\n") }
}
