import Basics
import Domain
import Testing

@Suite("Files that are kept")
struct KeptFileTests {
  private static func box(_ brand: String) -> [UInt8] {
    [0, 0, 0, 24] + Array("ftyp\(brand)".utf8)
  }
  private static func archive(_ name: String) -> [UInt8] {
    [0x50, 0x4B, 0x03, 0x04] + Array("wor-word/docu".utf8) + Array(name.utf8)
  }

  @Test(
    "The content says what a file is",
    arguments: [
      (Array("%PDF-1.7\n".utf8), KeptFileType.pdf), ([0xFF, 0xD8, 0xFF, 0xE1], .jpeg),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
      (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp), (box("heic"), .heic), (box("mif1"), .heic),
      (box("mp42"), .mp4), (box("isom"), .mp4), (box("qt  "), .mov),
      (archive("word/document.xml"), .docx), (archive("xl/workbook.xml"), .xlsx),
      (
        [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 26)
          + Array("mimetypeapplication/vnd.oasis.opendocument.text".utf8), .odt
      ),
    ])
  func known(_ bytes: [UInt8], _ type: KeptFileType) {
    #expect(KeptFileType(content: bytes) == type)
    #expect(KeptFileType(content: Array(bytes.dropFirst())) == nil)
  }

  @Test(
    "Anything else is refused",
    arguments: [
      [], Array("%PDF".utf8), Array(" %PDF-1.7".utf8), [0xFF, 0xD8], Array("<html>".utf8),
      Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Array("#!/bin/sh".utf8),
      Array("MZ".utf8), Array("GIF89a".utf8), Array("RIFF\0\0\0\0WAVE".utf8), box("dash"),
      archive("word/document.xm"), archive("index.html"), Array("word/document.xml".utf8),
    ] as [[UInt8]])
  func unknown(_ bytes: [UInt8]) {
    #expect(KeptFileType(content: bytes) == nil)
  }

  @Test("Every type has endings of its own and a type for browsers that is no page")
  func types() {
    #expect(Set(KeptFileType.allCases.map(\.mediaType)).count == KeptFileType.allCases.count)
    for type in KeptFileType.allCases {
      #expect(!type.mediaType.contains("html") && !type.mediaType.contains("svg"))
      let file = KeptFile(id: .none, named: "a", type: type)
      #expect(file.type == type)
    }
  }

  @Test(
    "A name is plain, and ends as the content is",
    arguments: [
      ("transcript.pdf", "transcript.pdf"), ("Transcript.PDF", "Transcript.pdf"),
      ("photo.jpg", "photo.pdf"), ("/home/sam/My transcript.pdf", "My transcript.pdf"),
      (#"C:\\files\\grades.docx"#, "grades.pdf"), ("../../etc/passwd", "passwd.pdf"),
      ("", "file.pdf"), (".pdf", "pdf.pdf"), ("...", "file.pdf"),
      ("a\n\u{202E}b\"<>.pdf", "ab.pdf"),
      ("notes.txt", "notes.txt.pdf"),
      (String(repeating: "é", count: 300), String(repeating: "é", count: 100) + ".pdf"),
    ])
  func names(_ given: String, _ name: String) {
    let file = KeptFile(id: RecordID(high: 1, low: 2), named: given, type: .pdf)
    #expect(file.name == name)
    #expect(KeptFile(link: file.link) == file)
  }

  @Test(
    "Another link is no kept file",
    arguments: [
      "https://example.com/a.pdf", "kept:", "kept:x/a.pdf",
      "kept:00000000-0000-0001-0000-000000000002", "kept:00000000-0000-0001-0000-000000000002/",
      "kept:00000000-0000-0001-0000-000000000002/a.html", "transcript.pdf",
      "KEPT:00000000-0000-0001-0000-000000000002/a.pdf",
    ])
  func links(_ link: String) {
    #expect(KeptFile(link: link) == nil)
  }

  @Test("A file has at least one byte and at most ten megabytes")
  func sizes() {
    let most = KeptFile.mostBytes
    #expect(Problem.notKept("a", 0)?.title == "“a” is empty.")
    #expect(Problem.notKept("a", 1) == nil && Problem.notKept("a", most) == nil)
    #expect(Problem.notKept("a", most + 1)?.title == "“a” has more than 10 MB.")
  }
}
