import Glibc

/// A temporary folder for one test, deleted after it.
final class Folder {
  let path: String

  init() {
    var template = Array("/tmp/compass-sqlite-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit {
    Folder.remove(path)
  }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      var names: [String] = []
      while let entry = readdir(directory) {
        names.append(
          withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
          })
      }
      closedir(directory)
      for name in names where name != "." && name != ".." { remove(path + "/" + name) }
    }
    if unlink(path) != 0 { rmdir(path) }
  }
}

func mode(_ path: String) -> mode_t {
  var facts = stat()
  return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
}

func write(_ bytes: [UInt8], to path: String, at offset: off_t = 0) {
  let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
  defer { close(descriptor) }
  _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset) }
}
