import ABRCommands
import ABRInput
import ABRReports
import Glibc

/// What a handle of the C interface stands for: a command, and the memory of all that was read from it.
///
/// A pointer that it hands out lives as long as the handle, whose owner frees it once and uses it on one thread at a
/// time, but for `cancel`.
@unsafe final class Call {
  /// A column of a run.
  @unsafe struct Column {
    let name: UnsafePointer<CChar>
    var numbers: UnsafePointer<Double>?
    var codes: UnsafePointer<Int32>?
    var texts: [UnsafePointer<CChar>] = unsafe []
  }

  /// Made once, for the whole process, and never changed.
  nonisolated(unsafe) static let version = unsafe UnsafePointer<CChar>(strdup(EmbeddedCommand.version)!)

  let command: EmbeddedCommand
  private var owned: [UnsafeMutableRawPointer] = unsafe []
  private var read: (columns: [Column], rowCount: Int)?

  init(bundledData: String?) { unsafe command = EmbeddedCommand(bundledData: bundledData) }

  deinit { unsafe owned.forEach { unsafe free($0) } }

  /// The call behind a handle.
  static func at(_ handle: UnsafeMutableRawPointer) -> Call {
    unsafe Unmanaged<Call>.fromOpaque(handle).takeUnretainedValue()
  }

  /// The words of a list that has so many, whatever bytes they are; a list that is NULL has none.
  static func words(_ count: Int32, _ words: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    unsafe UnsafeBufferPointer(start: words, count: words == nil ? 0 : Int(max(0, count))).compactMap { word in
      guard let word = unsafe word else { return nil }
      return unsafe PathText.text(Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
    }
  }

  /// A text that lives as long as the handle.
  func keep(_ text: String) -> UnsafePointer<CChar> {
    let copy = unsafe strdup(text)!
    unsafe owned.append(copy)
    return unsafe UnsafePointer(copy)
  }

  private func keep<Value>(_ values: [Value]) -> UnsafePointer<Value> {
    let bytes = max(1, values.count * MemoryLayout<Value>.stride)
    let copy = unsafe malloc(bytes)!.bindMemory(to: Value.self, capacity: values.count)
    unsafe copy.initialize(from: values, count: values.count)
    unsafe owned.append(copy)
    return unsafe UnsafePointer(copy)
  }

  /// How many sessions were played.
  var rowCount: Int { unsafe sessions.rowCount }
  /// The columns of the sessions.
  var columns: [Column] { unsafe sessions.columns }

  /// A column; `nil` where there are fewer.
  func column(_ index: Int32) -> Column? {
    unsafe columns.indices.contains(Int(index)) ? columns[Int(index)] : nil
  }

  private var sessions: (columns: [Column], rowCount: Int) {
    if let read = unsafe read { return unsafe read }
    guard let sessions = unsafe command.sessions else { return unsafe ([], 0) }
    let columns = unsafe sessions.columns.map { column in
      var kept = unsafe Column(name: keep(column.name))
      switch column.values {
      case .numbers(let values): unsafe kept.numbers = unsafe keep(values)
      case .texts(let codes, let names):
        unsafe kept.codes = unsafe keep(codes)
        unsafe kept.texts = unsafe names.map { unsafe keep($0) }
      }
      return unsafe kept
    }
    unsafe read = unsafe (columns, sessions.count)
    return unsafe (columns, sessions.count)
  }
}
