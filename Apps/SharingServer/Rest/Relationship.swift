/// How the rows of one table are related to the rows of another (supabase-wire 2.2).
struct Relationship: Equatable {
  enum Cardinality: String {
    case manyToOne = "many-to-one"
    case oneToOne = "one-to-one"
    case oneToMany = "one-to-many"
    case manyToMany = "many-to-many"
  }

  var cardinality: Cardinality
  var origin: String
  var target: String
  /// The pairs of columns whose values are equal in related rows: `own` is a column of the table
  /// `origin`, `other` a column of the table `target`.
  var columns: [(own: String, other: String)] = []
  /// The table that has a foreign key to each of the tables `origin` and `target` and so links
  /// them; nil if one of the two refers to the other directly.
  var junction: Junction?
  /// The names with which a request can choose this relationship among several: its constraint, its
  /// only column, or its junction table.
  var hints: [String]
  var constraint: String

  struct Junction: Equatable {
    var table: String
    var toOrigin: ForeignKey
    var toTarget: ForeignKey
    typealias ForeignKey = SchemaCache.ForeignKey
  }

  var isToOne: Bool { cardinality == .manyToOne || cardinality == .oneToOne }

  static func == (left: Self, right: Self) -> Bool {
    left.constraint == right.constraint && left.cardinality == right.cardinality
      && left.origin == right.origin && left.target == right.target
  }
}

extension SchemaCache {
  /// Returns the relationship that an embedded resource of a request means. Throws if there is
  /// none, or if there are several and the request gives no hint that chooses one.
  func relationship(
    from origin: String, to embed: RestQuery.Embed
  ) throws(RestFault) -> Relationship {
    let all = relationships(from: origin, to: embed.target)
    let found = all.filter { one in embed.hint.map(one.hints.contains) ?? true }
    guard let first = found.first else {
      throw .noRelationship(origin, embed.target, hint: embed.hint)
    }
    // Several relationships can remain, for example if the table refers to the target with two
    // foreign keys. The request then needs a hint.
    guard found.count == 1 else { throw .severalRelationships(origin, embed.target, found) }
    return first
  }

  /// Returns the relationships that a name in a request can mean: it may name the related table, a
  /// column with a foreign key, or the constraint of a foreign key.
  private func relationships(from origin: String, to name: String) -> [Relationship] {
    var found: [Relationship] = []
    for key in foreignKeys {
      let hints = [key.name] + (key.columns.count == 1 ? key.columns : [])
      if key.table == origin, key.target == name || key.columns == [name] || key.name == name {
        found.append(
          Relationship(
            cardinality: isUnique(key) ? .oneToOne : .manyToOne, origin: origin,
            target: key.target,
            columns: Array(zip(key.columns, key.targetColumns)).map { ($0, $1) }, hints: hints,
            constraint: key.text))
      }
      if key.target == origin, key.table == name || key.name == name && key.table != origin {
        found.append(
          Relationship(
            cardinality: isUnique(key) ? .oneToOne : .oneToMany, origin: origin,
            target: key.table,
            columns: Array(zip(key.targetColumns, key.columns)).map { ($0, $1) }, hints: hints,
            constraint: key.text))
      }
      // A junction table is recognized by its primary key, which contains the foreign keys to both
      // tables.
      guard key.target == origin, let junction = tables[key.table] else { continue }
      for other in foreignKeys
      where other.table == key.table && other != key && other.target == name
        && Set(key.columns + other.columns).isSubset(of: junction.primaryKey)
      {
        found.append(
          Relationship(
            cardinality: .manyToMany, origin: origin, target: name,
            junction: .init(table: key.table, toOrigin: key, toTarget: other),
            hints: [key.table],
            constraint:
              "\(key.table) using \(key.name)(\(key.columns.joined(separator: ", "))) and \(other.name)(\(other.columns.joined(separator: ", ")))"
          ))
      }
    }
    return found
  }

  private func isUnique(_ key: ForeignKey) -> Bool {
    tables[key.table]?.uniques.contains { Set($0) == Set(key.columns) } ?? false
  }
}

extension SchemaCache.ForeignKey {
  fileprivate var text: String {
    "\(name) using \(table)(\(columns.joined(separator: ", "))) and \(target)(\(targetColumns.joined(separator: ", ")))"
  }
}
