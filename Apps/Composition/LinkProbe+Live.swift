import Domain
import Glibc
import Networking

extension LinkProbe {
  /// Sites are asked over the network, anything else is looked for among the files of this machine.
  static func live(home: String?) -> LinkProbe {
    LinkProbe { address in
      let isOfTheWeb = ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
      return isOfTheWeb
        ? await LinkProbe.web.answer(of: address) : fileAnswer(address, home: home)
    }
  }

  private static func fileAnswer(_ path: String, home: String?) -> LinkAnswer {
    guard !path.utf8.contains(0) else { return .fileMissing }
    var expanded = path
    if path.hasPrefix("~/"), let home { expanded = home + path.dropFirst(1) }
    var facts = stat()
    guard stat(expanded, &facts) == 0 else {
      return [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(errno) ? .fileMissing : .fileUnreadable
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { return .fileMissing }
    return access(expanded, R_OK) == 0 ? .fileFound : .fileUnreadable
  }
}
