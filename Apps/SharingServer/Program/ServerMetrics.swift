import HTTP
import PostgreSQL
import Synchronization

/// Counts answered requests and their durations, and writes them in the text format of Prometheus.
final class ServerMetrics: Sendable {
  /// The kinds of requests. The durations of each kind are counted separately, so that requests
  /// that only wait do not distort the durations of the others: a device waits up to 20 seconds for
  /// changes (`news`), and an open page receives events for as long as it is open (`streams`).
  enum Kind: String, CaseIterable {
    case accounts, tables, functions, news, interface, pages, streams, other

    init(ofPath segments: [String]) {
      self =
        switch segments.first {
        case "auth": .accounts
        case "rest": segments.dropFirst(2).first == "rpc" ? .functions : .tables
        case "compass": .news
        case "api": .interface
        case "health", "ready", "metrics": .other
        default: .pages
        }
    }
  }

  /// The numbers that describe the present moment, such as the number of open connections.
  struct Present {
    var pools: [(name: String, load: DatabaseLoad)] = []
    var connections = 0
    var waitingDevices = 0
  }

  /// The upper bounds of the buckets of the Prometheus histogram, in seconds.
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private struct Durations {
    /// For each bound, the number of requests that took at most that long. A request counts for
    /// every bound above its duration, as a Prometheus histogram requires.
    var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count)
    var all = 0
    var microseconds: Int64 = 0
  }

  private struct State {
    var statuses: [Int: Int] = [:]
    var durations: [Kind: Durations] = [:]
  }

  private let state = Mutex(State())

  /// Counts a request that has ended.
  ///
  /// - Parameter status: the status of the response; nil if the client disconnected before the
  ///   response began.
  func count(
    path segments: [String], status: Status?, isEvents: Bool = false, microseconds: Int64
  ) {
    let kind = isEvents ? .streams : Kind(ofPath: segments)
    let seconds = Double(microseconds) / 1_000_000
    state.withLock { state in
      state.statuses[status?.code ?? 0, default: 0] += 1
      var durations = state.durations[kind] ?? Durations()
      for place in Self.bounds.indices where seconds <= Self.bounds[place] {
        durations.counts[place] += 1
      }
      durations.all += 1
      durations.microseconds += microseconds
      state.durations[kind] = durations
    }
  }

  func text(_ present: Present) -> String {
    let (statuses, durations) = state.withLock { ($0.statuses, $0.durations) }
    var lines = ["# TYPE compass_requests_total counter"]
    for (status, count) in statuses.sorted(by: { $0.key < $1.key }) {
      lines.append("compass_requests_total{status=\"\(status)\"} \(count)")
    }
    lines.append("# TYPE compass_request_seconds histogram")
    for kind in Kind.allCases {
      guard let one = durations[kind] else { continue }
      let name = "kind=\"\(kind.rawValue)\""
      for (bound, count) in zip(Self.bounds, one.counts) {
        lines.append("compass_request_seconds_bucket{\(name),le=\"\(bound)\"} \(count)")
      }
      lines.append("compass_request_seconds_bucket{\(name),le=\"+Inf\"} \(one.all)")
      let seconds = Double(one.microseconds) / 1_000_000
      lines.append("compass_request_seconds_sum{\(name)} \(seconds)")
      lines.append("compass_request_seconds_count{\(name)} \(one.all)")
    }
    let pools: [(name: String, number: (DatabaseLoad) -> Int)] = [
      ("compass_database_connections_in_use", { $0.inUse }),
      ("compass_database_connections_limit", { $0.limit }),
      ("compass_database_requests_waiting", { $0.waiting }),
    ]
    for (name, number) in pools {
      lines.append("# TYPE \(name) gauge")
      lines += present.pools.map { "\(name){pool=\"\($0.name)\"} \(number($0.load))" }
    }
    lines += [
      "# TYPE compass_open_connections gauge", "compass_open_connections \(present.connections)",
      "# TYPE compass_waiting_devices gauge", "compass_waiting_devices \(present.waitingDevices)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
