/// A form that a browser has sent: the values of its fields, and its uploaded files.
public struct Form: Sendable {
  public struct File: Sendable {
    /// The name of the form field that the file was sent in.
    public let field: String
    /// The sender's name for the file, reduced to a name without folders. The program never writes
    /// to a path with this name, because the sender could choose a harmful one.
    public let name: String
    public let type: MediaType?
    public let size: Int
    public let content: any StoredUpload

    public init(
      field: String, name: String, type: MediaType?, size: Int, content: any StoredUpload
    ) {
      self.field = field
      self.name = name
      self.type = type
      self.size = size
      self.content = content
    }
  }

  public var fields: Fields
  public var files: [File]
  /// The faults of uploaded files that are larger than allowed, by the names of their form fields.
  /// The form does not contain such a file, but contains all its other fields and files.
  public var tooLarge: [String: RequestFault] = [:]

  public init(fields: Fields = Fields(), files: [File] = []) {
    self.fields = fields
    self.files = files
  }
}

/// The limits of a form: the numbers of fields and files, and their sizes.
public struct FormLimits: Equatable, Sendable {
  public var fields = Fields.most
  /// The largest size of all fields without files together, in bytes, including their names.
  public var textBytes = 256 * 1024
  public var files = 10
  public var fileBytes = 10 * 1024 * 1024

  public init() {}
}

/// The storage that receives the files of a form while the browser sends them.
public protocol UploadStore: Sendable {
  func begin() async throws -> any Upload
}

/// A file that is being received. Releasing it without `finish` deletes it.
public protocol Upload: Sendable {
  func write(_ bytes: [UInt8]) async throws
  func finish() async throws -> any StoredUpload
}

/// An uploaded file. It is deleted when its last reference is released.
public protocol StoredUpload: Sendable {
  var path: String { get }
}

extension Request {
  private static let multipart = "multipart/form-data"

  /// Whether the body is a form that may contain files.
  public var isMultipart: Bool { mediaType?.essence == Self.multipart }

  /// Receives the form in the body now, so that `form` later returns it without waiting for the
  /// sender. If the form may contain files, the limits of this call apply. If the form has a fault,
  /// the later call of `form` throws it.
  public func receiveForm(_ limits: FormLimits, files store: (any UploadStore)? = nil) async {
    guard isMultipart else { return await body.receive(limit: limits.textBytes) }
    let received: Result<Form, any Error>
    do {
      received = .success(try await form(limits, files: store))
    } catch {
      received = .failure(error)
    }
    body.keep(received)
  }

  /// Returns the form in the body, in either of the two formats that browsers send.
  ///
  /// - Parameter store: receives the files. If it is nil, the form has no file fields, and a
  ///   submitted file is refused.
  public func form(
    _ limits: FormLimits = FormLimits(), files store: (any UploadStore)? = nil
  ) async throws -> Form {
    switch mediaType?.essence {
    case "application/x-www-form-urlencoded":
      let bytes: [UInt8]
      do {
        bytes = try await body.bytes(limit: limits.textBytes)
      } catch RequestFault.bodyTooLarge {
        throw RequestFault.fieldsTooLarge(limit: limits.textBytes)
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw RequestFault.formMalformed("it is not UTF-8")
      }
      return Form(fields: try Fields(parsing: text, limit: limits.fields))
    case Self.multipart:
      if let received = body.takeForm() { return try received.get() }
      guard let boundary = mediaType?.parameters["boundary"],
        let parser = MultipartParser(boundary: boundary)
      else { throw RequestFault.formMalformed("it does not say what stands between its parts") }
      var reading = FormReading(parser: parser, limits: limits, store: store)
      while let bytes = try await body.next() { try await reading.take(bytes) }
      return try reading.finished()
    default: throw RequestFault.notAForm(type: headers["Content-Type"])
    }
  }
}

/// Parses a form with files (`multipart/form-data`) while it is received, so that a file is not
/// kept in memory.
private struct FormReading {
  var parser: MultipartParser
  let limits: FormLimits
  let store: (any UploadStore)?

  private var form = Form()
  private var part: MultipartParser.Part?
  private var text: [UInt8] = []
  private var textBytes = 0
  private var parts = 0
  private var upload: (any Upload)?
  private var size = 0

  init(parser: MultipartParser, limits: FormLimits, store: (any UploadStore)?) {
    self.parser = parser
    self.limits = limits
    self.store = store
  }

  mutating func take(_ bytes: [UInt8]) async throws {
    for event in try parser.take(bytes) {
      switch event {
      case .began(let part): try await begin(part)
      case .bytes(let bytes): try await add(bytes)
      case .ended: try await end()
      }
    }
  }

  func finished() throws -> Form {
    guard parser.isComplete else { throw RequestFault.bodyCutShort }
    return form
  }

  private mutating func begin(_ part: MultipartParser.Part) async throws {
    self.part = part
    (text, size, upload) = ([], 0, nil)
    parts += 1
    guard parts <= limits.fields else { throw RequestFault.tooManyFields(limit: limits.fields) }
    guard part.fileName != nil else { return try count(part.name.utf8.count) }
    guard let store, form.files.count < limits.files else {
      throw RequestFault.tooManyFields(limit: store == nil ? 0 : limits.files)
    }
    upload = try await store.begin()
  }

  private mutating func add(_ bytes: [UInt8]) async throws {
    guard part?.fileName != nil else {
      try count(bytes.count)
      text += bytes
      return
    }
    size += bytes.count
    // After a file has exceeded the limit, its further bytes are discarded, so that the fields
    // after the file are still read.
    if size > limits.fileBytes { upload = nil }
    try await upload?.write(bytes)
  }

  private mutating func end() async throws {
    guard let part else { return }
    if let fileName = part.fileName {
      let name = FileName.plain(fileName)
      guard let upload else {
        form.tooLarge[part.name] = .fileTooLarge(name: name, limit: limits.fileBytes)
        return
      }
      let content = try await upload.finish()
      self.upload = nil
      // For a file field without a chosen file, a browser sends a part without a file name and
      // without bytes. It is not stored.
      guard !fileName.isEmpty || size > 0 else { return }
      form.files.append(
        Form.File(field: part.name, name: name, type: part.type, size: size, content: content))
    } else {
      guard let value = String(validating: text, as: UTF8.self) else {
        throw RequestFault.formMalformed("the field “\(part.name)” is not UTF-8")
      }
      form.fields.all.append(Fields.Field(part.name, value))
    }
  }

  private mutating func count(_ bytes: Int) throws(RequestFault) {
    textBytes += bytes
    guard textBytes <= limits.textBytes else { throw .fieldsTooLarge(limit: limits.textBytes) }
  }
}
