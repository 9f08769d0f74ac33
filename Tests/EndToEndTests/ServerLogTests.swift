import JSON
import Testing

@Suite("The log of a server")
struct ServerLogTests {
  @Test("Each line is one JSON object, also those about no request")
  func lines() throws {
    let server = try ServerProcess()
    server.stop()
    let lines = try server.log.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let members = (try? JSONValue.parse(String(line)))?.object?.keys ?? []
      #expect(members.first == "at", "\(line)")
    }
    #expect(lines.contains { $0.contains("Stopping") })
  }
}
