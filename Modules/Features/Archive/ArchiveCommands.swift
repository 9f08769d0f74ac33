import Domain
public import FeatureKit

extension ArchiveFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Under("import") { importing }
    Under("export") { exporting }
    Under("backup") { backup }
    Under("backup") { backupFile }
    Under("backup") { backupList }
    Under("restore") { restore }
    Under("erase") { erasePage }
    Under("erase") { erasePerson }
    Under("erase") { eraseFamily }
  }

  /// The required fields for importing the kinds of records that are defined by a `PlainKind` (a
  /// kind that one description defines), as a text for `help`, such as `; letters a writer`.
  private static var neededByPlainKinds: String {
    PlainKinds.all.map { "; \($0.kind.plural) \($0.needed.inSentence())" }.joined()
  }

  private var importing: Command<Self> {
    Command(
      "", "Import a table, or a whole export.", .writes,
      Argument("kind", ValueKind<ImportKind>.choice, "What the file holds", ask: "What is in it?"),
      Argument(
        "file", .file, "The file: a table (CSV), or the JSON of `export`", ask: "Which file?"),
      Option(
        "map", .columnMapping,
        "A column of the file and ours, \"Team=name\", or ours and what every row says: type=velocity"
      ).repeated.forTerminal,
      Option(
        "as", .text(max: 60, placeholder: "NAME"),
        "Keep what --map says under this name, or use what was kept"
      ).forTerminal,
      Flag("update", "Also change the records that are there already"),
      Flag("dry-run", "Only say what would happen").forTerminal,
      examples: [
        CommandExample(
          "import schools schools.csv --dry-run",
          prints: "✓ 2 schools would be imported.\n…"),
        CommandExample(
          "import schools schools.csv", prints: "✓ Imported 2 schools.\n…"),
      ]
    ) { kind, file, mapping, name, updates, isDryRun in
      .importRequested(
        ImportChoice(
          kind: kind, file: file, mapping: mapping, isDryRun: isDryRun, updates: updates,
          savedAs: name))
    }
    .withoutProfile
    .explained(
      """
      The first line of a table names its columns, in any order: `Name`, `City`, `Priority tier`. Columns that are not known \
      are left out and named. Where a row names a school or a coach, its name, handle or id will do. A row that is there \
      already is skipped and named, or changed with `--update`; lines that are not valid refuse the whole file, and the first \
      twenty of them are named. Semicolons and tabs do for commas, dates as Excel writes them and `88mph` are understood. The \
      export of a device or a showcase may have a column for each measure: `Date, Exit Velo (mph), 60 Time`. Values that are \
      rare are named with their lines, to be looked at again. It is one step: `undo` \
      takes all of it back, and a backup is made first.

      What a row needs: schools a name; coaches a name, a school and a role; interactions a type, a date, and a school or a coach; \
      offers a school, a type and a date; events a name, a type and a date; metrics a metric, a value and a date; documents a \
      title, a type and a link\(Self.neededByPlainKinds). Any other column of `export` may be there. A table that `export` wrote comes \
      back whole, equal rows too, into a file that does not have its schools yet; begin with the schools.

      `import everything FILE` takes what `export` wrote: all of it into a file that has no people yet, or your own data into \
      yours. What is there already stays as it is. Where people are already, an import brings in what you could have written \
      yourself: no people, no families, nothing that belongs to other people. What another person wrote in your family bears your name \
      then. What is left out is counted, with its lines and the reason.
      """)
  }

  private var exporting: Command<Self> {
    Command(
      "", "Write everything into a file, or one kind as a table.", .makesFile,
      Argument("kind", ValueKind<ExportKind>.choice, "One kind; everything if left out").optional
        .labelled("What to write (everything if empty)"),
      Flag("csv", "As a table, which one kind always is").labelled(
        "As a table", hint: "One kind is always a table."),
      examples: [
        CommandExample(
          "export", prints: "recruiting-compass-2026-02-10.json"),
        CommandExample(
          "export schools", prints: "schools-2026-02-10.csv"),
        CommandExample(
          "export letters --csv --stdout",
          prints:
            "\"id\",\"user_id\",\"writer_name\",\"writer_title\",\"writer_email\",\"relationship\",\"requested_date\",\"due_date\",\"received_date\",\"status\",\"schools_submitted_to\",\"document_id\",\"notes\",\"created_at\",\"updated_at\"\n…"
        ),
      ]
    ) { kind, csv in .exportRequested(kind, asTable: csv) }
    .explained(
      """
      Everything is all that you may see, with your own notes and no other person's; `import everything` gives it back. A table \
      opens in any spreadsheet: text that a spreadsheet would run is kept from it by an apostrophe.
      """)
  }

  private var backup: Command<Self> {
    Command(
      "", "Copy the whole file into the folder of backups; your newest ten stay.", .writesOwn,
      examples: [
        CommandExample(
          "backup", prints: "✓ Backup made: compass-20260210T120000000Z-by-hand-p1.sqlite\n…")
      ]
    ) { .backupRequested }
  }

  private var backupFile: Command<Self> {
    Command(
      "file", "Copy the whole file to carry away; `restore FILE` takes it.", .makesFile,
      Flag("sealed", "Under a passphrase of its own, which `restore` asks for").labelled(
        "Under a passphrase of its own", hint: "It is asked for when you go back to the copy."),
      Secret("copy-passphrase", "The copy's own", ask: "Passphrase of the copy", isRequired: false)
        .typedTwice.checked { own throws(Problem) in try NewSecret.ofCopy.check(own) }
        .asked(whenGiven: "sealed")
        .labelled(
          "Passphrase of the copy",
          hint:
            "At least \(NewSecret.ofCopy.fewest) characters. Without it the copy cannot be opened."),
      othersPassphrases,
      examples: [
        CommandExample("backup file", prints: "recruiting-compass-2026-02-10.sqlite")
      ]
    ) { .copyRequested($2, isSealed: $0, own: $1) }
    .explained(
      """
      For an athlete: a copy has what is private to others too. Every other person who has a passphrase in this file gives it; it is \
      asked for, or read with --passphrase-file or --passphrase-fd, once for each person in the order of their handles.

      `--sealed` asks for a passphrase of the copy's own, or --copy-passphrase-file or --copy-passphrase-fd gives it; so does one \
      passphrase more than those of others. The copy is sealed with it, and is called `.sealed`. It has at least \(NewSecret.ofCopy.fewest) \
      characters. Without it the copy cannot be opened by anybody, and nothing can take its place.
      """)
  }

  private var othersPassphrases: Secrets {
    Secrets(
      "passphrase", "The passphrase of every other person who has one", ask: "Passphrase")
  }

  private var backupList: Command<Self> {
    Command(
      "list", "Show the backups, and the ways in and out.", .reads,
      examples: [CommandExample("backup list", prints: "Your data\n…")]
    ) { .viewRequested(.overview) }
  }

  private var restore: Command<Self> {
    Command(
      "", "Go back to a backup of everything, after asking.", .writes,
      Argument("backup", .backup, "A backup's name, `latest`, or a file", ask: "Which backup?"),
      Flag("rights", "Take over who may act, too: people, passphrases, families, the family code")
        .labelled(
          "Take over who may act, too", hint: "People, passphrases, families and the family code."),
      othersPassphrases,
      examples: [
        CommandExample(
          "restore latest --yes",
          prints: "✓ Restored compass-20260210T120000000Z-by-hand-p1.sqlite.\n…")
      ]
    ) { .restoreRequested($0, $2, takesRights: $1) }
    .withoutProfile
    .explained(
      """
      The backup is checked first. What is in the file now is kept as a backup of its own, so nothing is lost. It replaces \
      what everybody wrote: it is for an athlete, and every other person who has a passphrase in this file gives it.

      Who may act stays as it is now: people, passphrases, members of a family, what a parent helps with, the family code. \
      The question names what is otherwise in the backup, and only --rights takes it over. In an empty file, or in the \
      place of one that cannot be read, all of it comes from the backup.
      """)
  }

  private var erasePage: Command<Self> {
    Command(
      "", "Show what erasing would take away.", .reads,
      examples: [CommandExample("erase", prints: "Erasing\n…")]
    ) { .viewRequested(.erasure) }
  }

  private var erasePerson: Command<Self> {
    Command(
      "person", "Erase yourself and all that is yours, for good, after asking.", .writesOwn,
      examples: [
        CommandExample(
          "erase person --yes", as: .parent, prints: "✓ Erased Maria Shelton.\n…")
      ]
    ) { .erasureRequested(.person) }
    .button("Erase")
    .explained(Self.erasing)
  }

  private var eraseFamily: Command<Self> {
    Command(
      "family", "Erase the whole family, for good, after asking.", .writes,
      examples: [
        CommandExample(
          "erase family --yes",
          prints: "✓ Erased Casey Shelton, Chris Shelton and Maria Shelton.\n…")
      ]
    ) { .erasureRequested(.family) }
    .button("Erase")
    .whoMayOnlyLook("Erase yourself alone:  erase person")
    .explained(Self.erasing)
  }

  private static let erasing = """
    It says what goes and asks. Then everything goes: the rows, the steps that `undo` knows, the lines typed at the prompt, \
    the passwords kept for mail servers, and every backup of ours that holds any of it. The bytes are read back to be sure. It cannot be undone; keep a copy \
    first with `export`, an athlete also with `backup file`. Copies that you made yourself are yours to delete. In a connected file you are erased at the \
    server first; while it does not answer, nothing is.
    """
}

extension ValueKind where Value == ArchiveFeature.ColumnMapping {
  /// Parses a value of `--map`, such as `Team=name`: the heading of a column in the imported file,
  /// and the field that it fills. The text is split at the last `=`, because a heading may contain
  /// one.
  ///
  /// A recording of a session replaces words that people wrote. The field after `=` is a word of
  /// the program, so a recording checks each word of such a value separately.
  fileprivate static var columnMapping: ValueKind {
    ValueKind("THEIRS=OURS", words: .program) { text, _ throws(Problem) in
      guard let middle = text.lastIndex(of: "="),
        case let (column, field) = (
          String(text[..<middle]).trimmed, String(text[text.index(after: middle)...]).trimmed
        ),
        !column.isEmpty, !field.isEmpty
      else {
        throw Problem(
          .usage, "`\(text)` does not say which column is which.",
          fix: "Write the file's column, `=`, and ours:  --map \"Team=name\"")
      }
      return ArchiveFeature.ColumnMapping(column: column, field: field)
    }
  }
}

extension ValueKind where Value == String {
  /// Parses the name of a backup as `backup list` shows it, `latest`, or the path of a backup file.
  /// Whether the backup exists is checked later.
  fileprivate static var backup: ValueKind {
    ValueKind("BACKUP", completion: .named("backups"), words: .program) {
      text, context throws(Problem) in
      guard !text.trimmed.isEmpty, !text.utf8.contains(0) else {
        throw Problem(
          .usage, "`\(text)` is not the name of a backup.", fix: "Those there are:  backup list")
      }
      return text
    }
  }
}
