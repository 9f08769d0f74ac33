import AuthLive
import CivilTime
import FeatureKit
import Foundation
import Glibc
import HTTPServing
import JSON
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

// The folders that a server writes, and who may write them.
extension SetUpTests {
  @Test("A folder for pages is used or made, and one that can be neither is said")
  func pagesFolder() async throws {
    try await withFolder { folder in
      var made: ServerConfig = try config()
      #expect(ServerCommands.folderFault(made) == nil)
      try "x".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
      for (path, isFine) in [
        (folder, true), (folder + "/new/pages", true), (folder + "/file", false),
        (folder + "/file/pages", false),
      ] {
        made.pages = PagesSettings(folder: path)
        #expect((ServerCommands.folderFault(made) == nil) == isFine, "\(path)")
      }
      made.schema = folder
      try FileManager.default.createDirectory(
        atPath: folder + "/Migrations", withIntermediateDirectories: false)
      let impossible = made
      await #expect(throws: Problem.self) { try await ServerCommands.requireServable(impossible) }
      made.pages = nil
      try await ServerCommands.requireServable(made)
      made.tls = TLSFiles(certificate: folder + "/none.pem", key: folder + "/none.key")
      let unsigned = made
      await #expect(throws: ServingFailure.self) {
        try await ServerCommands.requireServable(unsigned)
      }
    }
  }

  @Test(
    "Root sees which files the server's user may write",
    arguments: [
      (7, 8, 0o700, true), (7, 8, 0o500, false), (7, 5, 0o070, false), (1, 5, 0o070, true),
      (1, 5, 0o007, false), (1, 8, 0o007, true), (1, 8, 0o770, false),
    ] as [(uid_t, gid_t, mode_t, Bool)])
  func modes(owner: uid_t, group: gid_t, mode: mode_t, isFine: Bool) {
    var status = stat()
    (status.st_uid, status.st_gid, status.st_mode) = (owner, group, S_IFDIR | mode)
    let user = ServerUser(user: 7, groups: [5, 6])
    #expect(user.may(mode_t(W_OK | X_OK), status) == isFine)
  }

  @Test("Root reads that the server's user may not write the folders of the server")
  func foldersOfAnotherUser() async throws {
    try await withFolder { folder in
      var made: ServerConfig = try config()
      made.user = ServerUser(user: 65_533, groups: [65_533])
      let open = folder + "/open"
      for (path, mode) in [(folder + "/private", 0o700), (open, 0o777)] {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        made.pages = PagesSettings(folder: path + "/pages")
        made.memory = path + "/memory"
        #expect((ServerCommands.folderFault(made) == nil) == (path == open))
        #expect((ServerCommands.forgetfulness(made) == nil) == (path == open))
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
      #expect(ServerCommands.folderFault(made) != nil, "A folder above is closed.")
    }
  }

  @Test(
    "Root reads that nobody may write in a read-only file system, whatever the modes say",
    .enabled(if: geteuid() == 0, "Only root can mount a file system."))
  func readOnly() async throws {
    try await withFolder { folder in
      var made: ServerConfig = try config()
      made.user = ServerUser(user: 65_533, groups: [65_533])
      let disk = folder + "/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
      // In a container root may be forbidden to mount anything.
      guard mount("tmpfs", disk, "tmpfs", UInt(MS_RDONLY), "mode=777") == 0 else { return }
      defer { umount2(disk, Int32(MNT_DETACH)) }
      #expect(made.user?.mayWrite(in: disk) == true)
      #expect(!ServerCommands.mayWrite(in: disk, made))
    }
  }

  @Test("With --state a server has pages, and one folder for all that it writes")
  func state() async throws {
    try await withFolder { folder in
      let (path, state) = (folder + "/server.json", folder + "/state")
      let words = [
        "init", "--config", path, "--database", "dbname=d", "--schema", RunningServer.schema,
      ]
      #expect(await ServerCommands.main(words + ["--state", "state"]) == 2)
      #expect(await ServerCommands.main(words + ["--state", state]) == 0)
      let config = try ServerConfig.read(path)
      #expect(config.memory == state + "/memory")
      #expect(config.pages?.folder == state + "/pages")
      #expect(config.pages?.zone.name == "America/New_York")
      #expect(await ServerCommands.main(["check-config", "--config", path]) == 0)
      // The server remembers its last change in a file outside of the database, to notice a
      // restored database. The folder of this file is missing, so the check of the configuration
      // must warn.
      #expect(ServerCommands.forgetfulness(config)?.contains(state + "/memory") == true)
      try FileManager.default.createDirectory(
        atPath: state, withIntermediateDirectories: false)
      #expect(ServerCommands.forgetfulness(config) == nil)
    }
  }
}
