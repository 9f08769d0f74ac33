import Auth
import Basics
import Synchronization
import Testing

@testable import AuthLive

@Suite("A copy under a passphrase")
struct SealedCopyTests {
  private static let passphrase = SecretText("Lantern 77 Harbor")

  private static func sealed(_ bytes: [UInt8], portion: Int = 10_000) throws -> [UInt8] {
    var sealed: [UInt8] = []
    let sealer = try CopySealer(passphrase, costs: .least) { part throws(Problem) in sealed += part
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      try sealer.write(Array(rest.prefix(portion)))
      rest = rest.dropFirst(portion)
    }
    try sealer.finish()
    return sealed
  }

  private func opened(
    _ sealed: [UInt8], _ passphrase: SecretText = Self.passphrase
  ) throws(Problem) -> [UInt8] {
    var (rest, bytes) = (sealed[...], [UInt8]())
    try SealedCopy.open(
      passphrase,
      reading: { count throws(Problem) in
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      }, into: { part throws(Problem) in bytes += part })
    return bytes
  }

  private static func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
  }

  @Test(
    "What was sealed is opened, whatever its length",
    arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_001])
  func roundTrip(_ count: Int) throws {
    let content = Self.content(count)
    let sealed = try Self.sealed(content)
    #expect(SealedCopy.isSealed(sealed))
    #expect(try opened(sealed) == content)
  }

  @Test("A copy says what each try costs: three passes over 256 MiB")
  func costs() throws {
    var sealed: [UInt8] = []
    let sealer = try CopySealer(Self.passphrase) { part throws(Problem) in sealed += part }
    try sealer.finish()
    let (passes, kibibytes): ([UInt8], [UInt8]) = ([3, 0, 0, 0], [0, 0, 4, 0])
    let stated = sealed.dropFirst(SealedCopy.magic.count + 1).prefix(8)
    #expect(Array(stated) == passes + kibibytes)
    #expect(try opened(sealed) == [])
  }

  @Test("Nothing of the content or the passphrase is to be seen, and two copies differ")
  func hidden() throws {
    let text = Array("SQLite format 3 and Casey Shelton, again and again. ".utf8)
    let sealed = try Self.sealed(text + text)
    let other = try Self.sealed(text + text)
    #expect(sealed != other)
    for word in ["SQLite", "Casey", "Lantern", "Harbor"] {
      #expect(!String(decoding: sealed, as: UTF8.self).contains(word))
    }
  }

  @Test(
    "Another passphrase, a cut, a changed bit and bytes behind the end are told, each in a sentence"
  )
  func refused() throws {
    let sealed = try Self.sealed(Self.content(150_000))
    func title(_ bytes: [UInt8], _ passphrase: SecretText = Self.passphrase) -> String? {
      do throws(Problem) {
        _ = try opened(bytes, passphrase)
        return nil
      } catch {
        return error.title
      }
    }
    #expect(
      title(sealed, SecretText("Lantern 77 harbor"))?.hasPrefix("That is not the passphrase")
        == true)
    #expect(title(sealed + [0])?.contains("changed or added") == true)
    let head = SealedCopy.headSize
    let piece = SealedCopy.pieceSize + SealedCopy.overhead
    for size in [
      8, head - 1, head, head + 3, head + 17, head + 17 + piece, head + 17 + piece + 5,
      sealed.count - 1,
    ] {
      #expect(
        title(Array(sealed.prefix(size)))?.contains("something is missing") == true, "\(size)")
    }
    for place in [9, 14, 20, 40, head - 1, head + 17, head + 17 + 70_000] {
      var flipped = sealed
      flipped[place] ^= 1
      #expect(title(flipped)?.contains("damaged") == true, "\(place)")
    }
    var flipped = sealed
    flipped[sealed.count - 1] ^= 1
    #expect(title(flipped)?.contains("The end of the copy") == true)
    flipped = sealed
    flipped[head] ^= 1
    #expect(title(flipped)?.contains("damaged at its beginning") == true)
    flipped = sealed
    flipped[8] = 2
    #expect(title(flipped)?.contains("later version") == true)
    // Two encrypted pieces of the copy change places. Each is intact, but the reader must refuse
    // the copy because of their order.
    let (first, second) = (head + 17, head + 17 + piece)
    let moved = Array(
      sealed[..<first] + sealed[second..<second + piece] + sealed[first..<second]
        + sealed[(second + piece)...])
    #expect(title(moved)?.contains("damaged") == true)
  }
}
