import CivilTime
public import Documents
public import FeatureKit

// The capabilities to print load the libraries cairo and pango when they are first used, so a
// program that draws nothing starts without them.

extension DocumentPrinting {
  public static let live = live(.shared)

  static func live(_ library: CairoLibrary) -> DocumentPrinting {
    DocumentPrinting { document throws(Problem) in
      do throws(DrawingFailure) {
        // The document is set twice. The first pass only counts the pages, because the bottom of
        // each page shows the total.
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
  /// - Parameter calendar: provides the day at the bottom of each page.
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

  /// The number of dots for each unit of a picture. With two dots, the picture is sharp on
  /// high-resolution screens.
  private static let pngScale = 2
}
