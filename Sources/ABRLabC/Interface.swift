import ABRCommands
import Glibc

// The functions of `abrlab.h`, which says what they mean. They do nothing but bring values over the border.

@_cdecl("abrlab_version")
package func version() -> UnsafePointer<CChar> { unsafe Call.version }

@_cdecl("abrlab_call_create")
package func callCreate(_ bundledData: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer {
  unsafe Unmanaged.passRetained(Call(bundledData: bundledData.map { unsafe String(cString: $0) })).toOpaque()
}

@_cdecl("abrlab_call_free")
package func callFree(_ call: UnsafeMutableRawPointer) { unsafe Unmanaged<Call>.fromOpaque(call).release() }

@_cdecl("abrlab_call_perform")
package func callPerform(
  _ call: UnsafeMutableRawPointer, _ count: Int32, _ words: UnsafePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  unsafe Call.at(call).command.perform(Call.words(count, words))
}

@_cdecl("abrlab_call_compare")
package func callCompare(
  _ call: UnsafeMutableRawPointer, _ run: UnsafeMutableRawPointer, _ count: Int32,
  _ words: UnsafePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  unsafe Call.at(call).command.perform(Call.words(count, words), comparing: Call.at(run).command)
}

@_cdecl("abrlab_call_cancel")
package func callCancel(_ call: UnsafeMutableRawPointer) { unsafe Call.at(call).command.cancel() }

@_cdecl("abrlab_call_output")
package func callOutput(_ call: UnsafeMutableRawPointer) -> UnsafePointer<CChar> {
  let call = unsafe Call.at(call)
  return unsafe call.keep(call.command.output)
}

@_cdecl("abrlab_call_diagnostics")
package func callDiagnostics(_ call: UnsafeMutableRawPointer) -> UnsafePointer<CChar> {
  let call = unsafe Call.at(call)
  return unsafe call.keep(call.command.diagnostics)
}

@_cdecl("abrlab_run_text")
package func runText(
  _ call: UnsafeMutableRawPointer, _ format: UnsafePointer<CChar>, _ perSession: Int32
) -> UnsafePointer<CChar>? {
  let call = unsafe Call.at(call)
  let format = unsafe String(cString: format)
  return unsafe call.command.text(as: format, perSession: perSession != 0).map { unsafe call.keep($0) }
}

@_cdecl("abrlab_run_rows")
package func runRows(_ call: UnsafeMutableRawPointer) -> Int64 { unsafe Int64(Call.at(call).rowCount) }

@_cdecl("abrlab_run_columns")
package func runColumns(_ call: UnsafeMutableRawPointer) -> Int32 { unsafe Int32(Call.at(call).columns.count) }

@_cdecl("abrlab_run_name")
package func runName(_ call: UnsafeMutableRawPointer, _ column: Int32) -> UnsafePointer<CChar>? {
  unsafe Call.at(call).column(column)?.name
}

@_cdecl("abrlab_run_numbers")
package func runNumbers(_ call: UnsafeMutableRawPointer, _ column: Int32) -> UnsafePointer<Double>? {
  unsafe Call.at(call).column(column)?.numbers
}

@_cdecl("abrlab_run_codes")
package func runCodes(_ call: UnsafeMutableRawPointer, _ column: Int32) -> UnsafePointer<Int32>? {
  unsafe Call.at(call).column(column)?.codes
}

@_cdecl("abrlab_run_texts")
package func runTexts(_ call: UnsafeMutableRawPointer, _ column: Int32) -> Int32 {
  unsafe Int32(Call.at(call).column(column)?.texts.count ?? 0)
}

@_cdecl("abrlab_run_text_at")
package func runTextAt(_ call: UnsafeMutableRawPointer, _ column: Int32, _ index: Int32) -> UnsafePointer<CChar>? {
  let texts = unsafe Call.at(call).column(column)?.texts ?? []
  return unsafe texts.indices.contains(Int(index)) ? texts[Int(index)] : nil
}
