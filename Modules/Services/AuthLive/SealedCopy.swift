public import Basics
import CSodium

/// A copy of the family's data file that is encrypted with a passphrase (decision 38).
///
/// The file begins with `RCSEALED`, a version, the costs of Argon2id, a salt, the header of the
/// encrypted stream, and a digest of all of these. Pieces of 64 KiB follow, which are encrypted so
/// that their order cannot be changed.
///
/// The first piece is empty, and decrypting it shows whether the passphrase is right. The last
/// piece has a final tag, so that a truncated or extended file is detected.
public enum SealedCopy {
  static let magic = Array("RCSEALED".utf8)
  static let version: UInt8 = 1
  static let pieceSize = 64 * 1024
  /// The highest costs of Argon2id that are accepted from a file. This program never writes higher
  /// costs. A manipulated file with higher costs would keep the machine busy or exhaust its memory.
  static let most = Argon2Costs(passes: 16, kibibytes: 1024 * 1024)
  static let headSize =
    magic.count + 1 + 4 + 4 + Int(compass_stream_salt_size) + Int(compass_stream_header_size)
    + Int(compass_sodium_digest_size)
  static let overhead = Int(compass_stream_overhead)

  /// Returns whether a file that begins with these bytes is an encrypted copy. Fewer than
  /// `beginning` bytes never count as one.
  public static func isSealed(_ beginning: some Collection<UInt8>) -> Bool {
    beginning.count >= magic.count && beginning.prefix(magic.count).elementsEqual(magic)
  }

  /// The number of bytes that `isSealed` needs from the beginning of a file.
  public static let beginning = 8
}

/// Encrypts the bytes of a data file with a passphrase. The bytes arrive in portions of any size.
/// The encrypted bytes are passed on as soon as a piece is full.
public final class CopySealer {
  private let stream: OpaquePointer
  private let pass: ([UInt8]) throws(Problem) -> Void
  private var waiting: [UInt8] = []

  public convenience init(
    _ passphrase: SecretText, random: RandomSource = .system,
    into pass: @escaping ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    try self.init(passphrase, costs: .moderate, random: random, into: pass)
  }

  init(
    _ passphrase: SecretText, costs: Argon2Costs, random: RandomSource = .system,
    into pass: @escaping ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    let calls = try Sodium.shared.calls()
    let salt = try random.bytes(Int(compass_stream_salt_size))
    var header = [UInt8](repeating: 0, count: Int(compass_stream_header_size))
    let made = passphrase.withWipedBytes {
      compass_stream_seal(calls, $0, $1, salt, costs.passes, costs.kibibytes, &header)
    }
    guard let made else { throw SealedCopyFault.notEnoughMemory(costs.kibibytes).problem }
    stream = made
    self.pass = pass
    var head = SealedCopy.magic + [SealedCopy.version]
    head += Self.bytes(costs.passes) + Self.bytes(costs.kibibytes) + salt + header
    head += try Sodium.shared.digest(head)
    try pass(head)
    try push([], beside: head, isLast: false)
  }

  deinit { compass_stream_free(stream) }

  public func write(_ bytes: [UInt8]) throws(Problem) {
    waiting += bytes
    while waiting.count > SealedCopy.pieceSize {
      try push(Array(waiting.prefix(SealedCopy.pieceSize)), beside: [], isLast: false)
      waiting.removeFirst(SealedCopy.pieceSize)
    }
  }

  /// Encrypts and writes the last piece. `SealedCopy.open` rejects a copy without a last piece as
  /// truncated.
  public func finish() throws(Problem) { try push(waiting, beside: [], isLast: true) }

  private func push(_ bytes: [UInt8], beside: [UInt8], isLast: Bool) throws(Problem) {
    var sealed = [UInt8](repeating: 0, count: bytes.count + SealedCopy.overhead)
    guard
      compass_stream_push(stream, bytes, bytes.count, beside, beside.count, isLast, &sealed)
    else { throw SealedCopyFault.damaged.problem }
    try pass(sealed)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension SealedCopy {
  /// Decrypts an encrypted copy from its beginning to its end.
  ///
  /// The caller must not use the decrypted bytes before this call has returned, because only then
  /// is it certain that the copy is complete.
  ///
  /// - Parameters:
  ///   - read: returns the next bytes, as many as the argument says, and fewer only at the end.
  ///   - pass: receives the decrypted bytes in order.
  public static func open(
    _ passphrase: SecretText, reading read: (Int) throws(Problem) -> [UInt8],
    into pass: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    let calls = try Sodium.shared.calls()
    let head = try read(headSize)
    guard head.count == headSize, isSealed(head) else { throw SealedCopyFault.cut.problem }
    guard head[magic.count] <= version else { throw SealedCopyFault.tooNew.problem }
    let told = head.dropLast(Int(compass_sodium_digest_size))
    guard
      try Sodium.shared.digest(Array(told)) == Array(head.suffix(Int(compass_sodium_digest_size)))
    else { throw SealedCopyFault.damaged.problem }
    var rest = told.dropFirst(magic.count + 1)
    let costs = Argon2Costs(passes: number(&rest), kibibytes: number(&rest))
    guard (1...most.passes).contains(costs.passes), (8...most.kibibytes).contains(costs.kibibytes)
    else { throw SealedCopyFault.damaged.problem }
    let salt = Array(rest.prefix(Int(compass_stream_salt_size)))
    let header = Array(rest.dropFirst(salt.count))
    let made = passphrase.withWipedBytes {
      compass_stream_open(calls, $0, $1, salt, costs.passes, costs.kibibytes, header)
    }
    guard let stream = made else { throw SealedCopyFault.notEnoughMemory(costs.kibibytes).problem }
    defer { compass_stream_free(stream) }
    var isLast = false
    let first = try read(overhead)
    guard first.count == overhead else { throw SealedCopyFault.cut.problem }
    guard try pulled(first, beside: head, from: stream, &isLast) != nil else {
      throw SealedCopyFault.wrongPassphrase.problem
    }
    while !isLast {
      let sealed = try read(pieceSize + overhead)
      guard sealed.count >= overhead else { throw SealedCopyFault.cut.problem }
      guard let piece = try pulled(sealed, beside: [], from: stream, &isLast) else {
        // The piece cannot be decrypted. If it is shorter than a full piece, the file was probably
        // cut off within it; otherwise its bytes were changed.
        throw (sealed.count < pieceSize + overhead ? SealedCopyFault.cut : .damaged).problem
      }
      try pass(piece)
    }
    guard try read(1).isEmpty else { throw SealedCopyFault.longer.problem }
  }

  private static func pulled(
    _ sealed: [UInt8], beside: [UInt8], from stream: OpaquePointer, _ isLast: inout Bool
  ) throws(Problem) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: sealed.count - overhead)
    let isOpened = compass_stream_pull(
      stream, sealed, sealed.count, beside, beside.count, &piece, &isLast)
    return isOpened ? piece : nil
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt32 {
    defer { bytes = bytes.dropFirst(4) }
    return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The reasons why an encrypted copy cannot be opened.
enum SealedCopyFault: Error, Equatable {
  case wrongPassphrase, cut, damaged, longer, tooNew
  case notEnoughMemory(UInt32)

  var problem: Problem {
    switch self {
    case .wrongPassphrase:
      Problem(
        .signInNeeded,
        "That is not the passphrase of this copy, or the copy is damaged at its beginning.",
        details: ["Nothing was changed."], fix: "Try again with the passphrase it was made with.")
    case .cut:
      Problem(
        .storage(.damaged),
        "The end of the copy is not as it was made: something is missing, changed or added.",
        details: ["Nothing was changed."], fix: "Copy it anew from where it lies whole.")
    case .damaged:
      Problem(
        .storage(.damaged), "The copy is damaged: it is not as it was made.",
        details: ["Nothing was changed."], fix: "Take another copy.")
    case .longer:
      Problem(
        .storage(.damaged),
        "The copy is longer than it was made: something was added behind its end.",
        details: ["Nothing was changed."], fix: "Take another copy.")
    case .tooNew:
      Problem(
        .storage(.tooNew), "The copy was made by a later version of this program.",
        details: ["Nothing was changed."], fix: "Update the program.")
    case .notEnoughMemory(let kibibytes):
      Problem(
        .failed,
        "There is too little free memory: the passphrase of a copy takes \(kibibytes / 1024) MB.",
        fix: "Close another program and try again.")
    }
  }
}
