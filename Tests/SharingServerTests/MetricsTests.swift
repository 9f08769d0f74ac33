import AuthLive
import FeatureKit
import HTTP
import HTTPServing
import JSON
import SharingTesting
import Testing

@testable import SharingServer

@Suite("Metrics of a server")
struct MetricsTests {
  @Test(
    "Each path belongs to a kind of request",
    arguments: [
      (["auth", "v1", "token"], .accounts), (["rest", "v1", "schools"], .tables),
      (["rest", "v1", "rpc", "compass_pull"], .functions), (["compass", "v1", "news"], .news),
      (["api", "tasks"], .interface), (["health"], .other), (["metrics"], .other), ([], .pages),
      (["schools", "s1"], .pages),
    ] as [([String], ServerMetrics.Kind)])
  func kinds(path: [String], kind: ServerMetrics.Kind) {
    #expect(ServerMetrics.Kind(ofPath: path) == kind)
  }

  @Test("A duration counts up to its bound and beyond, and a lost client has no status")
  func histogram() {
    let metrics = ServerMetrics()
    metrics.count(path: ["rest", "v1", "schools"], status: .ok, microseconds: 5_000)
    metrics.count(path: ["rest", "v1", "schools"], status: .ok, microseconds: 5_001)
    metrics.count(path: ["rest", "v1", "schools"], status: nil, microseconds: 20_000_000)
    let lines = metrics.text(ServerMetrics.Present()).split(separator: "\n")
    func has(_ line: String) -> Bool { lines.contains { $0 == line } }
    #expect(has("compass_requests_total{status=\"200\"} 2"))
    #expect(has("compass_requests_total{status=\"0\"} 1"))
    for (bound, count) in [("0.005", 1), ("0.01", 2), ("10.0", 2), ("+Inf", 3)] {
      #expect(has("compass_request_seconds_bucket{kind=\"tables\",le=\"\(bound)\"} \(count)"))
    }
    #expect(has("compass_request_seconds_count{kind=\"tables\"} 3"))
    #expect(has("compass_request_seconds_sum{kind=\"tables\"} 20.010001"))
  }

  @Test("A stream of events is no request of pages")
  func streams() {
    let metrics = ServerMetrics()
    metrics.count(path: ["live"], status: .ok, isEvents: true, microseconds: 3_600_000_000)
    metrics.count(path: ["schools"], status: .ok, microseconds: 5_000)
    let lines = metrics.text(ServerMetrics.Present()).split(separator: "\n")
    for line in [
      "compass_request_seconds_count{kind=\"pages\"} 1",
      "compass_request_seconds_bucket{kind=\"pages\",le=\"+Inf\"} 1",
      "compass_request_seconds_count{kind=\"streams\"} 1",
      "compass_request_seconds_sum{kind=\"streams\"} 3600.0",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
  }

  @Test("At an address of their own they are answered there alone, with the key")
  func ownAddress() async throws {
    try await RunningServer.with { server in
      var config = server.config
      config.metrics = try MetricsSettings(ConfigMembers(["port": 0]))
      let other = try await SharingServer.open(config) { server.clock.now }
      let running = try other.start { _ in }
      let metrics = try #require(try other.startMetrics())
      func ask(_ port: Int, _ path: String, key: String?) async throws -> Response {
        var headers: Headers = [:]
        if let key { headers["Authorization"] = "Bearer \(key)" }
        return try await HTTPClient.direct.answer(
          to: Request(.get, address: "http://127.0.0.1:\(port)\(path)", headers: headers))
      }
      let key = try #require(config.metricsKey?.revealed)
      #expect(try await ask(metrics.port, "/metrics", key: nil).status == .unauthorized)
      #expect(try await ask(metrics.port, "/ready", key: key).status == .notFound)
      #expect(try await ask(running.port, "/metrics", key: key).status == .notFound)
      _ = try await ask(running.port, "/ready", key: nil)
      let told = try await ask(metrics.port, "/metrics", key: key)
      #expect(told.status == .ok)
      guard case .bytes(let bytes) = told.body else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      for line in [
        "compass_database_connections_limit{pool=\"requests\"} 6",
        "compass_database_requests_waiting{pool=\"accounts\"} 0",
        "compass_request_seconds_count{kind=\"other\"} ", "compass_waiting_devices 0",
        "compass_open_connections ",
      ] {
        #expect(text.contains(line), "\(line)")
      }
      await metrics.stop(within: .zero)
      await running.stop(within: .zero)
    }
  }

  @Test(
    "Metrics that other machines reach have a key, and a wrong place is named",
    arguments: [
      ("127.0.0.1", false, true), ("0.0.0.0", true, true), ("0.0.0.0", false, false),
    ])
  func danger(address: String, hasKey: Bool, isFine: Bool) throws {
    var config = try ServerConfig(database: "d", admin: nil, schema: "s", random: .system)
    config.metrics = try MetricsSettings(ConfigMembers(["port": 9_464]))
    config.metrics?.address = address
    if !hasKey { config.metricsKey = nil }
    #expect((config.danger == nil) == isFine)
    #expect(throws: Problem.self) { try MetricsSettings(ConfigMembers(["address": "::1"])) }
  }
}
