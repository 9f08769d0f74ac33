import Glibc

/// The operating system's user as whom the server runs. It is used when an administrator checks the
/// server as root: root may write in every folder, so a check of root's own access would say
/// nothing about the server's.
struct ServerUser: Equatable, Sendable {
  var user: uid_t
  var groups: Set<gid_t>

  init(user: uid_t, groups: Set<gid_t>) {
    self.user = user
    self.groups = groups
  }

  /// Finds the user as whom the server runs. This is the owner of the configuration file, because
  /// the file contains secrets and only its owner may read it. Returns nil if this process does not
  /// run as root, or if root owns the file.
  init?(ofConfiguration path: String) {
    var status = stat()
    guard geteuid() == 0, stat(path, &status) == 0, status.st_uid != 0 else { return nil }
    user = status.st_uid
    groups = []
    guard let person = getpwuid(user) else { return }
    var found = [gid_t](repeating: 0, count: 256)
    var count = Int32(found.count)
    _ = getgrouplist(person.pointee.pw_name, person.pointee.pw_gid, &found, &count)
    groups = Set(found.prefix(Int(min(max(count, 0), 256))))
  }

  /// Returns whether the user may write in the folder, and pass through every folder above it.
  func mayWrite(in folder: String) -> Bool {
    guard let whole = realpath(folder, nil) else { return false }
    defer { free(whole) }
    var path = String(cString: whole)
    var wanted = mode_t(W_OK | X_OK)
    while true {
      var status = stat()
      guard stat(path, &status) == 0, may(wanted, status) else { return false }
      guard path != "/", let end = path.lastIndex(of: "/") else { return true }
      path = end == path.startIndex ? "/" : String(path[..<end])
      wanted = mode_t(X_OK)
    }
  }

  /// Returns whether the owner and the mode of a file allow the user the wanted access, which has
  /// the bits of the C function `access`, such as `W_OK`.
  func may(_ wanted: mode_t, _ status: stat) -> Bool {
    let bits =
      if status.st_uid == user {
        status.st_mode >> 6
      } else if groups.contains(status.st_gid) {
        status.st_mode >> 3
      } else {
        status.st_mode
      }
    return bits & wanted == wanted
  }
}
