import Domain
import FeatureKit
import JSON
import Persistence
import SQLite

/// Writes the catalogue's templates into a new file, in catalogue order, so that `t1` is the same task everywhere.
enum CatalogueSeed {
  static func plant(in connection: Connection) throws {
    let ids = Dictionary(
      TaskCatalogue.all.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
    for (order, template) in TaskCatalogue.all.enumerated() {
      let needs = template.needs.compactMap { ids[$0] }
      try connection.execute(
        """
        INSERT INTO task (id, category, grade_level, title, description, required, dependency_task_ids,
          why_it_matters, failure_risk, division_applicability, due_month, catalogue_order)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, template.id, template.category, template.grade, template.title, template.description,
        template.isRequired, JSONList.text(needs), template.whyItMatters, template.failureRisk,
        JSONValue.array(template.divisions.map { .string($0) }).text, template.dueMonth, order)
      try connection.handles.allot(.task, to: template.id)
    }
  }
}
