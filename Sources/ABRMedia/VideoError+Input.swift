import ABRInput

extension VideoError {
  /// The error of a file whose content has a fault.
  init(_ fault: InputFault, file: String) {
    self = .malformed(
      file: file, line: fault.line, column: fault.column, field: fault.field, found: fault.found,
      allowed: fault.allowed)
  }

  /// The error of a file that cannot be read.
  init(_ fault: FileFault) { self = .unreadable(file: fault.path, reason: fault.reason) }
}
