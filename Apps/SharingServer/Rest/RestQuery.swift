/// What a request asks of a table, as a value (supabase-wire 2). `QueryGrammar` parses it from the
/// request, and `QueryWriter` writes it as SQL.
struct RestQuery: Equatable {
  var level = Level()
  /// The columns that a write takes from the request's body; nil takes all columns in the body.
  var columns: [String]?
  /// The columns by which an upsert recognizes an existing row; nil for the primary key of the
  /// table.
  var conflict: [String]?

  /// The part of a query about one table: the table in the request's path, or an embedded one.
  struct Level: Equatable {
    var selection: [Selected] = [.all]
    /// The conditions, all of which must be true.
    var conditions: [Condition] = []
    var order: [Order] = []
    var limit: Int?
    var offset = 0

    /// Limits the number of a row's place in the result to 2⁵³, so that adding two of them cannot
    /// overflow. No table has so many rows.
    static func place(_ number: Int) -> Int { min(number, 1 << 53) }

    /// Returns the embedded table that a name means, and its place in the selection: the one whose
    /// rows the answer has under this name, or else the first one of the table with this name.
    func embed(named name: String) -> (place: Int, embed: Embed)? {
      var ofTable: (place: Int, embed: Embed)?
      for (place, selected) in selection.enumerated() {
        guard case .embed(let embed) = selected else { continue }
        if embed.key == name { return (place, embed) }
        if embed.target == name, ofTable == nil { ofTable = (place, embed) }
      }
      return ofTable
    }
  }

  enum Selected: Equatable {
    case all
    case column(Path, alias: String?, cast: String?)
    case embed(Embed)
  }

  /// An embedded list of rows of a related table, which a request writes as
  /// `alias:table!hint!inner(columns)`.
  struct Embed: Equatable {
    var target: String
    var alias: String?
    var hint: String?
    /// Whether the answer leaves out a parent row that has no related row.
    var isInner = false
    /// Whether the columns of the embedded row become members of the parent's object itself, which
    /// a request writes as `...table(columns)`.
    var isSpread = false
    var level = Level()

    var key: String { alias ?? target }
  }

  /// A column, or a value inside a JSON column, which a request writes as `column->a->>0`.
  struct Path: Equatable {
    var column: String
    var steps: [Step] = []

    struct Step: Equatable {
      enum Key: Equatable {
        case name(String)
        case index(Int32)
      }

      var key: Key
      /// Whether the operator is `->>`, which returns the value as text.
      var isText: Bool
    }
  }

  indirect enum Condition: Equatable {
    case test(Path, Test)
    case all([Condition])
    case any([Condition])
    case not(Condition)
  }

  enum Test: Equatable {
    case compare(Operator, String)
    /// Compares a column with any or all elements of an array, which a request writes as
    /// `like(any).{a,b}`.
    case quantified(Operator, isAny: Bool, String)
    case isState(State)
    case isIn([String])
    case search(Search, language: String?, String)
  }

  struct Order: Equatable {
    /// The name of the embedded table whose column orders the rows; nil for a column of the queried
    /// table itself.
    var relation: String?
    var path: Path
    var isDescending: Bool?
    var isNullsFirst: Bool?
  }

  enum Operator: String, CaseIterable {
    case eq, neq, gt, gte, lt, lte, like, ilike, match, imatch, isdistinct
    case cs, cd, ov, sl, sr, nxr, nxl, adj

    var sign: String {
      switch self {
      case .eq: "="
      case .neq: "<>"
      case .gt: ">"
      case .gte: ">="
      case .lt: "<"
      case .lte: "<="
      case .like: "LIKE"
      case .ilike: "ILIKE"
      case .match: "~"
      case .imatch: "~*"
      case .isdistinct: "IS DISTINCT FROM"
      case .cs: "@>"
      case .cd: "<@"
      case .ov: "&&"
      case .sl: "<<"
      case .sr: ">>"
      case .nxr: "&<"
      case .nxl: "&>"
      case .adj: "-|-"
      }
    }

    var takesQuantifier: Bool {
      [.eq, .gt, .gte, .lt, .lte, .like, .ilike, .match, .imatch].contains(self)
    }

    /// Whether this operator reads `*` in the value as any text. PostgreSQL's own `%` works too,
    /// but has to be percent-encoded in an address.
    var hasWildcards: Bool { self == .like || self == .ilike }
  }

  enum State: String {
    case null, not_null, `true`, `false`, unknown

    var sql: String {
      switch self {
      case .null: "NULL"
      case .not_null: "NOT NULL"
      case .true: "TRUE"
      case .false: "FALSE"
      case .unknown: "UNKNOWN"
      }
    }
  }

  /// A kind of full-text search. Its `function` is the SQL function that parses the searched words.
  enum Search: String {
    case fts, plfts, phfts, wfts

    var function: String {
      switch self {
      case .fts: "to_tsquery"
      case .plfts: "plainto_tsquery"
      case .phfts: "phraseto_tsquery"
      case .wfts: "websearch_to_tsquery"
      }
    }
  }
}
