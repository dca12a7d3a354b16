import FoundationEssentials
import Glibc
import Synchronization

/// Standard output or standard error.
///
/// When the reader has closed its end (`abrlab … | head`), further writes are dropped and the program goes on to its own
/// exit code: nobody is left to read the text, but the files it exports and the verdict of a gate still count.
final class OutputChannel: Sendable {
  private struct State {
    var isClosed = false
    var failure: String?
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a text as UTF-8.
  func write(_ text: String) { write(Data(text.utf8)) }

  /// Writes bytes.
  func write(_ data: Data) {
    state.withLock { state in
      guard !state.isClosed, !data.isEmpty else { return }
      guard let code = OpenDescriptor.write([UInt8](data), to: descriptor) else { return }
      state.isClosed = true
      if code != EPIPE { state.failure = SystemReason.text(code) }
    }
  }

  /// Why the last write failed, `nil` when all went well or the reader just left.
  var failure: String? { state.withLock(\.failure) }
}
