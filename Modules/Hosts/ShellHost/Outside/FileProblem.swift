import FeatureKit
import Glibc

// Creates problems for system calls on files that failed. A problem contains the system's message,
// such as `Permission denied`, and advice that fits the error code.
extension Problem {
  static func unread(_ path: String, _ code: Int32) -> Problem {
    file(path, "read", code)
  }

  static func unwritten(_ path: String, _ code: Int32) -> Problem {
    file(path, "written", code)
  }

  private static func file(_ path: String, _ deed: String, _ code: Int32) -> Problem {
    let cause: Cause =
      switch code {
      case ENOENT: .notFound
      case ENOSPC, EDQUOT: .storage(.full)
      case EROFS: .storage(.readOnly)
      default: .failed
      }
    return Problem(
      cause, "`\(path)` could not be \(deed): \(String(cString: strerror(code))).",
      fix: advice(path, isWritten: deed == "written", code))
  }

  private static func advice(_ path: String, isWritten: Bool, _ code: Int32) -> String {
    let folder = folder(of: path)
    switch code {
    case ENOSPC, EDQUOT: return "Make room on the disk, then do it again."
    case EROFS: return "That disk can only be read. Choose a place on another."
    case ENOENT where access(folder, F_OK) != 0:
      return "There is no folder `\(folder)`. Make it first, or choose another place."
    case ENOENT: return "Check the name."
    case ENOTDIR: return "A part of `\(folder)` is a file and no folder. Check the name."
    case EACCES, EPERM:
      return isWritten
        ? "You may not write in `\(folder)`. Choose another place."
        : "You may not read it. Ask its owner."
    case ENAMETOOLONG: return "Use a shorter name."
    default: return isWritten ? "Choose another place." : "Check the file."
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
