import Basics
import DemoFamily
import Domain
import JSON
import Synchronization

@testable import SQLBackend

/// Collects the tables of an export in memory. Each row is converted to JSON text, as in an
/// exported file.
final class Basket: Sendable {
  private let state = Mutex<[ExportedTable]>([])
  private let sizes = Mutex<[Int]>([])

  func take(_ table: String, _ batch: ExportBatch) {
    sizes.withLock { $0.append(batch.rows.count) }
    state.withLock { tables in
      if tables.last?.name != table { tables.append(ExportedTable(name: table, rows: [])) }
      let number = tables[tables.count - 1].rows.count
      // Each row is converted to JSON text and back, as in an exported file.
      let lines = batch.objects.enumerated().map { offset, object in
        let parsed = (try? JSONValue.parse(JSONValue.object(object).text))?.object
        return ImportRequest.Line(number: number + offset + 1, values: parsed ?? [:])
      }
      tables[tables.count - 1].rows += lines
    }
  }

  var tables: [ExportedTable] { state.withLock { $0 } }
  var batchSizes: [Int] { sizes.withLock { $0 } }

  func rows(_ table: String) -> [ImportRequest.Line] {
    tables.first { $0.name == table }?.rows ?? []
  }
}

extension SQLBackend {
  func everything() async throws -> Basket {
    let basket = Basket()
    _ = try await archive.exportEverything { table, batch throws(Problem) in
      basket.take(table, batch)
    }
    return basket
  }

  func rows(of kind: ReferenceKind, _ athlete: RecordID) async throws -> Basket {
    let basket = Basket()
    _ = try await archive.exportRows(of: kind, athlete: athlete) { batch throws(Problem) in
      basket.take(kind.plural, batch)
    }
    return basket
  }
}

func request(
  _ kind: ReferenceKind, _ rows: [JSONObject], isDryRun: Bool = false
) -> ImportRequest {
  // Lines are numbered as in a CSV file. The heading is line 1, so the first row is line 2.
  ImportRequest(
    kind: kind,
    rows: rows.enumerated().map { ImportRequest.Line(number: $0 + 2, values: $1) },
    isDryRun: isDryRun)
}

/// Returns the problem that the closure throws; nil if it throws none.
func refusal(_ body: () async throws -> Void) async -> Problem? {
  do {
    try await body()
    return nil
  } catch {
    return error as? Problem
  }
}
