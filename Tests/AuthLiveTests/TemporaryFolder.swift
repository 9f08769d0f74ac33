import Glibc

/// A temporary folder that is deleted after the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/auth-live-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
    precondition(!path.isEmpty)
  }

  deinit {
    for folder in entries(of: "") {
      for file in entries(of: folder) { unlink("\(path)/\(folder)/\(file)") }
      rmdir("\(path)/\(folder)")
    }
    rmdir(path)
  }

  /// Returns the sorted names of the files in a subfolder.
  func entries(of folder: String) -> [String] {
    guard let stream = opendir("\(path)/\(folder)") else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
