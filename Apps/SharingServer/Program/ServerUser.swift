import Glibc

/// The user as whom the server runs, for an administrator who examines the server as root: root may
/// write every folder, so the folders' owners and modes are compared with that user.
struct ServerUser: Equatable, Sendable {
  var user: uid_t
  var groups: Set<gid_t>

  init(user: uid_t, groups: Set<gid_t>) {
    self.user = user
    self.groups = groups
  }

  /// Finds the owner of the configuration, whom the server runs as, because a file with its secrets
  /// is readable by its owner alone. Nil if this process is not root's, or if root owns the file.
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

  /// Whether the user may write in the folder, and pass through every folder above it.
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

  /// Whether a file's owner and mode allow the user what is wanted, in the bits of `access`.
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
