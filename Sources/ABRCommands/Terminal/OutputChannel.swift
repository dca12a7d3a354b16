import ABRReports
import Glibc
import Synchronization

/// Standard output or standard error, or a text in memory in their place.
///
/// When the reader has closed its end (`abrlab … | head`), further writes are dropped and the program goes on to its
/// own exit code: nobody is left to read the text, but the files it exports and the verdict of a gate still count.
final class OutputChannel: Sendable {
  private struct State {
    var isClosed = false
    var failure: String?
    var collected: [UInt8] = []
  }

  /// `nil` in memory.
  private let descriptor: Int32?
  private let state = Mutex(State())

  /// A stream of this process, or a text in memory.
  init(_ descriptor: Int32? = nil) { self.descriptor = descriptor }

  /// Whether a person reads it.
  var isTerminal: Bool { descriptor.map { isatty($0) == 1 } ?? false }

  /// Columns of the terminal; `nil` where there is none or it does not say.
  var width: Int? { descriptor.flatMap(Terminal.width) }

  /// What was written in memory.
  var text: String { state.withLock { String(decoding: $0.collected, as: UTF8.self) } }

  /// Writes a text as UTF-8.
  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.isClosed else { return }
      guard let descriptor else {
        state.collected += bytes
        return
      }
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
