import FeatureKit
import MailTesting
import Testing

// The data of the tests: the lists of schools and coaches that the family imports, functions that
// run commands as the athlete Sam or the parent Dana, and checks of results with other programs.
extension FamilyWeekTests {
  static let schools = """
    School,City,State,Division,Priority tier,Status
    Cedar Valley University,Cedar Falls,IA,D1,A,Interested
    Lakeside State,Erie,PA,D2,A,Contacted
    Pine Ridge College,Bend,OR,D3,B,
    Harbor Technical College,Astoria,OR,JUCO,C,

    """

  static let coaches = """
    Name,School,Title,E-mail
    Ana Rivera,Cedar Valley University,Head Coach,ana.rivera@cedarvalley.example.edu
    "Rivera, Miguel",Lakeside State,Recruiting,miguel@lakeside.example.edu
    Joan Park,Pine Ridge College,assistant,

    """

  /// Runs a command line as the athlete. The output must contain all texts of `said`, wherever it
  /// has line breaks.
  @discardableResult
  func sam(
    _ line: String, _ said: String..., code: Int32 = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws -> String {
    try run(line, said, as: "Sam", code: code, in: household, at: location)
  }

  @discardableResult
  func dana(
    _ line: String, _ said: String..., code: Int32 = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws -> String {
    try run(line, said, as: "Dana", code: code, in: household, at: location)
  }

  @discardableResult
  func run(
    _ line: String, _ said: [String] = [], as person: String? = nil, code: Int32 = 0,
    in household: Household, at location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let answer = try household.run(
      CommandText.words(line).map(\.text),
      options: (person.map { ["--profile", $0] } ?? []) + ["--width", "120"], location)
    let text = (answer.output + answer.errors).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(answer.code == code, "\(line)\n\(answer)", sourceLocation: location)
    for words in said {
      #expect(text.contains(words), "\(line)\n\(answer)", sourceLocation: location)
    }
    return text
  }

  /// Checks an e-mail that sends the recruiting packet (a document about the athlete) to one coach.
  /// The e-mail must contain no private data.
  func expectPacket(_ message: SMTPServer.Taken, for address: String) throws {
    #expect(message.to == [address])
    #expect(message.from == "sam.lee@example.com")
    #expect(message.headers["Subject"] == "Recruiting Packet - Sam Lee")
    #expect(message.attachments.map(\.name) == ["Sam_Lee_RecruitingPacket-2026-02-14.pdf"])
    #expect(message.defects == 0)
    let packet = try household.textOfPDF(base64: try #require(message.attachments.first).base64)
    for words in ["Sam Lee", "shortstop", "Central High", "3.70", "Available upon request"] {
      #expect(packet.contains(words), "\(packet)")
    }
    for secret in ["555-0142", "Lakeside", "Rivera", "nobody aloud", "swing", "12,000", "84.5"] {
      #expect(!(packet + message.text).contains(secret), "\(secret)")
    }
  }

  /// Returns the family's stored records, sorted, so that their order does not matter.
  func records() throws -> [String] {
    try household.sql(
      ".dump schools school_status_history coaches interactions offers events performance_metrics suggestion notifications"
    ).split(separator: "\n").map(String.init).sorted()
  }

  /// Returns the words in an SVG picture, read by Python's strict XML parser.
  func wordsOfSVG(_ name: String) throws -> [String] {
    try python(
      """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      assert root.tag.endswith("svg")
      print("\\n".join(text.strip() for text in root.itertext() if text.strip()))
      """, name
    ).split(separator: "\n").map(String.init)
  }

  /// Checks that a PNG picture is complete and has more than one color, and returns its width and
  /// height.
  func sizeOfPNG(_ name: String) throws -> String {
    try python(
      """
      import struct, sys, zlib
      data = open(sys.argv[1], "rb").read()
      assert data.startswith(b"\\x89PNG\\r\\n\\x1a\\n")
      at, parts = 8, {}
      while at < len(data):
          size, kind = struct.unpack(">I4s", data[at:at + 8])
          body = data[at + 8:at + 8 + size]
          assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]
          parts[kind] = parts.get(kind, b"") + body
          at += 12 + size
      assert b"IEND" in parts and len(set(zlib.decompress(parts[b"IDAT"]))) > 2
      print("%d x %d" % struct.unpack(">II", parts[b"IHDR"][:8]), end="")
      """, name)
  }

  private func python(_ script: String, _ name: String) throws -> String {
    let answer = try Program.run(
      "/usr/bin/python3", ["-c", script, household.path(name)], environment: household.environment)
    try #require(answer.code == 0, "\(answer)")
    return answer.output
  }
}
