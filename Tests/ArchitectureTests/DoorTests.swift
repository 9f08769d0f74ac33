import Foundation
import Testing

/// Every endpoint of the example backend calls its hook: without that call, a test could neither fail nor delay the endpoint.
@Suite("The doors of the example backend")
struct DoorTests {
  @Test("Every endpoint of every gateway has its door")
  func everyEndpoint() throws {
    let doors = try String(
      contentsOf: PackageMap.root.appending(
        path: "Modules/Services/Backends/ExampleBackend/WatchedGateways.swift"), encoding: .utf8)
    let gateways = try Self.gateways()
    #expect(gateways.count > 15)
    #expect(gateways.flatMap { Self.missing($0.endpoints, of: $0.name, in: doors) } == [])
  }

  @Test("An endpoint without a door is named")
  func aMissingDoor() {
    let doors = "extension UndoGateway {\n  watched.undo = hook.door(undo)\n}\nextension X {\n}"
    #expect(
      Self.missing(["undo", "redo"], of: "UndoGateway", in: doors) == ["UndoGateway.redo"])
    #expect(Self.missing(["undo"], of: "ViewLogGateway", in: doors) == ["ViewLogGateway.undo"])
  }

  private static func missing(
    _ endpoints: [String], of gateway: String, in doors: String
  ) -> [String] {
    let own = doors.components(separatedBy: "\nextension ").map { $0.dropPrefix("extension ") }
      .filter { $0.hasPrefix("\(gateway) {") }.joined()
    return endpoints.filter { !own.contains("watched.\($0) = ") }.map { "\(gateway).\($0)" }
  }

  private static func gateways() throws -> [(name: String, endpoints: [String])] {
    let folder = PackageMap.root.appending(path: "Modules/Domain/Gateways")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [(String, [String])] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      guard let name = text.firstMatch(of: /struct (\w+Gateway)\b/)?.1 else { continue }
      let endpoints = text.matches(of: /place\.endpoint\(\s*"(\w+)"/).map { String($0.1) }
      found.append((String(name), endpoints))
    }
    return found
  }
}

extension String {
  fileprivate func dropPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
