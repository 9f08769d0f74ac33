/// What a request asks of a table, as a value (supabase-wire 2): `QueryGrammar` reads it, and `QueryWriter` makes SQL of it.
struct RestQuery: Equatable {
  var level = Level()
  /// The columns that a write takes from its body; nil for all that it has.
  var columns: [String]?
  /// The columns whose values make two rows the same for an upsert; nil for the table's key.
  var conflict: [String]?

  /// What is asked of one table: the one in the path, or one that is embedded.
  struct Level: Equatable {
    var selection: [Selected] = [.all]
    /// The conditions, all of which must be true.
    var conditions: [Condition] = []
    var order: [Order] = []
    var limit: Int?
    var offset = 0
  }

  enum Selected: Equatable {
    case all
    case column(Path, alias: String?, cast: String?)
    case embed(Embed)
  }

  /// Rows of a related table: `alias:table!hint!inner(columns)`.
  struct Embed: Equatable {
    var target: String
    var alias: String?
    var hint: String?
    /// Whether a parent without such a row is left out.
    var isInner = false
    /// Whether its columns stand in the parent's object: `...table(columns)`.
    var isSpread = false
    var level = Level()

    var key: String { alias ?? target }
  }

  /// A column, or what is inside its JSON: `column->a->>0`.
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
    /// Compares with any or with all elements of an array: `like(any).{a,b}`.
    case quantified(Operator, isAny: Bool, String)
    case isState(State)
    case isIn([String])
    case search(Search, language: String?, String)
  }

  struct Order: Equatable {
    /// The embedded table whose column it is; nil for the table itself.
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

    /// Whether `*` stands for any text, so that no client has to encode `%`.
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

  /// Full-text search, and the function that reads its words.
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
