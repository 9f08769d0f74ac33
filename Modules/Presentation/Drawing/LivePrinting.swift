import CivilTime
public import Documents
public import FeatureKit

// These functions make PDF and image files with the libraries cairo and pango. The libraries are
// loaded at the first file, so a program that draws nothing starts without them.

extension DocumentPrinting {
  public static let live = live(.shared)

  static func live(_ library: CairoLibrary) -> DocumentPrinting {
    DocumentPrinting { document throws(Problem) in
      do throws(DrawingFailure) {
        // The pages are drawn twice. The first time only counts them, because the bottom of each
        // page shows the total, as in `Page 1 of 3`.
        let counted = try Typesetter(document, pageCount: 0, library)
        try counted.set()
        let typesetter = try Typesetter(document, pageCount: counted.page, library)
        try typesetter.set()
        return DocumentLanguage.added(to: try typesetter.canvas.finish())
      } catch {
        throw error.problem
      }
    }
  }
}

extension PagePrinting {
  /// Returns the service that creates PDF files of the program's pages.
  ///
  /// - Parameter calendar: the clock and time zone from which the date at the bottom of each page
  ///   comes.
  public static func live(_ calendar: LocalCalendar) -> PagePrinting {
    PagePrinting { page throws(Problem) in
      let footer = "Recruiting Compass · \(calendar.today().text(.long))"
      let document = PDFDocument(page, madeAt: calendar.now(), footer: footer)
      return try await DocumentPrinting.live.pdf(of: document)
    }
  }
}

extension ChartDrawing {
  public static func live(_ calendar: LocalCalendar) -> ChartDrawing {
    live(calendar, .shared)
  }

  static func live(_ calendar: LocalCalendar, _ library: CairoLibrary) -> ChartDrawing {
    ChartDrawing { chart, format throws(Problem) in
      let picture = ChartPicture(chart)
      do throws(DrawingFailure) {
        switch format {
        case .svg: return Array(picture.svg.utf8)
        case .png:
          let canvas = try Canvas.picture(
            library, width: picture.width, height: picture.height, scale: pngScale)
          try canvas.paint(picture)
          return try canvas.finish()
        case .pdf:
          let canvas = try Canvas.pages(
            library, width: picture.width, height: picture.height,
            title: VisibleText(chart.title).text, author: nil, madeAt: calendar.now())
          try canvas.paint(picture)
          return try canvas.finish()
        }
      } catch {
        throw error.problem
      }
    }
  }

  /// The number of pixels for each unit of length in a PNG picture. With two, the picture is sharp
  /// on high-resolution screens.
  private static let pngScale = 2
}
