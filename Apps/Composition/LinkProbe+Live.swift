import Domain
import Glibc
import Networking
import ShellHost

extension LinkProbe {
  /// The link probe for visitors in a browser. It cannot be used to explore this computer and its
  /// network.
  static let ofThePublicWeb = LinkProbe { address in
    PublicSite.isNamed(by: address) ? await LinkProbe.publicWeb.answer(of: address) : .notFromHere
  }

  /// Returns a link probe that requests web addresses over the network, and looks for anything else
  /// among the files of this machine.
  static func live(_ paths: PathGuard) -> LinkProbe {
    LinkProbe { address in
      let isOfTheWeb = ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
      return isOfTheWeb
        ? await LinkProbe.web.answer(of: address) : fileAnswer(address, paths)
    }
  }

  /// Returns the answer for a file of this machine. A file of the program itself is not a document,
  /// so the answer is that it is missing.
  private static func fileAnswer(_ written: String, _ paths: PathGuard) -> LinkAnswer {
    guard !written.utf8.contains(0), let path = try? paths.path(for: written, .reading) else {
      return .fileMissing
    }
    guard path.hasPrefix("/") else { return .noFolder }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      return [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(errno) ? .fileMissing : .fileUnreadable
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { return .fileMissing }
    return access(path, R_OK) == 0 ? .fileFound : .fileUnreadable
  }
}
