import ABRInput

extension TraceError {
  /// The error of a file whose content has a fault; `line` where the fault does not know its own.
  init(_ fault: InputFault, file: String, line: Int? = nil) {
    self = .malformed(
      file: file, line: fault.line ?? line, column: fault.column, field: fault.field, found: fault.found,
      allowed: fault.allowed)
  }

  /// The error of a file that cannot be read.
  init(_ fault: FileFault) { self = .unreadable(file: fault.path, reason: fault.reason) }
}
