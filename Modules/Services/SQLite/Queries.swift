import CSQLite

extension DatabaseConnection {
  /// Runs one statement. If the statement returns rows, they are ignored.
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

  /// Returns all rows of a query. `read` converts each row to a value while the query is at that
  /// row.
  ///
  /// - Parameter expecting: the approximate number of rows, if it is known to be large. The array
  ///   of results is then allocated once, instead of being copied each time it grows.
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

  /// Calls `visit` for each row of a query until it returns false; no rows are collected.
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

  /// Returns the first row of a query, as `read` converts it; nil when there is no row.
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

  /// Returns the first row of a query that always has one, such as a count or a pragma.
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

  /// Returns the rows of a query whose arguments are known only at run time.
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

  /// Calls `visit` for each row of a query whose arguments are known only at run time.
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

  /// Lends a prepared statement to `body`, for a loop that runs it many times. The SQL is then
  /// compiled only once.
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

  /// Throws if SQLite has rolled the transaction back without a command of the program, as it may
  /// do when the disk is full. Without this check, the next statement of the transaction would be
  /// committed alone.
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
