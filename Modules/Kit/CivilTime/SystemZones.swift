import Glibc

extension Zone {
  /// Returns the zone with this name in the system's zone files, such as `America/New_York`.
  ///
  /// The name may come from stored data, so it must not lead out of the folder of zone files. An
  /// absolute path, a name with `..` and a name with other characters than those of zone names are
  /// refused.
  public static func named(_ name: String) throws(ZoneFailure) -> Zone {
    if name == "UTC" { return utc }
    guard isPlain(name) else { throw .unknownName(name) }
    guard let bytes = contents(of: "\(systemFolder)/\(name)") else { throw .unknownName(name) }
    return try Zone(name: name, file: bytes)
  }

  /// Returns the time zone of this machine. `variable` is the value of `TZ`, or nil if it is not
  /// set.
  ///
  /// The function accepts the forms that the C library accepts: `America/New_York`,
  /// `:America/New_York`, a rule such as `EST5EDT,M3.2.0,M11.1.0`, and an absolute path into the
  /// zone files. Any other value gives UTC.
  public static func local(variable: String?) -> Zone {
    guard let variable else { return configured() }
    let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if text.isEmpty { return utc }
    if text == configuredPath { return configured() }
    let name =
      text.hasPrefix(systemFolder + "/") ? text.dropFirst(systemFolder.count + 1) : text[...]
    if let zone = try? named(String(name)) { return zone }
    if let rule = ZoneRule(posix: text) { return Zone(name: text, table: ZoneTable(rule: rule)) }
    return utc
  }

  private static let systemFolder = "/usr/share/zoneinfo"
  private static let configuredPath = "/etc/localtime"

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.count <= 64
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
              UInt8(ascii: "-"):
              true
            default: false
            }
          }
      }
  }

  /// The zone that `/etc/localtime` selects.
  ///
  /// The file is a symbolic link, and the path of its target contains the zone's name.
  private static func configured() -> Zone {
    guard let bytes = contents(of: configuredPath) else { return utc }
    var name = "local"
    if let real = realpath(configuredPath, nil) {
      defer { free(real) }
      let path = String(cString: real)
      if path.hasPrefix(systemFolder + "/") {
        name = String(path.dropFirst(systemFolder.count + 1))
      }
    }
    return (try? Zone(name: name == "Etc/UTC" ? "UTC" : name, file: bytes)) ?? utc
  }

  private static func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count == 0 { return bytes }
      // A folder can be opened like a file, but `read` then fails. The size limit prevents that a
      // wrong path reads a huge file. Zone files are far smaller than the limit.
      guard count > 0, bytes.count < 1 << 20 else { return nil }
      bytes += buffer[..<count]
    }
  }
}
