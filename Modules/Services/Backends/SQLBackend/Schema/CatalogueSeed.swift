import Basics
import Domain
import JSON
import Persistence
import SQLite

/// Writes the task templates into a new file. Their order is fixed, so that `t1`, the handle that
/// people type for a task, names the same task in every file.
enum CatalogueSeed {
  static func plant(_ templates: [TimelineTask], in connection: DatabaseConnection) throws {
    for (order, template) in templates.enumerated() {
      try connection.execute(
        """
        INSERT INTO task (id, category, grade_level, title, description, required, dependency_task_ids,
          why_it_matters, failure_risk, division_applicability, due_month, catalogue_order)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, template.id, template.category.raw, template.gradeLevel, template.title,
        template.description, template.isRequired, JSONList.text(template.dependencyIDs),
        template.whyItMatters, template.failureRisk,
        JSONValue.array(template.divisionApplicability.map { .string($0) }).text, template.dueMonth,
        order)
      try connection.handles.allot(.task, to: template.id)
    }
  }
}
