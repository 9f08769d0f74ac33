public import Domain
public import SQLite

extension TableName: Bindable {
  public var storageClass: StorageClass { .text }

  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try description.bind(to: statement, at: index)
  }
}
