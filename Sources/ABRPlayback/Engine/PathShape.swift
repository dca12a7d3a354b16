/// What a ``FastPath`` is compiled for. The loop is written once; a constant of its shape leaves out what most sessions
/// do not have.
@usableFromInline
protocol PathShape {
  /// Whether nothing but requests, full buffers and answers of the rule come about: a constant latency, no headers, no
  /// ticks of the optimizer, no gate, media at its own rate, and one clock for the playhead and the time played. See
  /// ``FastPath/isPlain(_:)``.
  static var isPlain: Bool { get }
}

/// What most sessions of one video are.
@usableFromInline
enum PlainPath: PathShape {
  @inlinable static var isPlain: Bool { true }
}

/// Any path.
@usableFromInline
enum AnyPath: PathShape {
  @inlinable static var isPlain: Bool { false }
}
