import JSON

extension TableName {
  /// Returns the names of the form fields that fill the column, such as `on` for the `start_date`
  /// of an event. A field that fills several columns, such as a coach's full name, comes last. The
  /// list is empty for a column that no form fills.
  public func fields(filling column: ColumnName) -> [String] {
    guard self == .users else {
      return RecordKinds.all.first { $0.tableName == self }?.fields(filling: column) ?? []
    }
    return column == .fullName
      ? ["name"] : [ProfileField.stored(column.description)?.name].compactMap { $0 }
  }
}

extension FamilyRecord {
  fileprivate static func fields(filling column: ColumnName) -> [String] {
    let whole = table.shortcut.flatMap { shortcut in
      let name = shortcut.column.name
      return shortcut.unfold([name: "Ana Rivera"])[column] == nil ? nil : name
    }
    return [table.column(column.description)?.field?.name, whole].compactMap { $0 }
  }
}
