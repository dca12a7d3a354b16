import ABRReports
import Glibc
import Synchronization

/// Standard output or standard error.
///
/// When the reader has closed its end (`abrlab … | head`), further writes are dropped and the program goes on to its
/// own exit code: nobody is left to read the text, but the files it exports and the verdict of a gate still count.
final class OutputChannel: Sendable {
  private struct State {
    var isClosed = false
    var failure: String?
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a text as UTF-8.
  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.isClosed else { return }
      do throws(SystemReason) {
        try OpenFile.write(bytes, to: descriptor)
      } catch {
        state.isClosed = true
        if error.code != EPIPE { state.failure = error.text }
      }
    }
  }

  /// Why the last write failed, `nil` when all went well or the reader just left.
  var failure: String? { state.withLock(\.failure) }
}
