import Basics
package import Domain
import JSON

/// The SQL statements that change the table `task` so that it contains the tasks of the catalogue's
/// data files.
///
/// Only the server's rows are read and compared. The file of an existing family has the same rows,
/// so the statements are right for it too. A new file is made from the data files, so the
/// statements change nothing in it.
package struct CatalogueDifference {
  package private(set) var file: [SchemaStep] = []
  package private(set) var server: [SchemaStep] = []

  /// Compares the server's rows with the data files.
  ///
  /// - Parameter query: runs SQL on the server and returns the rows as lines.
  package init(
    to templates: [TimelineTask] = TaskCatalogue.templates, query: (String) throws -> [String]
  ) throws {
    var rows: [String: JSONValue] = [:]
    for line in try query("SELECT to_jsonb(t) FROM public.task AS t") {
      let row = try JSONValue.parse(line)
      rows[row["id"]?.string ?? ""] = row
    }
    for (order, template) in templates.enumerated() {
      let id = template.id.description
      guard let row = rows.removeValue(forKey: id) else {
        leaveByHand(
          "The task \(id) is in no migration. Every file has to give it the same handle.")
        continue
      }
      let changed = Self.columns(of: template, at: order).filter { row[$0.name] != $0.value }
      guard !changed.isEmpty else { continue }
      func update(_ table: String, _ literal: (JSONValue) -> String) -> SchemaStep {
        let values = changed.map { "\($0.name) = \(literal($0.value))" }
        return .run(
          "UPDATE \(table) SET \(values.joined(separator: ", ")) WHERE id = \(id.quotedForSQL)")
      }
      file.append(update("task", Self.fileLiteral))
      server.append(update("public.task", Self.serverLiteral))
    }
    for id in rows.keys.sorted() {
      leaveByHand(
        "The task \(id) is in no data file. To delete it deletes what families have done of it.")
    }
  }

  private mutating func leaveByHand(_ sentence: String) {
    file.append(.byHand(sentence))
    server.append(.byHand(sentence))
  }

  private static func columns(
    of template: TimelineTask, at order: Int
  ) -> [(name: String, value: JSONValue)] {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    return [
      ("category", .string(template.category.raw)), ("grade_level", JSONValue(template.gradeLevel)),
      ("title", .string(template.title)), ("description", text(template.description)),
      ("required", .bool(template.isRequired)),
      ("dependency_task_ids", list(template.dependencyIDs.map(\.description))),
      ("why_it_matters", text(template.whyItMatters)),
      ("failure_risk", text(template.failureRisk)),
      ("division_applicability", list(template.divisionApplicability)),
      ("due_month", template.dueMonth.map { JSONValue($0) } ?? .null),
      ("catalogue_order", JSONValue(order)),
    ]
  }

  private static func fileLiteral(_ value: JSONValue) -> String {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .string(let text): text.quotedForSQL
    case .array, .object: value.text.quotedForSQL
    case .number, .null: value.text
    }
  }

  private static func serverLiteral(_ value: JSONValue) -> String {
    switch value {
    case .bool(let flag): "\(flag)"
    case .array(let items): "{\(items.compactMap(\.string).joined(separator: ","))}".quotedForSQL
    case .string, .object, .number, .null: fileLiteral(value)
    }
  }
}
