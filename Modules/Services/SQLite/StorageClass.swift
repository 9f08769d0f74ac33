import CSQLite

/// The five kinds of value that SQLite stores.
public enum StorageClass: String, Equatable, Sendable {
  case null, integer, real, text, blob

  init(code: Int32) {
    self =
      switch code {
      case SQLITE_INTEGER: .integer
      case SQLITE_FLOAT: .real
      case SQLITE_TEXT: .text
      case SQLITE_BLOB: .blob
      default: .null
      }
  }
}
