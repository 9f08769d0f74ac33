import CSQLite

extension DatabaseConnection {
  /// Runs one statement and forgets its rows.
  @inlinable
  public func execute<each Argument: Bindable>(
    _ sql: String, _ arguments: repeat each Argument
  ) throws(SQLiteError) {
    let statement = try lend(sql)
    defer { giveBack(statement) }
    do throws(SQLiteError) {
      try statement.bind(repeat each arguments)
      try statement.run()
    } catch {
      throw error.binding(storageClasses(repeat each arguments))
    }
  }

  /// Every row of a query, each read by `read` while SQLite stands on it.
  ///
  /// - Parameter expecting: about how many rows there will be, where that is known to be many: an array that has to
  ///   grow is copied each time.
  @inlinable
  public func query<each Argument: Bindable, Element>(
    _ sql: String, _ arguments: repeat each Argument, expecting: Int = 0,
    read: (borrowing ResultRow) throws -> Element
  ) throws -> [Element] {
    let statement = try lend(sql)
    defer { giveBack(statement) }
    var elements: [Element] = []
    elements.reserveCapacity(expecting)
    do {
      try statement.bind(repeat each arguments)
      let row = ResultRow(statement)
      while try statement.step() { elements.append(try read(row)) }
    } catch let error as SQLiteError {
      throw error.binding(storageClasses(repeat each arguments))
    }
    return elements
  }

  /// Hands every row to `visit`, which returns false when it has seen enough; nothing is collected.
  @inlinable
  public func forEachRow<each Argument: Bindable>(
    _ sql: String, _ arguments: repeat each Argument, visit: (borrowing ResultRow) throws -> Bool
  ) throws {
    let statement = try lend(sql)
    defer { giveBack(statement) }
    do {
      try statement.bind(repeat each arguments)
      let row = ResultRow(statement)
      while try statement.step(), try visit(row) {}
    } catch let error as SQLiteError {
      throw error.binding(storageClasses(repeat each arguments))
    }
  }

  /// The first row, if there is one.
  @inlinable
  public func first<each Argument: Bindable, Element>(
    _ sql: String, _ arguments: repeat each Argument, read: (borrowing ResultRow) throws -> Element
  ) throws -> Element? {
    let statement = try lend(sql)
    defer { giveBack(statement) }
    do {
      try statement.bind(repeat each arguments)
      guard try statement.step() else { return nil }
      return try read(ResultRow(statement))
    } catch let error as SQLiteError {
      throw error.binding(storageClasses(repeat each arguments))
    }
  }

  /// The first row of a query that always has one: a count, a pragma.
  @inlinable
  public func one<each Argument: Bindable, Element>(
    _ sql: String, _ arguments: repeat each Argument, read: (borrowing ResultRow) throws -> Element
  ) throws -> Element {
    guard let element = try first(sql, repeat each arguments, read: read) else {
      throw SQLiteError.noRow(
        FailedQuery(sql: sql, values: storageClasses(repeat each arguments)))
    }
    return element
  }

  public func execute(_ sql: String, values: [Value]) throws(SQLiteError) {
    let statement = try lend(sql)
    defer { giveBack(statement) }
    do throws(SQLiteError) {
      try statement.bind(values: values)
      try statement.run()
    } catch {
      throw error.binding(values.map(\.storageClass))
    }
  }

  /// A query whose arguments are known only at run time.
  @inlinable
  public func query<Element>(
    _ sql: String, values: [Value], read: (borrowing ResultRow) throws -> Element
  ) throws -> [Element] {
    let statement = try lend(sql)
    defer { giveBack(statement) }
    var elements: [Element] = []
    do {
      try statement.bind(values: values)
      let row = ResultRow(statement)
      while try statement.step() { elements.append(try read(row)) }
    } catch let error as SQLiteError {
      throw error.binding(values.map(\.storageClass))
    }
    return elements
  }

  /// The same for a query whose arguments are known only at run time.
  @inlinable
  public func forEachRow(
    _ sql: String, values: [Value], visit: (borrowing ResultRow) throws -> Bool
  ) throws {
    let statement = try lend(sql)
    defer { giveBack(statement) }
    do {
      try statement.bind(values: values)
      let row = ResultRow(statement)
      while try statement.step(), try visit(row) {}
    } catch let error as SQLiteError {
      throw error.binding(values.map(\.storageClass))
    }
  }

  /// Lends a prepared statement for a loop; `statement.run(...)` is then all that a row costs.
  @discardableResult
  public func prepared<Result>(
    _ sql: String, _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try lend(sql)
    defer { giveBack(statement) }
    return try body(statement)
  }

  /// Runs a script of several statements without arguments, as migrations are written.
  public func executeScript(_ sql: String) throws(SQLiteError) {
    try checkTransaction(sql)
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, FailedQuery(sql: sql)) }
  }

  public func lend(_ sql: String) throws(SQLiteError) -> Statement {
    try checkTransaction(sql)
    return try statements.lend(sql)
  }

  public func giveBack(_ statement: Statement) {
    statements.giveBack(statement)
  }

  /// After a full disk SQLite may have rolled back on its own; a statement that follows inside the body
  /// would be committed alone, outside of any transaction.
  private func checkTransaction(_ sql: String) throws(SQLiteError) {
    if transactionDepth > 0, !isInTransaction {
      throw .transactionLost(FailedQuery(sql: sql))
    }
  }
}

public func storageClasses<each Argument: Bindable>(
  _ arguments: repeat each Argument
) -> [StorageClass] {
  var classes: [StorageClass] = []
  for argument in repeat each arguments { classes.append(argument.storageClass) }
  return classes
}
