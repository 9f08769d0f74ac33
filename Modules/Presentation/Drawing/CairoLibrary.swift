import CCairo
import Synchronization

/// The drawing libraries cairo and pango. They are loaded when the first drawing is made.
final class CairoLibrary: Sendable {
  static let shared = CairoLibrary()

  private let names: [String]
  /// The memory address of the table of loaded functions of cairo and pango.
  ///
  /// It is nil until the first drawing. The table is never changed or freed, so any thread may use
  /// it.
  private let table = Mutex<UInt?>(nil)

  init(
    cairo: String = "libcairo.so.2", gobject: String = "libgobject-2.0.so.0",
    pango: String = "libpango-1.0.so.0", pangocairo: String = "libpangocairo-1.0.so.0"
  ) {
    names = [cairo, gobject, pango, pangocairo]
  }

  func calls() throws(DrawingFailure) -> OpaquePointer {
    let address = table.withLock { table in
      table = table ?? open()
      return table
    }
    guard let address, let calls = OpaquePointer(bitPattern: address) else {
      throw .libraryMissing
    }
    return calls
  }

  private func open() -> UInt? {
    names[0].withCString { cairo in
      names[1].withCString { gobject in
        names[2].withCString { pango in
          names[3].withCString { pangocairo in
            let names = compass_cairo_names(
              cairo: cairo, gobject: gobject, pango: pango, pangocairo: pangocairo)
            return compass_cairo_open(names).map { UInt(bitPattern: $0) }
          }
        }
      }
    }
  }
}
